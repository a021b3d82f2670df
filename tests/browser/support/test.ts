// Every worker has the release binary for itself, with sample content and a folder of its own: tests may change what they
// like, as long as they put it back for those that follow. Someone who has a server running names it in UMEED_URL, with
// UMEED_EMAIL, UMEED_PASSWORD and UMEED_ANON_KEY.
import { test as base } from '@playwright/test';
import { start } from '../../server';

export const test = base.extend<object, { url: string }>({
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
});

export { type Browser, expect, type Locator, type Page, type Route } from '@playwright/test';
