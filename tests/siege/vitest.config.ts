// Programs that attack the release binary: they kill it, starve it and flood it. One at a time, each on servers of its
// own. Short by default; how to let them run for long is said at the head of each. Those that need minutes, or root for
// disks of their own, are `*.long.test.ts` and run only when asked for: SIEGE=long.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['*.test.ts'],
    exclude: process.env.SIEGE === 'long' ? [] : ['*.long.test.ts'],
    globalSetup: ['../client/binary.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 3 * 3600_000,
    hookTimeout: 60_000,
    allowOnly: !process.env.CI,
  },
});
