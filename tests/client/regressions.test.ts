// What `make bench` says at its end: a ratio counts as worse only beyond the noise of its rounds.
import { expect, test } from 'vitest';
import { type Row, worse } from '../../bench/compared.mjs';

const rate = (ratio: string, peer = 'nginx 70,000'): Row => ({ what: 'home: requests/s', peer, ratio });
const named = (before: Row, after: Row) => worse([before], [after]).map(({ factor }) => factor.toFixed(2));

test('fewer a second than in every round of the record is worse', () => {
  expect(named(rate('1.20 (1.10 to 1.30)'), rate('0.800 (0.700 to 0.900)'))).toEqual(['1.50']);
});

test('what lies within the rounds of either run is noise', () => {
  expect(named(rate('1.20 (1.10 to 1.30)'), rate('1.12 (0.900 to 1.15)'))).toEqual([]);
  expect(named(rate('1.20 (1.10 to 1.30)'), rate('1.05 (0.900 to 1.25)'))).toEqual([]);
});

test('more a second is not worse, and more milliseconds are', () => {
  expect(named(rate('1.20 (1.10 to 1.30)'), rate('2.00 (1.90 to 2.10)'))).toEqual([]);
  const slow = (ratio: string): Row => ({ what: 'home: p99 in ms', peer: 'nginx 1.50', ratio });
  expect(named(slow('1.00 (0.900 to 1.10)'), slow('2.00 (1.80 to 2.20)'))).toEqual(['2.00']);
  expect(named(slow('2.00 (1.80 to 2.20)'), slow('1.00 (0.900 to 1.10)'))).toEqual([]);
});

test('a goal says which way is better where the name does not', () => {
  const growth = (ratio: string, goal: string): Row => ({ what: 'newest 20: µs', ratio, goal });
  expect(named(growth('1.00', 'at most 1.5'), growth('1.40', 'at most 1.5'))).toEqual(['1.40']);
  expect(named(growth('1.00', 'at least 0.5'), growth('1.40', 'at least 0.5'))).toEqual([]);
});

test('one figure without rounds has the noise that its benchmark states, or a quarter', () => {
  const plain = (ratio: string, noise?: number): Row => ({
    what: 'instructions',
    ratio,
    ...(noise && { noise }),
  });
  expect(named(plain('0.700'), plain('0.770'))).toEqual([]);
  expect(named(plain('0.700'), plain('0.770', 0.03))).toEqual(['1.10']);
  expect(named(plain('0.700'), plain('0.980'))).toEqual(['1.40']);
});

test('lines are found by what they say and whom they compare with, not by their figures', () => {
  const before = [
    rate('1.20 (1.10 to 1.30)', 'WordPress 18.3, p99 1,010 ms'),
    rate('5.00 (4.90 to 5.10)', 'Directus 146, p99 879 ms'),
  ];
  const after = [
    rate('1.20 (1.10 to 1.30)', 'WordPress 25.1, p99 900 ms'),
    rate('2.50 (2.40 to 2.60)', 'Directus 300, p99 400 ms'),
    rate('0.100 (0.0900 to 0.110)', 'somebody new 9'),
  ];
  expect(worse(before, after).map(({ row }) => row.peer)).toEqual(['Directus 300, p99 400 ms']);
});
