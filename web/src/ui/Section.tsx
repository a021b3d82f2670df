import type { ComponentProps } from 'react';
import { classes } from './classes';

const grounds = {
  cream: '',
  sand: 'bg-sand',
  surface: 'bg-surface border-y border-hairline',
  ink: 'on-ink bg-ink text-cream',
  emerald: 'on-ink bg-emerald text-cream',
};

/** One band of a page, edge to edge, with the page's measure inside. */
export function Section({
  ground = 'cream',
  className,
  children,
  ...rest
}: ComponentProps<'section'> & { ground?: keyof typeof grounds }) {
  return (
    <section className={classes('py-16 md:py-24', grounds[ground], className)} {...rest}>
      <div className="wrap">{children}</div>
    </section>
  );
}
