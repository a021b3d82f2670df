// Signing in, out and up, each with its notice on failure. Sign-up has no screen: the server refuses it unless it is
// switched on, and accounts are made with the binary's own command.
import type { AuthError } from '@supabase/auth-js';
import { notify } from '../../lib/notices';
import { auth, unreachable } from '../api/session-clients';
import { inWords } from '../api/words';
import { dropDrafts } from '../edit/kept-drafts';
import { expectEnd } from './session';

function refused(title: string, error: AuthError) {
  // A gateway's error page has no words for people: the client then hands on its raw text.
  const description = error.name === 'AuthRetryableFetchError' ? unreachable : inWords(error);
  notify({ title, description, destructive: true });
}

export async function signIn(email: string, password: string): Promise<boolean> {
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) refused('Sign in Failed', error);
  else notify({ title: 'Login Successful', description: 'Welcome back!' });
  return !error;
}

export async function signOut(): Promise<boolean> {
  expectEnd(true);
  const { error } = await auth.signOut();
  expectEnd(false);
  if (error) refused('Sign out Failed', error);
  else dropDrafts();
  return !error;
}

export async function signUp(email: string, password: string, options?: { data?: object }) {
  const { error } = await auth.signUp({ email, password, options });
  if (error) refused('Sign up Failed', error);
  return !error;
}
