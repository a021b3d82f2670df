// The opening of every inner page: a quiet band of the motif, the page's one h1 and a line under it.
import type { ReactNode } from 'react';
import { cn } from '../ui/cn';

interface Props {
  title: ReactNode;
  children?: ReactNode;
  ink?: boolean;
}

export function PageIntro({ title, children, ink }: Props) {
  return (
    <header
      className={cn(
        'girih girih-fade py-14 md:py-20',
        ink ? 'on-ink bg-ink text-cream' : 'border-b border-hairline bg-sand text-emerald',
      )}
    >
      <div className={cn('wrap', !ink && 'text-ink')}>
        {typeof title === 'string' ? <h1 className={introHeading}>{title}</h1> : title}
        {children && (
          <div className={cn('mt-5 max-w-[60ch] text-lead', ink ? 'text-mist' : 'text-ink-soft')}>
            {children}
          </div>
        )}
      </div>
    </header>
  );
}

export const introHeading = 'max-w-[22ch] text-h1';
