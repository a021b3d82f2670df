// What was just written, here or by others, put into what was read before, so that the screen does not wait for another
// answer. Doing it twice changes nothing: word of a write may come before its answer.
import type { InfiniteData } from '@tanstack/react-query';
import { queryClient } from '../api/query-client';
import type { Page, Row } from '../api/rows';
import type { Json } from '../edit/document';
import type { Change } from '../live/change';

type Cached = Page | InfiniteData<Page> | undefined;

const kinds = ['list', 'records'] as const;

const pagesOf = (data: Cached): readonly Page[] => (!data ? [] : 'pages' in data ? data.pages : [data]);

/** `change` gets all pages of a list, and answers the same ones when it has nothing to change. */
function changePages(
  queryKey: readonly unknown[],
  change: (pages: readonly Page[]) => readonly Page[],
  exact = false,
) {
  queryClient.setQueriesData<Cached>({ queryKey, exact }, data => {
    if (!data) return data;
    const before = pagesOf(data);
    const pages = change(before);
    if (pages === before) return data;
    return 'pages' in data ? { ...data, pages: [...pages] } : pages[0];
  });
}

export function without(pages: readonly Page[], ids: readonly string[]): readonly Page[] {
  const gone = pages.flatMap(page => page.rows).filter(row => ids.includes(row.id)).length;
  if (gone === 0) return pages;
  return pages.map(({ rows, total }) => ({
    rows: rows.filter(row => !ids.includes(row.id)),
    total: Math.max(0, total - gone),
  }));
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
 * New rows, each in its place among the newest first. Those that belong behind the last page are counted only, and a page
 * of a list with pages stays as long as it may be.
 */
export function withMore(pages: readonly Page[], rows: readonly Row[], longest?: number): readonly Page[] {
  const there = new Set(pages.flatMap(page => page.rows.map(({ id }) => id)));
  const more = rows.filter(row => !there.has(row.id)).toSorted(newestFirst);
  if (more.length === 0 || pages.length === 0) return pages;
  const isWhole = pages.reduce((sum, page) => sum + page.rows.length, 0) >= (pages.at(-1)?.total ?? 0);
  const last = pages.length - 1;
  const placed = new Set<Row>();
  return pages.map((page, at) => {
    const end = page.rows.at(-1);
    const own = more.filter(
      row => !placed.has(row) && ((end && newestFirst(row, end) < 0) || (at === last && isWhole)),
    );
    for (const row of own) placed.add(row);
    const all = [...page.rows, ...own].toSorted(newestFirst);
    return { rows: all.slice(0, longest), total: page.total + more.length };
  });
}

function newestFirst(one: Row, other: Row): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

export function dropCached(table: string, id: string) {
  for (const kind of kinds) changePages([table, kind], pages => without(pages, [id]));
}

export function replaceCached(table: string, row: Row) {
  changePages([table, 'list'], pages => withNewer(pages, [row]));
}

/** New rows of this tab stand at the top at once, also of what a search has found. */
export function prependCached(table: string, rows: Row[]) {
  changePages([table, 'list'], pages => {
    const there = new Set(pages.flatMap(page => page.rows.map(({ id }) => id)));
    const more = rows.filter(({ id }) => !there.has(id));
    if (more.length === 0) return pages;
    return pages.map((page, index) => ({
      rows: index === 0 ? [...more, ...page.rows] : page.rows,
      total: page.total + more.length,
    }));
  });
}

/** New rows of others, into the one list that `queryKey` names. */
export function insertCached(queryKey: readonly unknown[], rows: readonly Row[], longest?: number) {
  changePages(queryKey, pages => withMore(pages, rows, longest), true);
}

function shown(table: string): Row[] {
  return kinds.flatMap(kind =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: [table, kind], type: 'active' })
      .flatMap(query => pagesOf(query.state.data as Cached).flatMap(page => page.rows)),
  );
}

/** Whether a list on the screen has this row already, as it is or newer. */
export function isCached(table: string, id: string, version: Json | undefined): boolean {
  return shown(table).some(row => row.id === id && String(row.updated_at) >= String(version));
}

/** Takes others' changes of rows and their deletions. Says whether one was deleted that no list on the screen holds. */
export function changeCached(table: string, changes: readonly Change[]): boolean {
  const ids = changes.filter(({ verb }) => verb === 'DELETE').map(({ key }) => key);
  const there = new Set(shown(table).map(row => row.id));
  const rows = changes.flatMap(({ verb, row }) => (verb === 'UPDATE' && row ? [row as Row] : []));
  for (const kind of kinds) changePages([table, kind], pages => without(withNewer(pages, rows), ids));
  return ids.some(id => !there.has(id));
}
