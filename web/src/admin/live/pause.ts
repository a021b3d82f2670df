// How long to wait before a lost connection is tried again. Pure.

const pauses = [1_000, 3_000, 10_000, 30_000, 60_000, 120_000];

/** After so many losses in a row; a little more or less, so that a crowd does not come back at once. */
export function pauseAfter(losses: number, random = Math.random()): number {
  const pause = pauses[Math.min(losses, pauses.length) - 1] ?? 1_000;
  return Math.round(pause * (0.85 + 0.3 * random));
}
