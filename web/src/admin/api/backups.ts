// How the backups are, as the server tells staff.
import { apiError } from './errors';
import { rest } from './session-clients';

export interface Backups {
  scheduled: boolean;
  last_good: Good | null;
  /** Only when it came after the last good one. */
  last_failure: { at: string; why: string; step: 'making' | 'checking' } | null;
}

export interface Good {
  at: string;
  bytes: number;
  encrypted: boolean;
  /** In an S3. */
  away: boolean;
  /** Null where nobody checked it, as for one that was made by hand. */
  check: Check | null;
}

interface Check {
  at: string;
  /** Into a scratch place; otherwise its bytes were read back and are those that were written. */
  restored: boolean;
  why_not: 'no_key' | 'no_room' | null;
  /** How many rows a restore leaves out, since a write would refuse them. */
  left_out: number;
}

/** Null where the server keeps no account of backups, as a hosted project does. */
export async function readBackups(): Promise<Backups | null> {
  const answer = await rest.rpc('last_backup', {}, { get: true });
  if (answer.error?.code === 'PGRST202') return null;
  if (answer.error) throw apiError(answer);
  return answer.data as Backups;
}
