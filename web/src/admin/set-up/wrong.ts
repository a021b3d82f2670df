// What is wrong with the fields of the set-up, in words: what can be seen here, and what the server refuses. Pure.
import { passwordLength } from '../../schema.gen';
import { adminMessages } from '../messages';
import type { Typed } from './typed';

export type FieldName = 'site_name' | 'logo' | 'email' | 'password' | 'blank' | 'time_zone';

export type Wrong = Partial<Record<FieldName, string>>;

/** `isAddress`: what the browser says of the e-mail address. The server has the last word on everything. */
export function wrongIn(given: Typed & { password: string; isAddress: boolean }): Wrong {
  const { refused } = adminMessages().setUp;
  const length = [...given.password].length;
  return {
    ...(given.siteName.trim() === '' && { site_name: refused.site_name_missing }),
    ...(!given.isAddress && { email: refused.invalid_email }),
    ...(given.email.trim() === '' && { email: refused.email_missing }),
    ...(length < passwordLength.min && { password: refused.password_too_short(passwordLength.min) }),
    ...(length > passwordLength.max && { password: refused.password_too_long(passwordLength.max) }),
  };
}

/** In our words where there are any for it, else in the server's. */
export function refusalText({ code, message }: { code: string; message: string }): string {
  const { refused } = adminMessages().setUp;
  if (code === 'password_too_short') return refused.password_too_short(passwordLength.min);
  if (code === 'password_too_long') return refused.password_too_long(passwordLength.max);
  const known: Readonly<Record<string, unknown>> = refused;
  const text = known[code];
  return typeof text === 'string' ? text : message;
}
