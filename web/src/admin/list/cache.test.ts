// How others' rows come into the pages of a list.
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../api/query-client';
import type { Page, Row } from '../api/rows';
import {
  changeCached,
  dropCached,
  insertCached,
  type ListKey,
  prependCached,
  rowsKey,
  totalKey,
  withMore,
  withNewer,
  without,
} from './cache';

const row = (id: string, made: number, version = 1): Row => ({
  id,
  created_at: `2026-01-01T00:00:${String(made).padStart(2, '0')}+00:00`,
  updated_at: `2026-01-02T00:00:${String(version).padStart(2, '0')}+00:00`,
});
const ids = (pages: readonly Page[]) => pages.map(({ rows }) => rows.map(({ id }) => id).join(''));

const pages: Page[] = [
  { rows: [row('f', 60), row('e', 50)], more: true },
  { rows: [row('d', 40), row('c', 30)], more: true },
];

test('a new row stands at its place', () => {
  expect(ids(withMore(pages, [row('x', 45), row('y', 59)]))).toEqual(['fye', 'xdc']);
});

test('one that belongs behind the last page that was read is left to be read', () => {
  const more = withMore(pages, [row('old', 10)]);
  expect(ids(more)).toEqual(['fe', 'dc']);
  expect(more[1]?.more).toBe(true);
  const whole = withMore([{ rows: [row('f', 60)], more: false }], [row('old', 10)]);
  expect(ids(whole)).toEqual(['fold']);
  expect(ids(withMore([{ rows: [], more: false }], [row('a', 1)]))).toEqual(['a']);
});

test('a page of a list with pages gets no longer, and what it loses comes after it', () => {
  const [page] = withMore([{ rows: [row('f', 60), row('e', 50)], more: false }], [row('g', 61)], 2);
  expect(page?.rows.map(({ id }) => id)).toEqual(['g', 'f']);
  expect(page?.more).toBe(true);
  expect(withMore([{ rows: [row('f', 60)], more: false }], [row('g', 61)], 2)[0]?.more).toBe(false);
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

test('a deleted row goes from its page', () => {
  const left = without(pages, ['e', 'c']);
  expect(ids(left)).toEqual(['f', 'd']);
  expect(left.every(({ more }) => more)).toBe(true);
});

const all: ListKey = ['projects', 'list', { search: '' }];
const found: ListKey = ['projects', 'list', { search: 'word' }];
const uncounted: ListKey = ['projects', 'list', { search: 'rare' }];
const records: ListKey = ['volunteers', 'records', { search: '' }];
const second = { created_at: row('e', 50).created_at, id: 'e' };

const total = (list: ListKey) => queryClient.getQueryData<number>(totalKey(list));
const listed = (list: ListKey) =>
  ids(queryClient.getQueryData<{ pages: Page[] }>(rowsKey(list))?.pages ?? []);
const page = (after?: typeof second) => queryClient.getQueryData<Page>(rowsKey(records, after));
const gone = (key: string) => ({ verb: 'DELETE', key }) as Parameters<typeof changeCached>[1][number];

beforeEach(() => {
  queryClient.clear();
  const pageParams = [undefined];
  queryClient.setQueryData(rowsKey(all), { pages, pageParams });
  queryClient.setQueryData(totalKey(all), 6);
  queryClient.setQueryData(rowsKey(found), { pages: [pages[1]], pageParams });
  queryClient.setQueryData(totalKey(found), 3);
  queryClient.setQueryData(rowsKey(uncounted), { pages: [pages[1]], pageParams });
  queryClient.setQueryData(rowsKey(records), pages[0]);
  queryClient.setQueryData(rowsKey(records, second), pages[1]);
  queryClient.setQueryData(totalKey(records), 6);
});

test('a deleted row goes from every list that holds it, and from their totals only', () => {
  dropCached('projects', 'e');
  expect([listed(all), total(all)]).toEqual([['f', 'dc'], 5]);
  expect([listed(found), total(found)]).toEqual([['dc'], 3]);
  dropCached('projects', 'd');
  expect([listed(all), total(all)]).toEqual([['f', 'c'], 4]);
  expect([listed(found), total(found)]).toEqual([['c'], 2]);
  expect(total(uncounted), 'still to be counted').toBeUndefined();
  expect(total(records)).toBe(6);
});

test('others’ deletions go from all pages of a list, and are counted once each', () => {
  queryClient.setQueryData(rowsKey(records, second), { rows: [row('e', 50), row('d', 40)], more: true });
  changeCached('volunteers', [gone('e'), gone('d'), gone('nobody')]);
  expect(ids([page() as Page, page(second) as Page])).toEqual(['f', '']);
  expect(total(records)).toBe(4);
});

test('new rows of this tab come to the top of all lists and their totals, once', () => {
  for (let times = 0; times < 2; times++) prependCached('projects', [row('new', 59)]);
  expect([listed(all), total(all)]).toEqual([['newfe', 'dc'], 7]);
  expect([listed(found), total(found)]).toEqual([['newdc'], 4]);
  expect(total(uncounted)).toBeUndefined();
});

test('new rows of others come into one list and its total, once; of pages, into the first', () => {
  for (let times = 0; times < 2; times++) insertCached(all, [row('x', 55)]);
  expect([listed(all), total(all)]).toEqual([['fxe', 'dc'], 7]);
  insertCached(all, [row('old', 1)]);
  expect([listed(all), total(all)], 'counted, and left to be read').toEqual([['fxe', 'dc'], 8]);
  expect(listed(found)).toEqual(['dc']);
  insertCached(records, [row('g', 61)], 2);
  expect(ids([page() as Page, page(second) as Page])).toEqual(['gf', 'dc']);
  expect([total(records), total(found)]).toEqual([7, 3]);
});
