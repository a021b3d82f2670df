// What this account is may change while it is signed in: another owner gives it another role, an address is confirmed on a
// telephone. The server goes by the change at once; here it is noticed when the person comes back to the tab, and when
// something is refused.
import type { User } from '@supabase/auth-js';
import { auth, whenRefused } from '../api/session-clients';
import { currentSession } from './session';

/** Going back and forth between windows asks no more often than this. */
const pause = 15_000;

let asked = 0;

/** Begins to follow; called once, when the admin starts. */
export function followAccount() {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  addEventListener('focus', look);
  whenRefused(look);
}

function look() {
  if (currentSession().status !== 'in' || Date.now() - asked < pause) return;
  asked = Date.now();
  readAccountAgain();
}

/** A new token brings the account as it is now, and tells the other tabs. */
export async function readAccountAgain() {
  const { data } = await auth.getUser();
  const state = currentSession();
  if (!data.user || state.status !== 'in') return;
  if (told(data.user) !== told(state.session.user)) await auth.refreshSession();
}

/** What the admin shows of an account, or goes by. */
function told({ id, email, new_email, app_metadata, user_metadata, factors }: User): string {
  return JSON.stringify([id, email, new_email, app_metadata.role, user_metadata, factors]);
}
