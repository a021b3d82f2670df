// How the backups are, as the server tells staff.
import { rest } from './session-clients';
import { inWords } from './words';

export interface Backups {
  scheduled: boolean;
  last_good: { at: string; bytes: number } | null;
  /** Only when it came after the last good one. */
  last_failure: { at: string; why: string } | null;
}

/** Undefined where the server keeps no account of backups, as a hosted project does. */
export async function readBackups(): Promise<Backups | undefined> {
  const { data, error } = await rest.rpc('last_backup', {}, { get: true });
  if (error?.code === 'PGRST202') return undefined;
  if (error) throw new Error(inWords(error));
  return data as Backups;
}
