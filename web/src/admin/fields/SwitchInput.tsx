import { useId } from 'react';

interface Props {
  label: string;
  help?: string;
  value: boolean;
  onChange(value: boolean): void;
}

export function SwitchInput({ label, help, value, onChange }: Props) {
  const id = useId();
  return (
    <div>
      <label
        htmlFor={id}
        className="inline-flex min-h-11 cursor-pointer items-center gap-3 text-sm font-semibold"
      >
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={value}
          aria-checked={value}
          aria-describedby={help && `${id}-help`}
          className="switch"
          onChange={event => onChange(event.target.checked)}
        />
        <span className="first-letter:uppercase">{label}</span>
      </label>
      {help && (
        <p id={`${id}-help`} className="text-xs text-ink-soft">
          {help}
        </p>
      )}
    </div>
  );
}
