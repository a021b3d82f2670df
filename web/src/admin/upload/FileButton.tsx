// A file input that looks like a button. The input itself stays in the tab order, so the keyboard and screen readers
// meet the browser's own control.
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '../../ui/classes';

interface Props {
  children: ReactNode;
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  primary?: boolean;
  describedBy?: string;
  onFiles(files: File[]): void;
}

export function FileButton({
  children,
  accept = 'image/*',
  multiple,
  disabled,
  primary,
  describedBy,
  onFiles,
}: Props) {
  const id = useId();
  return (
    <span className="inline-flex">
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-describedby={describedBy}
        className="peer sr-only"
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          event.target.value = ''; // the same file may be chosen again
          if (files.length > 0) onFiles(files);
        }}
      />
      <label
        htmlFor={id}
        className={classes(
          'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-soft px-4 text-sm font-semibold transition-colors duration-150',
          'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-emerald peer-disabled:cursor-not-allowed peer-disabled:opacity-60',
          primary
            ? 'bg-emerald text-cream hover:bg-emerald-deep'
            : 'border border-edge text-ink hover:border-ink hover:bg-cream',
        )}
      >
        <ImagePlus className="size-4" aria-hidden="true" />
        {children}
      </label>
    </span>
  );
}
