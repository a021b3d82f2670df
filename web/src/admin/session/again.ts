// Some deeds need a sign-in of the last day, so that a device left signed in gives no account away. The password is then asked
// for where the person is: what is typed on the screen stays, and the deed goes on.
import { type AuthError, isAuthApiError } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { auth, authBeside, rest } from '../api/session-clients';
import { personOf } from '../people/person';
import { currentSession } from './session';

export interface Asked {
  email: string;
  /** The second factor that has to be shown as well. */
  factor?: string;
  /** Whether the person has signed in. */
  answer(done: boolean): void;
}

let current: Asked | undefined;
const listeners = new Set<() => void>();

function put(next: Asked | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

export function useAsked(): Asked | undefined {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => current,
  );
}

const needsSignIn = (error: AuthError | null) =>
  error !== null && isAuthApiError(error) && error.code === 'reauthentication_needed';

/** Does it, if need be after the person has signed in again. Undefined when they would not. */
export async function withRecentSignIn<A extends { error: AuthError | null }>(
  deed: () => Promise<A>,
): Promise<A | undefined> {
  const answer = await deed();
  if (!needsSignIn(answer.error)) return answer;
  return (await askToSignIn()) ? deed() : undefined;
}

function askToSignIn(): Promise<boolean> {
  const state = currentSession();
  if (state.status !== 'in') return Promise.resolve(false);
  const { email = '' } = state.session.user;
  const [factor] = personOf(state.session.user).factors;
  current?.answer(false);
  return new Promise(done => {
    const answer = (signedIn: boolean) => {
      put(undefined);
      done(signedIn);
    };
    put({ email, factor, answer });
  });
}

/**
 * Signs in beside the session that goes on, and puts the new one in its place once all is shown. The old one then ends: it is
 * the same device.
 */
export async function signInAgain(asked: Asked, password: string, code: string): Promise<AuthError | null> {
  const beside = authBeside();
  const { data, error } = await beside.signInWithPassword({ email: asked.email, password });
  if (error) return error;
  let { session } = data;
  if (asked.factor) {
    const verified = await beside.mfa.challengeAndVerify({ factorId: asked.factor, code });
    if (verified.error) {
      await beside.signOut({ scope: 'local' });
      return verified.error;
    }
    session = (await beside.getSession()).data.session ?? session;
  }
  const before = currentSession();
  const { error: refused } = await auth.setSession(session);
  if (refused) return refused;
  const old = before.status === 'in' ? sessionIdOf(before.session.access_token) : undefined;
  // It would end by itself after a month.
  if (old) await rest.rpc('end_session', { id: old });
  return null;
}

/** The id of a session, which its token says. */
export function sessionIdOf(token: string): string | undefined {
  try {
    const part = token.split('.')[1] ?? '';
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))).session_id;
  } catch {
    return undefined;
  }
}
