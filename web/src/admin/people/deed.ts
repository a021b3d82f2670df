// Doing something to an account: one thing at a time, the password asked for again where the server wants it, and a failure told
// in words.
import { type AuthError, isAuthError } from '@supabase/auth-js';
import { useState } from 'react';
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { adminMessages } from '../messages';
import { reason } from '../session/account';
import { withRecentSignIn } from '../session/again';

/** The person was asked for the password and would not: there is nothing to tell. */
class Stopped extends Error {}

/** The answer of the auth server; what it refused is thrown. */
export async function recently<A extends { error: AuthError | null }>(deed: () => Promise<A>): Promise<A> {
  const answer = await withRecentSignIn(deed);
  if (!answer) throw new Stopped();
  if (answer.error) throw answer.error;
  return answer;
}

export function wordsOf(error: unknown): string {
  if (!isAuthError(error)) return errorMessage(error);
  return adminMessages().people.errors[error.code ?? ''] ?? reason(error);
}

export function useDeed() {
  const [busy, setBusy] = useState<string>();
  return {
    /** The name of what is being done. */
    busy,
    /** Undefined when it failed, which is told under this title. */
    async run<A>(name: string, failed: string, deed: () => Promise<A>): Promise<A | undefined> {
      setBusy(name);
      try {
        return await deed();
      } catch (error) {
        if (!(error instanceof Stopped))
          notify({ title: failed, description: wordsOf(error), destructive: true });
        return undefined;
      } finally {
        setBusy(undefined);
      }
    },
  };
}
