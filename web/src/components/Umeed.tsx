import { classes } from '../ui/classes';

/** The word اُمید, hope, in Nastaliq outlines: a drawing, so that it looks the same on every phone. */
export function Umeed({ className }: { className: string }) {
  return <div className={classes('umeed', className)} aria-hidden="true" />;
}
