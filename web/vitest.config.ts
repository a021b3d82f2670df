import { defineConfig, mergeConfig } from 'vitest/config';
import site from './vite.config.ts';

export default defineConfig(environment =>
  mergeConfig(site(environment), {
    test: {
      // Lighter than processes, and as far apart for tests of functions.
      pool: 'threads',
      // Patient: what the tests import is compiled on the way, while everything else is built beside.
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }),
);
