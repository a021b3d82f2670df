// The accounts of everyone, for owners, through the official client; and who is signed in where.
import type { AuthError, GenerateLinkParams, User } from '@supabase/auth-js';
import { apiError } from './errors';
import { accounts, rest } from './session-clients';

const perPage = 200;

/** All of them: a foundation has few. */
export async function readAccounts(): Promise<User[]> {
  const found: User[] = [];
  for (let page = 1; ; page += 1) {
    const { data, error } = await accounts.listUsers({ page, perPage });
    if (error) throw error;
    found.push(...data.users);
    if (data.users.length < perPage) return found;
  }
}

export interface DeviceInUse {
  /** In the server's words. */
  device: string;
  began_at: string;
  used_at: string;
}

export interface InUse {
  account: string;
  total: number;
  /** Those used last. */
  sessions: DeviceInUse[];
}

/** The server answers for so many accounts at once. */
const atOnce = 100;

export async function readSessionsOf(ids: readonly string[], signal?: AbortSignal): Promise<InUse[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) =>
    ids.slice(part * atOnce, (part + 1) * atOnce),
  );
  const answers = await Promise.all(
    parts.map(async part => {
      const call = rest.rpc('account_sessions', { accounts: part });
      const answer = await (signal ? call.abortSignal(signal) : call);
      if (answer.error) throw apiError(answer);
      return answer.data as InUse[];
    }),
  );
  return answers.flat();
}

export async function endSessionsOf(account: string): Promise<void> {
  const answer = await rest.rpc('end_account_sessions', { account });
  if (answer.error) throw apiError(answer);
}

type Failure = { data: null; error: AuthError };
export type Answer<T> = { data: T; error: null } | Failure;

/** Where a link leads that is handed over: to a page that asks before it uses the link up. The token is behind the `#`. */
const linkTo = (token: string, type: string) =>
  `${location.origin}/admin/link#token_hash=${token}&type=${type}`;

export interface Invitation {
  email: string;
  data: object;
  role: 'owner' | 'editor';
}

/** Makes the account, if it is not there yet, and a link for it. */
export async function makeInviteLink({ email, data, role }: Invitation): Promise<Answer<string>> {
  // The role goes beside what the client's type knows of.
  const asked = { type: 'invite', email, options: { data }, app_metadata: { role } } as const;
  return linkOf(asked as GenerateLinkParams);
}

/** For one who has an account: the first link for one who has not come, one for a new password for others. */
export async function makeLinkFor(email: string, type: 'invite' | 'recovery'): Promise<Answer<string>> {
  return linkOf({ type, email });
}

async function linkOf(asked: GenerateLinkParams): Promise<Answer<string>> {
  const { data, error } = await accounts.generateLink(asked);
  if (error) return { data: null, error };
  return { data: linkTo(data.properties.hashed_token, data.properties.verification_type), error: null };
}

/** Makes the account; the mail goes out by `sendInvitation`. */
export function makeAccount({ email, data, role }: Invitation) {
  return accounts.createUser({ email, user_metadata: data, app_metadata: { role } });
}

export function sendInvitation(email: string) {
  return accounts.inviteUserByEmail(email);
}

export function setRole(id: string, role: 'owner' | 'editor') {
  return accounts.updateUserById(id, { app_metadata: { role } });
}

export function removeAccount(id: string) {
  return accounts.deleteUser(id);
}

export function dropFactor(userId: string, id: string) {
  return accounts.mfa.deleteFactor({ userId, id });
}
