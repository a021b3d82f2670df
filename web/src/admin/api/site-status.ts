// What the server says of itself to staff.
import { apiError } from './errors';
import { rest } from './session-clients';

export interface SiteStatus {
  version: string;
  public_url_set: boolean;
  undeclared_proxy: boolean;
  /** How many entries each form got in a day, and how many it takes from those who send without the website. */
  forms: { table: string; today: number; limit: number }[];
  /** False while the disk is so full that visitors' entries are refused. */
  forms_open: boolean;
  /** Bytes; null where the server cannot tell. */
  disk: { free: number; total: number; low: boolean } | null;
}

/** Null where the server does not tell, as a hosted project does not. */
export async function readSiteStatus(): Promise<SiteStatus | null> {
  const answer = await rest.rpc('site_status', {}, { get: true });
  if (answer.status === 404 || answer.error?.code === 'PGRST202') return null;
  if (answer.error) throw apiError(answer);
  return answer.data as SiteStatus;
}
