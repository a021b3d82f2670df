// Every worker has a server for itself, with sample content and a folder of its own: tests may change what they
// like, as long as they put it back for those that follow. Someone who has a server running names it in UMEED_URL, with
// UMEED_EMAIL, UMEED_PASSWORD and UMEED_ANON_KEY.
import { type BrowserContext, test as base } from '@playwright/test';
import { start } from '../../server';
import { shareContext } from './shared-context';

interface Worker {
  url: string;
  shared: { context: BrowserContext; empty(): Promise<void> };
}

interface Options {
  /** A browser as on the first visit ever: nothing kept from other tests, and nothing kept for them. */
  fresh: boolean;
}

export const test = base.extend<Options, Worker>({
  fresh: [false, { option: true }],
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      if (process.env.UMEED_URL) return use(process.env.UMEED_URL);
      const { UMEED_WEB_DIST } = process.env; // a development build of the server reads the web app from there
      const server = await start({ UMEED_SAMPLE_CONTENT: 'on', ...(UMEED_WEB_DIST && { UMEED_WEB_DIST }) });
      process.env.UMEED_URL = server.url;
      process.env.UMEED_EMAIL = server.email;
      process.env.UMEED_PASSWORD = server.password;
      process.env.UMEED_ANON_KEY = server.anonKey;
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: async ({ url }, use) => use(url),
  shared: [async ({ browser, url }, use) => use(await shareContext(browser, url)), { scope: 'worker' }],
  context: async (
    {
      browser,
      shared,
      fresh,
      contextOptions,
      deviceScaleFactor,
      hasTouch,
      javaScriptEnabled,
      locale,
      timezoneId,
    },
    use,
  ) => {
    const usual =
      Object.keys(contextOptions).length === 0 &&
      !deviceScaleFactor &&
      !hasTouch &&
      javaScriptEnabled &&
      locale === 'en-US' &&
      !timezoneId;
    if (fresh || !usual) {
      const context = await browser.newContext(); // it takes the options of the test
      await use(context);
      await context.close();
    } else {
      await use(shared.context);
      await shared.empty();
    }
  },
  page: async ({ context, shared, viewport }, use) => {
    const page = await context.newPage();
    if (context === shared.context) {
      if (viewport) await page.setViewportSize(viewport);
      page.clock.install = () => {
        throw new Error('A clock stays with its context: say test.use({ fresh: true }).');
      };
    }
    await use(page);
  },
});

export { type Browser, expect, type Locator, type Page, type Route } from '@playwright/test';
