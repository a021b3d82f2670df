import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './cn';

const section = cva('py-16 md:py-24', {
  variants: {
    ground: {
      cream: '',
      sand: 'bg-sand',
      surface: 'bg-surface border-y border-hairline',
      ink: 'on-ink bg-ink text-cream',
      emerald: 'on-ink bg-emerald text-cream',
    },
  },
});

/** One band of a page, edge to edge, with the page's measure inside. */
export function Section({
  ground = 'cream',
  className,
  children,
  ...rest
}: ComponentProps<'section'> & VariantProps<typeof section>) {
  return (
    <section className={cn(section({ ground }), className)} {...rest}>
      <div className="wrap">{children}</div>
    </section>
  );
}
