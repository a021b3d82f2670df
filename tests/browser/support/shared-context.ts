// One browser context for most tests of a worker. A context of its own for each costs a process, everything loaded and every
// script compiled again: half of what a visit to a page takes. What a test leaves behind is taken away: pages, cookies, what
// is stored, rights. Files stay in the cache, as at a second visit; a test that is about a first one says `fresh`.
import type { Browser } from '@playwright/test';
import { onPostgres } from '../../engines';

export async function shareContext(browser: Browser, url: string) {
  // A picture drawn for every step of a movement is a sixth of the work. So these tests are of those who asked for less of it;
  // those of others are on PostgreSQL, in a `fresh` context, and wherever a test names `contextOptions`.
  const reducedMotion = onPostgres ? 'no-preference' : 'reduce';
  const context = await browser.newContext({ baseURL: url, reducedMotion });
  // Its process lives as long as one of its pages does.
  const anchor = await context.newPage();
  await anchor.goto(`${url}/placeholders/person.svg`);
  const devTools = await context.newCDPSession(anchor);
  /** Servers that the test has visited: some have one of their own. */
  const origins = new Set<string>();
  context.on('page', page => page.on('framenavigated', frame => origins.add(new URL(frame.url()).origin)));

  async function empty() {
    for (const page of context.pages()) if (page !== anchor) await page.close();
    await context.unrouteAll();
    await context.setOffline(false);
    await context.clearPermissions();
    await context.clearCookies();
    for (const origin of origins)
      if (origin !== 'null')
        await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    origins.clear();
  }

  return { context, empty };
}
