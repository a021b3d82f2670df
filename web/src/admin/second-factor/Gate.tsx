// Stands before the admin where the session is not enough: until the code of the second factor is given, or until a second
// factor is set up where one is demanded. What was on the screen stays as it is behind it, typing and all.
import type { Session } from '@supabase/auth-js';
import { type ReactNode, useState } from 'react';
import { useDemanded } from './demanded';
import { needsCode } from './level';
import { MustEnroll } from './MustEnroll';
import { SecondStep } from './SecondStep';

export function Gate({ session, children }: { session: Session; children: ReactNode }) {
  const demanded = useDemanded();
  const asksForCode = needsCode(session);
  const closed = asksForCode || demanded;
  const [begun, setBegun] = useState(!closed);
  // Nothing inside is drawn, and so nothing is fetched, before the first time that it is open.
  if (!closed && !begun) setBegun(true);
  return (
    <>
      {begun && (
        <div className="contents" hidden={closed} inert={closed}>
          {children}
        </div>
      )}
      {asksForCode ? <SecondStep session={session} /> : demanded && <MustEnroll />}
    </>
  );
}
