// Browser tests against the release binary: each of the two workers has a server of its own (browser/support/test.ts), so
// reading and writing specs run side by side.
import { defineConfig } from '@playwright/test';
import { flags } from './chromium.mjs';

export default defineConfig({
  testDir: 'browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: process.env.UMEED_URL ? 1 : 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // On a machine that others use as well a page may be late once; a test that fails twice has failed.
  retries: process.env.CI ? 1 : 0,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.UMEED_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: flags,
    },
    screenshot: 'only-on-failure',
  },
});
