import { expect, test } from 'vitest';
import { pauseAfter } from './pause';

test('a lost connection is tried again soon, then more and more slowly, and never given up', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 50].map(losses => pauseAfter(losses, 0.5));
  expect(pauses).toEqual([1_000, 3_000, 10_000, 30_000, 60_000, 120_000, 120_000]);
});

test('a crowd does not come back all at once', () => {
  expect(pauseAfter(3, 0)).toBeLessThan(pauseAfter(3, 1));
});
