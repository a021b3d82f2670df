// The messages of visitors through the official client: pieces of the list by the place after the last one seen, so that a
// hundred thousand of them cost no more than thirty.
import { type Rows, tables } from '../../schema.gen';
import { apiError } from './errors';
import { beyond, contains } from './rows';
import { rest } from './session-clients';

export type Message = Rows['messages'];
export type Status = (typeof tables.messages.columns.status.oneOf)[number];

export const statuses = tables.messages.columns.status.oneOf;

export const messagesAtOnce = 30;

export interface Wanted {
  statuses: readonly Status[];
  search: string;
  after?: Message;
  signal?: AbortSignal;
}

export async function readMessages({ statuses: wanted, search, after, signal }: Wanted): Promise<Message[]> {
  let query = rest.from('messages').select('*');
  if (wanted.length < statuses.length) query = query.in('status', wanted);
  if (search) query = query.or(contains(search, ['name', 'email', 'phone', 'subject', 'message']));
  if (after) query = beyond(query, after);
  query = query.order('created_at', { ascending: false }).order('id', { ascending: false });
  if (signal) query = query.abortSignal(signal);
  const answer = await query.limit(messagesAtOnce);
  if (answer.error) throw apiError(answer);
  return answer.data as Message[];
}

export async function countNewMessages(signal?: AbortSignal): Promise<number> {
  let query = rest.from('messages').select('id', { count: 'exact', head: true }).eq('status', 'new');
  if (signal) query = query.abortSignal(signal);
  const answer = await query;
  if (answer.error) throw apiError(answer);
  return answer.count ?? 0;
}

/** False when somebody has deleted it meanwhile. */
export async function setStatus(id: string, status: Status): Promise<boolean> {
  const answer = await rest.from('messages').update({ status }).eq('id', id).select('id');
  if (answer.error) throw apiError(answer);
  return answer.data.length > 0;
}
