// How others' rows come into the pages of a list.
import { expect, test } from 'vitest';
import type { Page, Row } from '../api/rows';
import { withMore, withNewer, without } from './cache';

const row = (id: string, made: number, version = 1): Row => ({
  id,
  created_at: `2026-01-01T00:00:${String(made).padStart(2, '0')}+00:00`,
  updated_at: `2026-01-02T00:00:${String(version).padStart(2, '0')}+00:00`,
});
const ids = (pages: readonly Page[]) => pages.map(({ rows }) => rows.map(({ id }) => id).join(''));

const pages: Page[] = [
  { rows: [row('f', 60), row('e', 50)], total: 6 },
  { rows: [row('d', 40), row('c', 30)], total: 6 },
];

test('a new row stands at its place, and all pages count it', () => {
  const more = withMore(pages, [row('x', 45), row('y', 59)]);
  expect(ids(more)).toEqual(['fye', 'xdc']);
  expect(more.map(({ total }) => total)).toEqual([8, 8]);
});

test('one that belongs behind the last page that was read is counted only', () => {
  const more = withMore(pages, [row('old', 10)]);
  expect(ids(more)).toEqual(['fe', 'dc']);
  expect(more[0]?.total).toBe(7);
  const whole = withMore([{ rows: [row('f', 60)], total: 1 }], [row('old', 10)]);
  expect(ids(whole)).toEqual(['fold']);
  expect(ids(withMore([{ rows: [], total: 0 }], [row('a', 1)]))).toEqual(['a']);
});

test('a page of a list with pages gets no longer', () => {
  const more = withMore(pages.slice(0, 1), [row('g', 61)], 2);
  expect(ids(more)).toEqual(['gf']);
  expect(more[0]?.total).toBe(7);
});

test('what is there already changes nothing, so that word of an own write does no harm', () => {
  expect(withMore(pages, [row('e', 50)])).toBe(pages);
  expect(without(pages, ['nobody'])).toBe(pages);
  expect(withNewer(pages, [row('e', 50, 1)])).toBe(pages);
  expect(withNewer(pages, [row('nobody', 1, 9)])).toBe(pages);
});

test('an older row never takes the place of a newer one', () => {
  const newer = withNewer(pages, [row('e', 50, 5)]);
  expect(newer[0]?.rows[1]?.updated_at).toBe(row('e', 50, 5).updated_at);
  expect(withNewer(newer, [row('e', 50, 3)])).toBe(newer);
});

test('a deleted row goes from its page and from every total', () => {
  const left = without(pages, ['e', 'c']);
  expect(ids(left)).toEqual(['f', 'd']);
  expect(left.map(({ total }) => total)).toEqual([4, 4]);
});
