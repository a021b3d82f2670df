// The page around a step between the password and the admin, with the way out.
import type { ReactNode } from 'react';
import { Star } from '../../components/Star';
import { Umeed } from '../../components/Umeed';
import { cn } from '../../ui/cn';
import { useAdminMessages } from '../messages';
import { signOut } from '../session/account';
import { useTitle } from '../shell/title';

interface Props {
  heading: string;
  text: string;
  wide?: boolean;
  children: ReactNode;
}

export function GateFrame({ heading, text, wide, children }: Props) {
  const { shell } = useAdminMessages();
  useTitle(heading);
  return (
    <main className="girih grid min-h-dvh place-items-center px-4 py-10 text-emerald">
      <div className={cn('w-full text-ink', wide ? 'max-w-xl' : 'max-w-sm')}>
        <div className="mb-6 flex items-center justify-center gap-3 text-emerald">
          <Star className="size-8" />
          <Umeed className="h-9" />
        </div>
        <div className="rounded-soft border border-hairline bg-surface p-6 shadow-lift sm:p-8">
          <h1 className="text-h3">{heading}</h1>
          <p className="mt-1 mb-6 text-sm text-ink-soft">{text}</p>
          {children}
        </div>
        <p className="mt-6 text-center text-sm">
          <button type="button" className="link inline-flex min-h-11 items-center" onClick={() => signOut()}>
            {shell.signOut}
          </button>
        </p>
      </div>
    </main>
  );
}
