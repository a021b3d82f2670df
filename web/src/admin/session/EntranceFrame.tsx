// The page around the sign-in and what belongs to it: the name of the site, a card, and the way back.
import type { ReactNode } from 'react';
import { Star } from '../../components/Star';
import { Umeed } from '../../components/Umeed';
import { cn } from '../../ui/cn';
import { useAdminMessages } from '../messages';

interface Props {
  /** For more than a few fields. */
  wide?: boolean;
  children: ReactNode;
}

export function EntranceFrame({ wide, children }: Props) {
  const { session: texts } = useAdminMessages();
  return (
    <main className="girih grid min-h-dvh place-items-center px-4 py-10 text-emerald">
      <div className={cn('w-full text-ink', wide ? 'max-w-lg' : 'max-w-sm')}>
        <div className="mb-6 flex items-center justify-center gap-3 text-emerald">
          <Star className="size-8" />
          <Umeed className="h-9" />
        </div>
        {children}
        <p className="mt-6 text-center text-sm">
          <a href="/" className="link inline-flex min-h-11 items-center">
            {texts.backToSite}
          </a>
        </p>
      </div>
    </main>
  );
}

export const card = 'rounded-soft border border-hairline bg-surface p-6 shadow-lift sm:p-8';
