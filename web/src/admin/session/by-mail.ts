// Links and codes by mail, through the official client, each with its notice on failure.
import type { AuthError, EmailOtpType } from '@supabase/auth-js';
import { notify } from '../../lib/notices';
import { lastRefusal } from '../api/auth-refusal';
import { auth } from '../api/session-clients';
import { storage } from '../edit/kept-drafts';
import { adminMessages } from '../messages';
import { reason, refused } from './account';

/** What can be asked for at the sign-in. */
export type Asked = 'recovery' | 'magiclink';

export const linkTypes = ['recovery', 'magiclink', 'invite', 'email_change'] as const;
export type LinkType = (typeof linkTypes)[number];

export interface Link {
  type: LinkType;
  token: string;
}

/** What stands behind the `#` of a link in a mail, where no server and no log sees it. */
export function readLink(hash: string): Link | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const type = linkTypes.find(known => known === given.get('type'));
  const token = given.get('token_hash');
  return type && token ? { type, token } : undefined;
}

/** Whether this server sends links; undefined where it does not answer. */
export async function mayAskForLinks(): Promise<boolean | undefined> {
  try {
    const response = await fetch('/auth/v1/settings');
    return response.ok ? (await response.json()).mailer_enabled === true : undefined;
  } catch {
    return undefined;
  }
}

/** Asks for a mail. That it goes well does not tell whether there is such an account. */
export async function askForLink(purpose: Asked, email: string): Promise<boolean> {
  const { error } =
    purpose === 'recovery'
      ? await auth.resetPasswordForEmail(email)
      : await auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  if (error)
    notify({ title: adminMessages().byMail.cannotSend, description: whyNot(error), destructive: true });
  return !error;
}

function whyNot(error: AuthError): string {
  const wait = lastRefusal()?.retryAfterSeconds ?? 60;
  return error.code === 'over_email_send_rate_limit' ? adminMessages().byMail.tooOften(wait) : reason(error);
}

/** Signs in with the six digits of a mail. */
export async function enterCode(purpose: Asked, email: string, code: string): Promise<boolean> {
  const type: EmailOtpType = purpose === 'recovery' ? 'recovery' : 'email';
  const { error } = await auth.verifyOtp({ email, token: code, type });
  if (!error) {
    if (purpose === 'magiclink') notify(adminMessages().session.welcome);
    return true;
  }
  const { wrongCode, wrongCodeText, link } = adminMessages().byMail;
  if (error.code === 'otp_expired')
    notify({ title: wrongCode, description: wrongCodeText, destructive: true });
  else refused(link.failed, error);
  return false;
}

export type Outcome = 'done' | 'old' | 'failed';

/** Under which it is noted who came by an invitation and has no password yet. */
const invited = 'umeed-invited';

/** Whether this account cannot come back unless it chooses a password now: its invitation is used up. */
export function mustChoosePassword(account: string): boolean {
  return storage()?.getItem(invited) === account;
}

/** Uses a link up. */
export async function openLink({ type, token }: Link): Promise<Outcome> {
  const { data, error } = await auth.verifyOtp({ type, token_hash: token });
  if (error?.code === 'otp_expired') return 'old';
  if (error) refused(adminMessages().byMail.link.failed, error);
  else if (type === 'invite') storage()?.setItem(invited, data.user?.id ?? '');
  else if (type === 'magiclink') notify(adminMessages().session.welcome);
  else if (type === 'email_change') await auth.refreshSession(); // where somebody is signed in, as the new address
  return error ? 'failed' : 'done';
}

export async function setPassword(password: string): Promise<boolean> {
  const { error } = await auth.updateUser({ password });
  const { newPassword } = adminMessages().byMail;
  if (error) refused(newPassword.failed, error);
  else {
    storage()?.removeItem(invited);
    notify(newPassword.saved);
  }
  return !error;
}
