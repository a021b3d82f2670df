// A button that opens the file chooser. The input behind it is not shown; it carries the field's label, so that programs
// that look for a file input by its label find it.
import { FileUp, ImagePlus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Action } from '../shell/Action';

interface Props {
  children: ReactNode;
  /** What the file is for, such as 'Logo'; the button's own words where those say it. */
  label?: string;
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  primary?: boolean;
  /** Shows a sheet of paper instead of a picture. */
  document?: boolean;
  describedBy?: string;
  onFiles(files: File[]): void;
}

export function FileButton({
  children,
  label = typeof children === 'string' ? children : undefined,
  accept = 'image/*',
  multiple,
  disabled,
  primary,
  document: isDocument,
  describedBy,
  onFiles,
}: Props) {
  const Sign = isDocument ? FileUp : ImagePlus;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          event.target.value = ''; // the same file may be chosen again
          if (files.length > 0) onFiles(files);
        }}
      />
      <Action
        variant={primary ? 'primary' : 'outline'}
        disabled={disabled}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        <Sign className="size-4" aria-hidden="true" />
        {children}
      </Action>
    </>
  );
}
