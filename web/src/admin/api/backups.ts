// How the backups are, as the server tells staff.
import { apiError } from './errors';
import { rest } from './session-clients';

export interface Backups {
  scheduled: boolean;
  last_good: { at: string; bytes: number } | null;
  /** Only when it came after the last good one. */
  last_failure: { at: string; why: string } | null;
}

/** Null where the server keeps no account of backups, as a hosted project does. */
export async function readBackups(): Promise<Backups | null> {
  const answer = await rest.rpc('last_backup', {}, { get: true });
  if (answer.error?.code === 'PGRST202') return null;
  if (answer.error) throw apiError(answer);
  return answer.data as Backups;
}
