// Which browser tests run again on PostgreSQL; those of clients all do. Which requests the server is sent is what counts, so
// a screen is for the browser to test, once, and its requests are for those who send them without one: client/, above all
// client/lists.test.ts, and the server's own tests. The specs that are named here send some that nobody else sends
// (the view pg_stat_statements tells), or go through a whole day's work. A spec that sends a new kind of request belongs here,
// or better, its request in a test of client/.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const again = [
  'browser/admin/activity.spec.ts',
  'browser/admin/editing-day.spec.ts',
  'browser/admin/history.spec.ts',
  'browser/admin/many-items.spec.ts',
  'browser/admin/paging.spec.ts',
  'browser/admin/volunteers.spec.ts',
  'browser/admin/volunteers-day.spec.ts',
];

for (const file of again) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  if (!existsSync(path)) throw new Error(`tests/engines.ts names ${file}, which is not there.`);
}

export const onPostgres = Boolean(process.env.UMEED_TEST_POSTGRES);

/** The browser tests of this run. */
export const browserFiles = onPostgres ? again : ['browser/**/*.spec.ts'];
