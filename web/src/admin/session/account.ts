// Signing in, out and up, each with its notice on failure. Sign-up has no screen: the server refuses it unless it is
// switched on, and accounts are made with the binary's own command.
import type { AuthError } from '@supabase/auth-js';
import { notify } from '../../lib/notices';
import { lastRefusal } from '../api/auth-refusal';
import { errorMessage } from '../api/errors';
import { auth } from '../api/session-clients';
import { forgetDrafts } from '../edit/open-editors';
import { adminMessages } from '../messages';
import { needsCode } from '../second-factor/level';
import { expectEnd } from './session';

export function refused(title: string, error: AuthError) {
  notify({ title, description: reason(error), destructive: true });
}

export function reason(error: AuthError): string {
  const { shell, session } = adminMessages();
  const refusal = lastRefusal();
  if (refusal?.status === 429)
    return session.tooManyTries(Math.max(1, Math.ceil((refusal.retryAfterSeconds ?? 60) / 60)));
  if (error.name !== 'AuthRetryableFetchError') return errorMessage(error);
  if (!refusal) return shell.errors.unreachable;
  // A gateway's error page has no message of the server: then nothing is known but that it cannot be reached.
  return refusal.message || (refusal.status > 501 ? shell.errors.unreachable : shell.errors.unknown);
}

export async function signIn(email: string, password: string): Promise<boolean> {
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) refused(adminMessages().session.signInFailed, error);
  // Who has a second factor is welcomed after it.
  else if (!data?.session || !needsCode(data.session)) notify(adminMessages().session.welcome);
  return !error;
}

/** Everywhere, or on this device only. */
export async function signOut(scope: 'global' | 'local' = 'global'): Promise<boolean> {
  expectEnd(true);
  const { error } = await auth.signOut({ scope });
  expectEnd(false);
  if (error) refused(adminMessages().session.signOutFailed, error);
  else forgetDrafts();
  return !error;
}

export async function signUp(email: string, password: string, options?: { data?: object }) {
  const { error } = await auth.signUp({ email, password, options });
  if (error) refused(adminMessages().session.signUpFailed, error);
  return !error;
}
