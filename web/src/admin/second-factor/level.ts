// How far a session has come: with the password alone, or confirmed with a second factor. Pure; the server decides.
import type { Session } from '@supabase/auth-js';

type Leveled = Pick<Session, 'access_token' | 'user'>;

/** Whether its token was given out after the second factor. */
export function isConfirmed({ access_token }: Pick<Session, 'access_token'>): boolean {
  try {
    const payload = access_token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aal === 'aal2';
  } catch {
    return false;
  }
}

/** The devices that can be asked for a code. */
export function devicesOf({ user }: Pick<Session, 'user'>) {
  return (user.factors ?? []).filter(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  );
}

/** Before anything else is shown, the code of the second factor is asked for. */
export function needsCode(session: Leveled): boolean {
  return !isConfirmed(session) && devicesOf(session).length > 0;
}
