// What runs once only, on SQLite. Every other file of clients and of the admin runs again on PostgreSQL, and so does a new
// one; of the public pages those that are named below. Decide by the requests that a file sends: where it sends one that
// no other test sends on PostgreSQL, it runs on both. Its view pg_stat_statements tells what a file has it do.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sameRequests = (where: string) => `asks the server what ${where} asks it`;
const inTheBrowser = (what: string) =>
  `is about ${what}; what it saves and reads is saved and read by the specs of lists, pages and whole days`;

/** By file, the reason. */
const once: Record<string, string> = {
  'browser/admin/accounts.spec.ts': sameRequests('client/accounts.test.ts'),
  'browser/admin/by-mail.spec.ts': sameRequests('client/by-mail.test.ts'),
  'browser/admin/entry.spec.ts': sameRequests('client/auth.test.ts'),
  'browser/admin/failing.spec.ts': inTheBrowser('screens that break'),
  'browser/admin/forms.spec.ts': inTheBrowser('what the inputs do while somebody types'),
  'browser/admin/languages.spec.ts': inTheBrowser('words and their direction'),
  'browser/admin/leaving.spec.ts': inTheBrowser('leaving with unsaved work'),
  'browser/admin/live.spec.ts': sameRequests('client/realtime.test.ts'),
  'browser/admin/my-account.spec.ts': sameRequests('client/accounts.test.ts'),
  'browser/admin/people-by-mail.spec.ts': sameRequests('client/by-mail.test.ts'),
  'browser/admin/preview.spec.ts': sameRequests('server/tests/suite/pages/preview.rs'),
  'browser/admin/quality.spec.ts': inTheBrowser('layout, keyboard and what axe finds'),
  'browser/admin/rich-text.spec.ts': inTheBrowser('the editor of texts'),
  'browser/admin/second-factor.spec.ts': sameRequests('client/second-factor.test.ts'),
  'browser/admin/session.spec.ts': sameRequests('client/sessions.test.ts'),
  'browser/admin/set-up.spec.ts': sameRequests('client/set-up.test.ts'),
  'browser/admin/slow-net.spec.ts': inTheBrowser('connections that are slow or break'),
  'browser/admin/uploads.spec.ts': inTheBrowser('pictures before they are sent'),
  'browser/admin/work-kept.spec.ts': inTheBrowser('what a browser keeps of unsaved work'),
};

/**
 * Of the public pages those that show what was just written: how the others behave once they are there does not depend
 * on the database.
 */
const shown = ['edits'];

for (const file of Object.keys(once)) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  if (!existsSync(path)) throw new Error(`tests/engines.ts names ${file}, which is not there.`);
}

export const onPostgres = Boolean(process.env.UMEED_TEST_POSTGRES);

/** The files that this run leaves out. */
export const leftOut: string[] = onPostgres ? Object.keys(once) : [];

/** The browser tests of this run. */
export const browserFiles: string[] = onPostgres
  ? ['browser/admin/**', ...shown.map(name => `browser/${name}.spec.ts`)]
  : ['browser/**'];
