// What the tests of other people's libraries share: a server for a test file (the official client's own), and its keys.
import type { Site } from '../../client/clients.ts';

export { bearer, ok, type Site, serve, unique } from '../../client/clients.ts';

/** A time as PostgreSQL prints it in JSON: no zeros at the end. */
export const TIME_OF_ROW = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,5}[1-9])?\+00:00$/;

/** The key that may do everything. */
export async function serviceKey(site: Site): Promise<string> {
  const { stdout } = await site.command(['keys']);
  const { service_role } = JSON.parse(stdout);
  if (!service_role) throw new Error('umeed keys printed no service key');
  return service_role;
}
