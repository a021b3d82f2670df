// From days to what is drawn: bars of a width that a phone can show, the height of the chart, and how a sum compares with the
// one before. Pure.
import type { Day, Measure, Sums } from '../api/statistics';

/** In the order in which they are shown. */
export const measures: readonly Measure[] = [
  'views',
  'link_previews',
  'volunteers',
  'subscribers',
  'messages',
];

export type Unit = 'day' | 'week' | 'month';

/** The days from first to last, and their sum. */
export interface Bar {
  first: string;
  last: string;
  value: number;
}

/** A month has at most as many days as a phone has room for bars. */
export function unitOf(days: number): Unit {
  if (days <= 31) return 'day';
  return days <= 100 ? 'week' : 'month';
}

export function barsOf(days: readonly Day[], measure: Measure): Bar[] {
  const unit = unitOf(days.length);
  const bars: Bar[] = [];
  let group = '';
  days.forEach(({ day, [measure]: value }, index) => {
    // Weeks are counted back from today, so that the last is a whole one.
    const week = Math.floor((days.length - 1 - index) / 7);
    const own = { day, week: String(week), month: day.slice(0, 7) }[unit];
    const last = bars.at(-1);
    if (last && own === group) {
      last.last = day;
      last.value += value;
    } else bars.push({ first: day, last: day, value });
    group = own;
  });
  return bars;
}

/** The number at the top of the chart: even, so that half of it is a whole number too. */
export function topOf(bars: readonly Bar[]): number {
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  if (highest <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(highest));
  const [top = 10] = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8].filter(factor => factor * step >= highest);
  const even = top * step;
  return even % 2 === 0 ? even : even + 1;
}

export function sumsOf(days: readonly Day[]): Sums {
  const sum = (measure: Measure) => days.reduce((sum, day) => sum + day[measure], 0);
  return Object.fromEntries(measures.map(measure => [measure, sum(measure)])) as Sums;
}

/** In percent; undefined where there is nothing to compare with. */
export function changeOf(now: number, before: number): number | undefined {
  return before > 0 ? Math.round((100 * (now - before)) / before) : undefined;
}

/** Whether the days before were counted from their beginning: those of a part would look like a rise. */
export function isComparable(days: readonly Day[], since: string | null): boolean {
  const [first] = days;
  if (!first || !since) return false;
  const before = new Date(`${first.day}T00:00:00Z`);
  before.setUTCDate(before.getUTCDate() - days.length);
  return since <= before.toISOString().slice(0, 10);
}
