import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { useUiMessages } from '../messages/ui';
import { cn } from './cn';
import { Spinner } from './Spinner';

const button = cva(
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-soft px-4 py-2.5 sm:px-6 text-center font-semibold leading-tight transition-colors duration-150',
  {
    variants: {
      variant: {
        /** Marigold means giving, and nothing else. */
        donate: 'bg-marigold text-ink hover:bg-marigold-deep',
        primary: 'bg-emerald text-cream hover:bg-emerald-deep',
        outline: 'border border-edge text-ink hover:border-ink hover:bg-surface',
        onInk: 'border border-mist/60 text-cream hover:border-cream hover:bg-cream/10',
      },
    },
  },
);

export type ButtonVariant = NonNullable<VariantProps<typeof button>['variant']>;

/** `look` is the old name of `variant`, until the last caller has moved. */
type Variant = { variant: ButtonVariant; look?: never } | { look: ButtonVariant; variant?: never };

export function ButtonLink({ variant, look, className, ...rest }: ComponentProps<'a'> & Variant) {
  return <a className={cn(button({ variant: variant ?? look }), className)} {...rest} />;
}

type ButtonProps = ComponentProps<'button'> &
  Variant & {
    /** At work: disabled, with a spinner in front of the label. */
    busy?: boolean;
  };

export function Button({ variant, look, busy, disabled, className, children, ...rest }: ButtonProps) {
  const messages = useUiMessages();
  return (
    <button
      type="button"
      className={cn(
        button({ variant: variant ?? look }),
        busy ? 'cursor-progress opacity-80' : 'disabled:cursor-default disabled:opacity-45',
        className,
      )}
      disabled={disabled || busy}
      {...rest}
    >
      {busy && <Spinner label={messages.sending} small />}
      {children}
    </button>
  );
}
