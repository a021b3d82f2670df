// The opening of every inner page: a quiet band of the motif, the page's one h1 and a line under it.
import type { ReactElement, ReactNode } from 'react';
import { written } from '../lib/written';
import { cn } from '../ui/cn';

interface Props {
  /** Plain words, staff's words, or a heading of the page's own making. */
  title: string | { written: string } | ReactElement;
  children?: ReactNode;
  ink?: boolean;
}

export function PageIntro({ title, children, ink }: Props) {
  return (
    <div
      className={cn(
        'girih girih-fade py-14 md:py-20',
        ink ? 'on-ink bg-ink text-cream' : 'border-b border-hairline bg-sand text-emerald',
      )}
    >
      <div className={cn('wrap', !ink && 'text-ink')}>
        <Title title={title} />
        {children && (
          <div className={cn('mt-5 max-w-[60ch] text-lead', ink ? 'text-mist' : 'text-ink-soft')}>
            {children}
          </div>
        )}
      </div>
    </div>
  );
}

function Title({ title }: Pick<Props, 'title'>) {
  if (typeof title === 'string') return <h1 className={introHeading}>{title}</h1>;
  if (!('written' in title)) return title;
  return <h1 {...written(title.written, introHeading)}>{title.written}</h1>;
}

export const introHeading = 'max-w-[22ch] text-h1';
