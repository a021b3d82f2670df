// Programs that attack the server: they kill it, starve it and flood it. One at a time, each on servers of its
// own. Short by default; how to let them run for long is said at the head of each. Those that need minutes, or root for
// disks of their own, are `*.long.test.ts` and run only when asked for: SIEGE=long. `make test` runs them in two parts:
// SIEGE=alone, what needs the machine for itself, and SIEGE=beside, all others.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** They take all that the machine has, and ask how long others wait meanwhile. */
const alone = ['dear-reads.test.ts', 'flood.test.ts', 'lock-out.test.ts', 'realtime.test.ts'];
const long = '*.long.test.ts';
const { SIEGE } = process.env;
const left = { long: [], beside: [long, ...alone] }[SIEGE ?? ''] ?? [long];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: SIEGE === 'alone' ? alone : ['*.test.ts'],
    exclude: left,
    globalSetup: ['../client/binary.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 3 * 3600_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    allowOnly: !process.env.CI,
  },
});
