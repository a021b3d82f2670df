// Two or more sides measured in the same minutes: in turn, several rounds, and their ratio with its spread.
import { setTimeout as sleep } from 'node:timers/promises';

export const quick = process.env.BENCH_QUICK === '1';
/** Rounds and seconds of each; BENCH_QUICK=1 only shows that a benchmark works. */
export const rounds = quick ? 2 : Number(process.env.BENCH_ROUNDS ?? 9);
export const seconds = quick ? 1 : Number(process.env.BENCH_SECONDS ?? 3);

export const median = values => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Measures each side once a round, every other round in the opposite order. `sides`: name → async measure. */
export async function alternate(sides, count = rounds) {
  const names = Object.keys(sides);
  const results = Object.fromEntries(names.map(name => [name, []]));
  for (let round = 0; round < count; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name].push(await sides[name]());
      await sleep(quick ? 50 : 300);
    }
  }
  return results;
}

/** Ours against theirs: the middle, lowest and highest ratio of the rounds. The two sides of a round are measured within
 * seconds, so a machine that is slower for a minute is so for both. */
export function ratio(ours, theirs) {
  const each = ours.map((value, round) => value / theirs[round]);
  return { ratio: median(each), low: Math.min(...each), high: Math.max(...each) };
}

export const figure = value =>
  value >= 1000
    ? Math.round(value).toLocaleString('en')
    : value >= 100
      ? value.toFixed(0)
      : value.toPrecision(3);

export const formatRatio = ({ ratio, low, high }) => `${figure(ratio)} (${figure(low)} to ${figure(high)})`;
