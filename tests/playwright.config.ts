// Browser tests against the server: each of the two workers has a server of its own (browser/support/test.ts), so
// reading and writing specs run side by side.
import { defineConfig } from '@playwright/test';
import { flags } from './chromium.mjs';
import { browserFiles, onPostgres } from './engines';

export default defineConfig({
  testDir: '.',
  testMatch: browserFiles,
  // Runs on both databases go on side by side.
  outputDir: onPostgres ? 'test-results/postgres' : 'test-results/sqlite',
  fullyParallel: true,
  workers: process.env.UMEED_URL ? 1 : 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // No retries: a test that fails once has failed. Patient instead, since other suites run beside: what is there in time
  // costs nothing by it.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.UMEED_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      // One process for all tabs of a context, of which most tests share one (browser/support/shared-context.ts).
      args: [...flags, '--process-per-site', '--renderer-process-limit=1'],
    },
    screenshot: 'only-on-failure',
  },
});
