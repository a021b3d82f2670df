import type { ReactNode } from 'react';
import { Spinner } from '../../ui/Spinner';

export function Loading() {
  return (
    <div className="grid min-h-48 place-items-center text-emerald">
      <Spinner />
    </div>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return (
    <p className="girih-fade girih rounded-soft border border-hairline bg-surface p-8 text-ink-soft">
      {children}
    </p>
  );
}
