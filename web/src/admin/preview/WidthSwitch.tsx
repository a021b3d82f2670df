// Phone or desktop: a pair of radio buttons that look like one switch.
import { Monitor, Smartphone } from 'lucide-react';
import { useId } from 'react';
import { useAdminMessages } from '../messages';
import { type Width, widths } from './sizes';

const icons = { phone: Smartphone, desktop: Monitor } as const;

export function WidthSwitch({ value, onChange }: { value: Width; onChange(width: Width): void }) {
  const { preview } = useAdminMessages();
  const name = useId();
  return (
    <fieldset className="flex shrink-0 rounded-soft border border-edge">
      <legend className="sr-only">{preview.width}</legend>
      {(Object.keys(widths) as Width[]).map(width => {
        const Icon = icons[width];
        return (
          <label
            key={width}
            className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 px-2.5 text-sm sm:px-3 font-semibold text-ink-soft first-of-type:rounded-s-soft last-of-type:rounded-e-soft has-checked:bg-emerald has-checked:text-cream has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-emerald"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={width === value}
              onChange={() => onChange(width)}
            />
            <Icon className="size-4 max-sm:hidden" aria-hidden="true" />
            {preview.widths[width]}
          </label>
        );
      })}
    </fieldset>
  );
}
