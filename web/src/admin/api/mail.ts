// Mail, as the server tells owners of it: how it is set up, what could not be sent, and what to do about it.
import type { Rows } from '../../schema.gen';
import { apiError } from './errors';
import { rest } from './session-clients';

export type Mail = Rows['outbox'];

export interface MailStatus {
  set_up: boolean;
  /** Whether mails can carry links into the site. */
  links: boolean;
  from: string | null;
  server: string | null;
  waiting: number;
  failed: number;
}

/** Null where the server sends no mail at all, as a hosted project does not. */
export async function readMailStatus(): Promise<MailStatus | null> {
  const answer = await rest.rpc('mail_status', {}, { get: true });
  if (answer.error?.code === 'PGRST202') return null;
  if (answer.error) throw apiError(answer);
  return answer.data as MailStatus;
}

export interface TestAnswer {
  sent: boolean;
  to: string;
  answer: string;
}

/** To this address; empty for one's own. */
export async function sendTestMail(to: string): Promise<TestAnswer> {
  const answer = await rest.rpc('send_test_mail', to ? { to } : {});
  if (answer.error) throw apiError(answer);
  return answer.data as TestAnswer;
}

const mailsAtOnce = 50;

/** What failed, and what was tried and waits for its next try; the newest first. */
export async function readUnsentMail(signal?: AbortSignal): Promise<Mail[]> {
  let query = rest
    .from('outbox')
    .select('*')
    .or('status.eq.failed,and(status.eq.waiting,last_error.not.is.null)')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false });
  if (signal) query = query.abortSignal(signal);
  const answer = await query.limit(mailsAtOnce);
  if (answer.error) throw apiError(answer);
  return answer.data as Mail[];
}

export async function retryMail(id: string): Promise<void> {
  const answer = await rest.rpc('retry_mail', { id });
  if (answer.error) throw apiError(answer);
}

export async function discardMail(id: string): Promise<void> {
  const answer = await rest.rpc('discard_mail', { id });
  if (answer.error) throw apiError(answer);
}
