// The official clients, all on this site's own address. Every call asks for the current session first, as supabase-js
// does, so that a token about to end is renewed before it is used.
import { AuthAdminApi, AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { RealtimeClient } from '@supabase/realtime-js';
import { StorageClient } from '@supabase/storage-js';
import type { buckets } from '../../schema.gen';
import { adminMessages } from '../messages';
import { demandEnrollment } from '../second-factor/demanded';
import { fetchAuth } from './auth-refusal';

const settings = document.getElementById('umeed-admin')?.textContent;
const key: string = settings ? JSON.parse(settings).key : '';

export const sessionKey = `sb-${location.hostname.split('.')[0]}-auth-token`;

const authService = {
  url: `${location.origin}/auth/v1`,
  headers: { apikey: key, Authorization: `Bearer ${key}` },
};

export const auth = new AuthClient({
  ...authService,
  storageKey: sessionKey,
  storage: localStorage,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: false,
  fetch: fetchAuth,
  experimental: { recoveryCodes: true },
});

/** For a sign-in beside the session that goes on: nothing of it is stored, and nobody is told. */
export function authBeside() {
  return new AuthClient({
    ...authService,
    storageKey: `${sessionKey}-beside`,
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
    fetch: fetchAuth,
  });
}

type Fetch = typeof fetch;

let refused = () => {};

/** Called when the server says that this account may not do what it asked for: its role may be another by now. */
export function whenRefused(call: () => void) {
  refused = call;
}

/**
 * Adds the caller's token. When it is refused, asks once more with a new one, and then signs out here. A session that is to be
 * confirmed with a second factor is renewed as well: then its token says so, and the gate is shown (see second-factor/Gate).
 */
export function signed(plain: Fetch): Fetch {
  return async (input, init) => {
    const token = await currentToken();
    const response = await plain(input, withToken(init, token));
    if (!(await wantsNewToken(response))) {
      if (response.status === 403) refused();
      return response;
    }
    const renewed = await renewedToken();
    return plain(input, withToken(init, renewed));
  };
}

function withToken(init: RequestInit | undefined, token: string): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('apikey', key);
  headers.set('Authorization', `Bearer ${token}`);
  return { ...init, headers };
}

/** The token of the session, renewed where it is about to end. */
export async function currentToken(): Promise<string> {
  const { data, error } = await auth.getSession();
  if (data.session) return data.session.access_token;
  // The session is still there, only its renewal did not get through: that is no reason to sign anyone out.
  const { unreachable, sessionEnded } = adminMessages().shell.errors;
  throw new Error(isAuthRetryableFetchError(error) ? unreachable : sessionEnded);
}

/** A new token; where there is none to be had, the session is over. */
export async function renewedToken(): Promise<string> {
  const { data, error } = await auth.refreshSession();
  if (data.session) return data.session.access_token;
  const { unreachable, sessionEnded } = adminMessages().shell.errors;
  if (isAuthRetryableFetchError(error)) throw new Error(unreachable);
  // The client keeps a session whose token still looks valid, also when the account or the session is gone.
  await auth.signOut({ scope: 'local' });
  throw new Error(sessionEnded);
}

const sessionGone = ['bad_jwt', 'session_not_found', 'user_not_found'];

/** Tables answer 401; files answer 400 and accounts 403, and say so in the body. */
async function wantsNewToken(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  const isFile = response.status === 400 && response.url.includes('/storage/v1/');
  if (!isFile && response.status !== 403) return false;
  const { code, statusCode } = await bodyOf(response);
  if (code === 'mfa_enrollment_required') demandEnrollment(true);
  if (code === 'insufficient_aal') return true;
  if (isFile) return ['401', '403'].includes(String(statusCode));
  return response.url.includes('/auth/v1/') && sessionGone.includes(code ?? '');
}

async function bodyOf(response: Response): Promise<{ code?: string; statusCode?: unknown }> {
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  return body ?? {};
}

/** Accounts of others, by the session of an owner. */
export const accounts = new AuthAdminApi({ ...authService, fetch: signed(fetchAuth) });

// biome-ignore lint/suspicious/noExplicitAny: the tables are declared in resources/, not as TypeScript types
export const rest = new PostgrestClient<any>(`${location.origin}/rest/v1`, { fetch: signed(fetch) });

/** As a visitor, for what is done before anybody can sign in. */
// biome-ignore lint/suspicious/noExplicitAny: it calls functions only
export const visitorRest = new PostgrestClient<any>(`${location.origin}/rest/v1`, {
  headers: { apikey: key, Authorization: `Bearer ${key}` },
});

export function bucket(send: Fetch = fetch, name: keyof typeof buckets = 'website_images') {
  return new StorageClient(`${location.origin}/storage/v1`, {}, signed(send)).from(name);
}

/** For live changes; connects when the first channel is joined (see live/connection.ts). */
export const realtime = new RealtimeClient(`${location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
  params: { apikey: key || 'none' }, // it insists on one, and a page without one works in all else
  // Channels come and go with the screens; the connection stays.
  disconnectOnEmptyChannelsAfterMs: 24 * 60 * 60 * 1000,
});
