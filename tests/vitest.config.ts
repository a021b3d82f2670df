import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['client/**/*.test.ts', 'clients/node/**/*.test.ts'],
    globalSetup: ['client/binary.ts'],
    environment: 'node',
    // Every file has a server of its own, so files need nothing of each other.
    fileParallelism: true,
    maxWorkers: 4,
    // Patient, since other suites run beside: what is there in time costs nothing by it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    allowOnly: !process.env.CI,
    // The client says once a file that it would rather have Node 22; it works.
    onConsoleLog: text => !text.includes('Node.js 20 and below are deprecated'),
  },
});
