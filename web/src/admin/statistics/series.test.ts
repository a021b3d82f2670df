import { expect, test } from 'vitest';
import type { Day } from '../api/statistics';
import { barsOf, changeOf, isComparable, sumsOf, topOf, unitOf } from './series';

/** So many days up to this one, with 1, 2, 3… views. */
function daysUpTo(last: string, count: number): Day[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(`${last}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() - (count - 1 - index));
    return {
      day: day.toISOString().slice(0, 10),
      views: index + 1,
      link_previews: 1,
      volunteers: 0,
      subscribers: 0,
      messages: 0,
    };
  });
}

test('a few days have a bar each', () => {
  const bars = barsOf(daysUpTo('2026-11-16', 7), 'views');
  expect(bars.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(bars.at(-1)).toEqual({ first: '2026-11-16', last: '2026-11-16', value: 7 });
  expect(unitOf(30)).toBe('day');
});

test('ninety days are weeks, of which the last is whole', () => {
  const bars = barsOf(daysUpTo('2026-11-16', 90), 'link_previews');
  expect(bars).toHaveLength(13);
  expect(bars[0]?.value).toBe(6);
  expect(bars.slice(1).every(({ value }) => value === 7)).toBe(true);
  expect(bars.at(-1)).toEqual({ first: '2026-11-10', last: '2026-11-16', value: 7 });
});

test('a year is months', () => {
  const bars = barsOf(daysUpTo('2026-11-16', 365), 'link_previews');
  expect(bars).toHaveLength(13);
  expect(bars[0]).toEqual({ first: '2025-11-17', last: '2025-11-30', value: 14 });
  expect(bars[1]).toEqual({ first: '2025-12-01', last: '2025-12-31', value: 31 });
  expect(bars.at(-1)).toEqual({ first: '2026-11-01', last: '2026-11-16', value: 16 });
});

test('the chart is a little higher than its highest bar, and its half is a whole number', () => {
  const top = (value: number) => topOf([{ first: '', last: '', value }]);
  expect([0, 3, 5, 10, 11, 17, 34, 99, 101, 850].map(top)).toEqual([4, 4, 6, 10, 12, 20, 40, 100, 120, 1000]);
  for (let value = 0; value < 5000; value++) {
    expect(top(value) >= value && top(value) % 2 === 0, String(value)).toBe(true);
  }
});

test('sums are compared with those before where there are any', () => {
  expect(sumsOf(daysUpTo('2026-11-16', 3))).toMatchObject({ views: 6, link_previews: 3, messages: 0 });
  expect(changeOf(150, 100)).toBe(50);
  expect(changeOf(0, 3)).toBe(-100);
  expect(changeOf(5, 0)).toBeUndefined();
});

test('days that were counted in part are not compared', () => {
  const week = daysUpTo('2026-11-16', 7); // the week before begins on the 3rd
  expect(isComparable(week, '2026-11-03')).toBe(true);
  expect(isComparable(week, '2026-11-04')).toBe(false);
  expect(isComparable(week, null)).toBe(false);
});
