import { cn } from '../ui/cn';

/** The word اُمید, hope, in Nastaliq outlines: a drawing, so that it looks the same on every phone. */
export function Umeed({ className }: { className: string }) {
  return <div className={cn('umeed', className)} aria-hidden="true" />;
}
