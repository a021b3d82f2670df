// Where this account is signed in.
import type { DeviceInUse } from './accounts';
import { apiError } from './errors';
import { rest } from './session-clients';

export interface OwnSession extends DeviceInUse {
  id: string;
  /** The one that asks. */
  current: boolean;
}

export async function readOwnSessions(signal?: AbortSignal): Promise<OwnSession[]> {
  const call = rest.rpc('own_sessions');
  const answer = await (signal ? call.abortSignal(signal) : call);
  if (answer.error) throw apiError(answer);
  return answer.data as OwnSession[];
}

export async function endSession(id: string): Promise<void> {
  const answer = await rest.rpc('end_session', { id });
  if (answer.error) throw apiError(answer);
}
