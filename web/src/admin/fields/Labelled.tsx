// A visible label, one line of help and a kind warning around any control.
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes';

export const control =
  'block w-full min-h-11 rounded-soft border border-edge bg-surface px-3 py-2 text-ink placeholder:text-ink-soft/80 transition-colors duration-150 hover:border-ink disabled:cursor-not-allowed disabled:bg-sand disabled:text-ink-soft disabled:hover:border-edge';

interface Props {
  id: string;
  label: string;
  help?: string;
  warning?: string;
  changed?: boolean;
  /** The label belongs to a group or an editor rather than to one input. */
  as?: 'label' | 'p';
  children: ReactNode;
}

/** The ids of what describes the control, for its aria-describedby. */
export function describedBy(id: string, { help, warning }: Pick<Props, 'help' | 'warning'>) {
  const ids = [help && `${id}-help`, warning && `${id}-warning`].filter(Boolean);
  return ids.length ? ids.join(' ') : undefined;
}

export function Labelled({ id, label, help, warning, changed, as = 'label', children }: Props) {
  const look = 'mb-1 flex items-baseline gap-2 text-sm font-semibold';
  const words = (
    <>
      <span className="block first-letter:uppercase">{label}</span>
      {changed && <span aria-hidden="true" className="size-1.5 self-center rounded-full bg-emerald" />}
    </>
  );
  return (
    <div className="min-w-0">
      {as === 'label' ? (
        <label htmlFor={id} className={look}>
          {words}
        </label>
      ) : (
        <p id={`${id}-label`} className={look}>
          {words}
        </p>
      )}
      {children}
      {help && (
        <p id={`${id}-help`} className="mt-1 text-xs text-ink-soft">
          {help}
        </p>
      )}
      <p
        id={`${id}-warning`}
        aria-live="polite"
        className={classes('text-xs font-medium text-danger', warning && 'mt-1')}
      >
        {warning}
      </p>
    </div>
  );
}
