// The second factor of one's own account through the official client: devices and recovery codes. An error is thrown with
// words that can be shown.
import type { AuthError, Factor, Session } from '@supabase/auth-js';
import { lastRefusal } from '../api/auth-refusal';
import { auth } from '../api/session-clients';
import { adminMessages } from '../messages';
import { reason } from '../session/account';

export interface NewDevice {
  id: string;
  /** The picture to take with the app, as an address. */
  picture: string;
  /** The same to type in. */
  secret: string;
  /** The same to tap on the phone itself. */
  uri: string;
}

export interface CodesLeft {
  total: number;
  remaining: number;
}

function told(error: AuthError): Error {
  const texts = adminMessages().secondFactor.refused;
  const words: Partial<Record<string, string>> = {
    mfa_verification_failed: texts.wrongCode,
    mfa_challenge_expired: texts.tooLate,
    mfa_factor_name_conflict: texts.nameTaken,
    too_many_enrolled_mfa_factors: texts.tooMany,
    reauthentication_needed: texts.signInAgain,
    mfa_verification_rejected: texts.otherServer,
  };
  const tooMany = lastRefusal()?.status === 429;
  return new Error((!tooMany && error.code && words[error.code]) || reason(error));
}

function done<T>({ data, error }: { data: T | null; error: AuthError | null }): T {
  if (error) throw told(error);
  if (data === null) throw new Error(adminMessages().shell.errors.unknown);
  return data;
}

/** Those that were set up to their end. */
export async function readDevices(): Promise<Factor[]> {
  return done(await auth.mfa.listFactors()).totp;
}

export async function addDevice(friendlyName: string): Promise<NewDevice> {
  const { id, totp } = done(await auth.mfa.enroll({ factorType: 'totp', friendlyName }));
  return { id, picture: totp.qr_code, secret: totp.secret, uri: totp.uri };
}

/** Confirms the session with a code of this device. */
export async function confirmWith(factorId: string, code: string) {
  done(await auth.mfa.challengeAndVerify({ factorId, code }));
}

export async function confirmWithRecoveryCode(code: string) {
  done(await auth.mfa.recoveryCodes.verify({ code }));
}

export async function removeDevice(factorId: string): Promise<Session | null> {
  done(await auth.mfa.unenroll({ factorId }));
  // The account is another one now, and the session may no longer count as confirmed.
  return (await auth.refreshSession()).data.session;
}

/** Null where there are none. */
export async function readCodesLeft(): Promise<CodesLeft | null> {
  const answer = await auth.mfa.recoveryCodes.getStatus();
  return answer.error?.code === 'mfa_factor_not_found' ? null : done(answer);
}

/** New codes; those from before are worth nothing any more. */
export async function newCodes(): Promise<string[]> {
  const replaced = await auth.mfa.recoveryCodes.regenerate();
  const answer =
    replaced.error?.code === 'mfa_factor_not_found' ? await auth.mfa.recoveryCodes.generate() : replaced;
  return done(answer).codes.map(grouped);
}

/** In fours, as people read and type them. */
export function grouped(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}
