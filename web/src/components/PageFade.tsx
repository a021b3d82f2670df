import type { ReactNode } from 'react';

/** Fades in what a move inside the site brought. Give it a new key for each arrival. */
export function PageFade({ moved, children }: { moved: boolean; children: ReactNode }) {
  return <div className={moved ? 'page-fade' : undefined}>{children}</div>;
}
