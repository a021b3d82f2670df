import type { ComponentProps } from 'react';
import { classes } from './classes';
import { Spinner } from './Spinner';

const shape =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-soft px-4 py-2.5 sm:px-6 text-center font-semibold leading-tight transition-colors duration-150';

const looks = {
  /** Marigold means giving, and nothing else. */
  donate: 'bg-marigold text-ink hover:bg-marigold-deep',
  primary: 'bg-emerald text-cream hover:bg-emerald-deep',
  outline: 'border border-edge text-ink hover:border-ink hover:bg-surface',
  onInk: 'border border-mist/60 text-cream hover:border-cream hover:bg-cream/10',
};

type Look = keyof typeof looks;

export function ButtonLink({ look, className, ...rest }: ComponentProps<'a'> & { look: Look }) {
  return <a className={classes(shape, looks[look], className)} {...rest} />;
}

interface ButtonProps extends ComponentProps<'button'> {
  look: Look;
  /** At work: disabled, with a spinner in front of the label. */
  busy?: boolean;
}

export function Button({ look, busy, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes(
        shape,
        looks[look],
        busy ? 'cursor-progress opacity-80' : 'disabled:cursor-default disabled:opacity-45',
        className,
      )}
      disabled={disabled || busy}
      {...rest}
    >
      {busy && <Spinner label="Sending" small />}
      {children}
    </button>
  );
}
