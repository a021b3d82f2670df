// Browser tests against the release binary (see browser/start.ts for how it is started). Specs that change
// content are a project of their own: it runs after the others, one test at a time, and puts everything back.
import { defineConfig } from '@playwright/test';

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'browser',
  globalSetup: './browser/start.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // On a machine that others use as well a page may be late once; a test that fails twice has failed.
  retries: process.env.CI ? 1 : 0,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  use: {
    baseURL: process.env.UMEED_URL,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: process.env.UMEED_CHROMIUM ?? '/usr/bin/chromium', args: quiet },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'reading', testMatch: '**/*.spec.ts', testIgnore: ['**/*.writing.spec.ts', 'admin/**'] },
    // The admin's specs change content too: `make test` runs them beside the others, on a server of their own.
    { name: 'admin', testMatch: 'admin/**/*.spec.ts', fullyParallel: false, workers: 1 },
    {
      name: 'writing',
      testMatch: '**/*.writing.spec.ts',
      testIgnore: 'admin/**',
      dependencies: ['reading'],
      fullyParallel: false,
      workers: 1,
    },
  ],
});
