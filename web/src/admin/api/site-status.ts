// What the server says of itself to staff.
import { apiError } from './errors';
import { rest } from './session-clients';

export interface SiteStatus {
  version: string;
  public_url_set: boolean;
  undeclared_proxy: boolean;
}

/** Null where the server does not tell, as a hosted project does not. */
export async function readSiteStatus(): Promise<SiteStatus | null> {
  const answer = await rest.rpc('site_status', {}, { get: true });
  if (answer.status === 404 || answer.error?.code === 'PGRST202') return null;
  if (answer.error) throw apiError(answer);
  return answer.data as SiteStatus;
}
