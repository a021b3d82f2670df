// The two functions that the link of the first start opens.
import { errorMessage } from './errors';
import { visitorRest } from './session-clients';

/** What the site holds: examples as they came, something that somebody has changed since, or nothing. */
export type Sample = 'untouched' | 'changed' | 'absent';

export interface Wanted {
  site_name: string;
  email: string;
  password: string;
  time_zone: string;
  blank: boolean;
  logo: { name: string; data: string } | null;
}

export type Refusal =
  /** The link is good no more. */
  | { kind: 'gone' }
  /** Because of one field; the code says why. */
  | { kind: 'field'; field: string; code: string; message: string }
  | { kind: 'failed'; message: string };

export type Answer<T> = { kind: 'done'; data: T } | Refusal;

export const readSetUpStatus = (token: string) => call<{ sample: Sample }>('set_up_status', token, {});

export const sendSetUp = (token: string, wanted: Wanted) => call('set_up', token, wanted);

async function call<T>(name: string, token: string, given: object): Promise<Answer<T>> {
  const { data, error } = await visitorRest.rpc(name, given).setHeader('X-Set-Up-Token', token);
  if (!error) return { kind: 'done', data };
  const { code, details } = error;
  if (code === 'set_up_link_expired') return { kind: 'gone' };
  const message = errorMessage(error);
  return fields.includes(details)
    ? { kind: 'field', field: details, code, message }
    : { kind: 'failed', message };
}

/** What a refusal may be about. */
const fields = ['site_name', 'email', 'password', 'time_zone', 'blank', 'logo'];
