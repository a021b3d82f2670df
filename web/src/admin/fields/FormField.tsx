// A visible label, one line of help and a warning around any control.
import type { ReactNode } from 'react';
import { cn } from '../../ui/cn';

export const control =
  'block w-full min-h-11 rounded-soft border border-edge bg-surface px-3 py-2 text-ink placeholder:text-ink-soft/80 transition-colors duration-150 hover:border-ink disabled:cursor-not-allowed disabled:bg-sand disabled:text-ink-soft disabled:hover:border-edge';

interface Notes {
  help?: string;
  warning?: string;
}

interface Props extends Notes {
  id: string;
  label: string;
  changed?: boolean;
  /** The label belongs to a group or an editor rather than to one input. */
  as?: 'label' | 'p';
  children: ReactNode;
}

/** The ids of what describes the control, for its aria-describedby. */
export function describedBy(id: string, { help, warning }: Notes) {
  const ids = [help && `${id}-help`, warning && `${id}-warning`].filter(Boolean);
  return ids.length ? ids.join(' ') : undefined;
}

/** A field's name, with a dot while it is not saved. */
export function FieldName({ label, changed }: { label: string; changed?: boolean }) {
  return (
    <>
      <span className="block first-letter:uppercase">{label}</span>
      {changed && <span aria-hidden="true" className="size-1.5 self-center rounded-full bg-emerald" />}
    </>
  );
}

export const nameClass = 'mb-1 flex items-baseline gap-2 text-sm font-semibold';

export function FormField({ id, label, help, warning, changed, as = 'label', children }: Props) {
  const name = <FieldName label={label} changed={changed} />;
  return (
    <div className="min-w-0">
      {as === 'label' ? (
        <label htmlFor={id} className={nameClass}>
          {name}
        </label>
      ) : (
        <p id={`${id}-label`} className={nameClass}>
          {name}
        </p>
      )}
      {children}
      {help && (
        <p id={`${id}-help`} className="mt-1 text-xs text-ink-soft">
          {help}
        </p>
      )}
      <Warning id={id} text={warning} />
    </div>
  );
}

export function Warning({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p
      id={`${id}-warning`}
      aria-live="polite"
      className={cn('text-xs font-medium whitespace-pre-line text-danger', text && 'mt-1')}
    >
      {text}
    </p>
  );
}
