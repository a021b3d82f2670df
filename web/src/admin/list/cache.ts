// What was just written, put into what was read before, so that the screen does not wait for another answer.
import type { InfiniteData } from '@tanstack/react-query';
import { queryClient } from '../api/query-client';
import type { Page, Row } from '../api/rows';

type Cached = Page | InfiniteData<Page> | undefined;

function changePages(table: string, kind: string, change: (page: Page, index: number) => Page) {
  queryClient.setQueriesData<Cached>({ queryKey: [table, kind] }, data => {
    if (!data) return data;
    return 'pages' in data ? { ...data, pages: data.pages.map(change) } : change(data, 0);
  });
}

export function dropCached(table: string, id: string) {
  for (const kind of ['list', 'records'])
    changePages(table, kind, page => ({
      rows: page.rows.filter(row => row.id !== id),
      total: Math.max(0, page.total - 1),
    }));
}

export function replaceCached(table: string, row: Row) {
  changePages(table, 'list', page => ({
    ...page,
    rows: page.rows.map(one => (one.id === row.id ? row : one)),
  }));
}

/** New rows stand at the top at once. */
export function prependCached(table: string, rows: Row[]) {
  changePages(table, 'list', (page, index) => ({
    rows: index === 0 ? [...rows, ...page.rows] : page.rows,
    total: page.total + rows.length,
  }));
}
