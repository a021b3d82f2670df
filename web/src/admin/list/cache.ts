// What was just written, here or by others, put into what was read before, so that the screen does not wait for another
// answer. Doing it twice changes nothing: word of a write may come before its answer.
import { hashKey, type InfiniteData, type QueryFilters } from '@tanstack/react-query';
import { queryClient } from '../api/query-client';
import type { Page, Place, Row } from '../api/rows';
import type { Json } from '../edit/document';
import type { Change } from '../live/change';

type Cached = Page | InfiniteData<Page> | undefined;

const kinds = ['list', 'records'] as const;

/** A list, or what a search in it has found: the beginning of the keys of all that was read of it. */
export type ListKey = readonly [table: string, kind: (typeof kinds)[number], which: object];

/** Of a list with pages, those after a place; of one that grows, all that was read. */
export const rowsKey = (list: ListKey, after?: Place) => [...list, 'rows', after ?? 'first'] as const;
/** How many there are in all, whichever pages were read. */
export const totalKey = (list: ListKey) => [...list, 'total'] as const;

const pagesOf = (data: Cached): readonly Page[] => (!data ? [] : 'pages' in data ? data.pages : [data]);

/** What was read of the rows of lists. */
function cachedRows(filters: QueryFilters) {
  return queryClient
    .getQueryCache()
    .findAll(filters)
    .filter(({ queryKey }) => queryKey[3] === 'rows')
    .map(query => ({
      query,
      list: query.queryKey.slice(0, 3) as unknown as ListKey,
      pages: pagesOf(query.state.data as Cached),
    }));
}

/** `change` gets all pages of a list that were read together, and answers the same ones when it has nothing to change. */
function changePages(filters: QueryFilters, change: (pages: readonly Page[]) => readonly Page[]) {
  for (const { query, pages: before } of cachedRows(filters)) {
    const pages = change(before);
    if (pages === before) continue;
    queryClient.setQueryData<Cached>(
      query.queryKey,
      data => data && ('pages' in data ? { ...data, pages: [...pages] } : pages[0]),
    );
  }
}

function addToTotal(list: ListKey, count: number) {
  if (count !== 0)
    queryClient.setQueryData<number>(totalKey(list), total =>
      total === undefined ? total : Math.max(0, total + count),
    );
}

const idsOf = (pages: readonly Page[]) => new Set(pages.flatMap(page => page.rows.map(({ id }) => id)));

export function without(pages: readonly Page[], ids: readonly string[]): readonly Page[] {
  if (!ids.some(id => idsOf(pages).has(id))) return pages;
  return pages.map(page => ({ ...page, rows: page.rows.filter(row => !ids.includes(row.id)) }));
}

/** An older row never takes the place of a newer one. */
export function withNewer(pages: readonly Page[], rows: readonly Row[]): readonly Page[] {
  const newer = new Map(rows.map(row => [row.id, row]));
  const isOlder = (row: Row) => {
    const other = newer.get(row.id);
    return other !== undefined && String(other.updated_at) > String(row.updated_at);
  };
  if (!pages.some(page => page.rows.some(isOlder))) return pages;
  return pages.map(page => ({
    ...page,
    rows: page.rows.map(row => (isOlder(row) ? (newer.get(row.id) as Row) : row)),
  }));
}

/**
 * New rows, each in its place among the newest first. Those that belong behind the last page are left to be read, and a
 * page of a list with pages stays as long as it may be.
 */
export function withMore(pages: readonly Page[], rows: readonly Row[], longest?: number): readonly Page[] {
  const there = idsOf(pages);
  const more = rows.filter(row => !there.has(row.id)).toSorted(newestFirst);
  if (more.length === 0 || pages.length === 0) return pages;
  const last = pages.length - 1;
  const placed = new Set<Row>();
  return pages.map((page, at) => {
    const end = page.rows.at(-1);
    const own = more.filter(
      row => !placed.has(row) && ((end && newestFirst(row, end) < 0) || (at === last && !page.more)),
    );
    for (const row of own) placed.add(row);
    const all = [...page.rows, ...own].toSorted(newestFirst);
    return { rows: all.slice(0, longest), more: page.more || all.length > (longest ?? all.length) };
  });
}

function newestFirst(one: Row, other: Row): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

export function dropCached(table: string, id: string) {
  takeOut(table, [id]);
}

function takeOut(table: string, ids: readonly string[]) {
  for (const kind of kinds) {
    const filters = { queryKey: [table, kind] };
    const gone = new Map<string, { list: ListKey; ids: Set<string> }>();
    for (const { list, pages } of cachedRows(filters)) {
      const there = idsOf(pages);
      const key = hashKey(list);
      const known = gone.get(key) ?? { list, ids: new Set() };
      for (const id of ids) if (there.has(id)) known.ids.add(id);
      gone.set(key, known);
    }
    changePages(filters, pages => without(pages, ids));
    for (const { list, ids: own } of gone.values()) addToTotal(list, -own.size);
  }
}

export function replaceCached(table: string, row: Row) {
  changePages({ queryKey: [table, 'list'] }, pages => withNewer(pages, [row]));
}

/** New rows of this tab stand at the top at once, also of what a search has found. */
export function prependCached(table: string, rows: Row[]) {
  const filters = { queryKey: [table, 'list'] };
  const fresh = (pages: readonly Page[]) => rows.filter(({ id }) => !idsOf(pages).has(id));
  for (const { list, pages } of cachedRows(filters))
    if (pages.length > 0) addToTotal(list, fresh(pages).length);
  changePages(filters, pages => {
    const more = fresh(pages);
    if (more.length === 0) return pages;
    return pages.map((page, index) => (index === 0 ? { ...page, rows: [...more, ...page.rows] } : page));
  });
}

/** New rows of others, into one list; where it has pages, into the first. */
export function insertCached(list: ListKey, rows: readonly Row[], longest?: number) {
  const filters = { queryKey: rowsKey(list), exact: true };
  for (const { pages } of cachedRows(filters)) {
    const there = idsOf(pages);
    if (pages.length > 0) addToTotal(list, rows.filter(({ id }) => !there.has(id)).length);
  }
  changePages(filters, pages => withMore(pages, rows, longest));
}

function shown(table: string): Page[] {
  return kinds.flatMap(kind =>
    cachedRows({ queryKey: [table, kind], type: 'active' }).flatMap(({ pages }) => pages),
  );
}

/** Whether a list on the screen has this row already, as it is or newer. */
export function isCached(table: string, id: string, version: Json | undefined): boolean {
  return shown(table).some(page =>
    page.rows.some(row => row.id === id && String(row.updated_at) >= String(version)),
  );
}

/**
 * Takes others' changes of rows and their deletions. Says whether the lists have to be read again: one was deleted that
 * none on the screen holds, or a page is empty now though there are others after it.
 */
export function changeCached(table: string, changes: readonly Change[]): boolean {
  const ids = changes.filter(({ verb }) => verb === 'DELETE').map(({ key }) => key);
  const there = idsOf(shown(table));
  const rows = changes.flatMap(({ verb, row }) => (verb === 'UPDATE' && row ? [row as Row] : []));
  for (const kind of kinds) changePages({ queryKey: [table, kind] }, pages => withNewer(pages, rows));
  takeOut(table, ids);
  return ids.some(id => !there.has(id)) || shown(table).some(page => page.more && page.rows.length === 0);
}
