import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { useUiMessages } from '../messages/ui';
import { cn } from './cn';
import { Spinner } from './Spinner';

const button = cva(
  'inline-flex items-center justify-center gap-2 rounded-soft text-center font-semibold leading-tight transition-colors duration-150',
  {
    variants: {
      variant: {
        /** Marigold means giving, and nothing else. */
        donate: 'bg-marigold text-ink hover:bg-marigold-deep',
        primary: 'bg-emerald text-cream hover:bg-emerald-deep',
        outline: 'border border-edge text-ink hover:border-ink hover:bg-surface',
        onInk: 'border border-mist/60 text-cream hover:border-cream hover:bg-cream/10',
      },
      size: {
        regular: 'min-h-12 px-4 py-2.5 sm:px-6',
        /** In the header. */
        compact: 'min-h-11 px-4 py-2 sm:px-5',
        /** In the admin, where many stand on one screen. */
        small: 'min-h-11 px-4 py-2 text-sm',
      },
    },
    defaultVariants: { size: 'regular' },
  },
);

export type ButtonVariant = NonNullable<VariantProps<typeof button>['variant']>;

interface Look {
  variant: ButtonVariant;
  size?: VariantProps<typeof button>['size'];
}

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<'a'> & Look) {
  return <a className={cn(button({ variant, size }), className)} {...rest} />;
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** At work: disabled, with a spinner in front of the label. */
    busy?: boolean;
  };

export function Button({ variant, size, busy, disabled, className, children, ...rest }: ButtonProps) {
  const messages = useUiMessages();
  return (
    <button
      type="button"
      className={cn(
        button({ variant, size }),
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
