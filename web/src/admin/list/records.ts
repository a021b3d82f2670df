// One page of a read-only list at a time: a hundred thousand rows cost no more than fifty. The next page begins after the
// last row on the screen, so that rows that come or go meanwhile neither repeat others nor hide them.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { queryClient } from '../api/query-client';
import { isFiltered, type Place, type Row, type Sought } from '../api/rows';
import { useFeed } from '../live/feed';
import { useIncoming } from '../live/incoming';
import { messagesOf, type ReadOnlyList } from '../resources/resource';
import { insertCached, type ListKey, rowsKey } from './cache';
import { removeWithUndo } from './removal';
import { markSeen, seenUpTo } from './seen';
import { readPageOf, useTotal } from './total';

export const recordsPerPage = 50;
const none: Row[] = [];

const listOf = (table: string, search: string, equal?: Sought['equal']): ListKey => [
  table,
  'records',
  { search, equal },
];

interface Position {
  /** How many pages come before it. */
  page: number;
  /** Whether there are rows after it. */
  more: boolean;
  /** How many rows there are in all, where it is known. */
  total?: number;
  /** It is still the page before that is shown. */
  turning: boolean;
}

/** How many pages there are; undefined until it is known. */
export function pageCount({ page, more, total, turning }: Position): number | undefined {
  if (!more && !turning) return page + 1;
  // What came in meanwhile is counted, but stands on no page that was passed.
  const least = turning ? page + 1 : page + 2;
  return total === undefined ? undefined : Math.max(least, Math.ceil(total / recordsPerPage));
}

/** The places where pages ended that were passed on the way to this one. What is found has pages of its own. */
function usePlaces(of: string) {
  const [passed, setPassed] = useState<{ of: string; places: readonly Place[] }>({ of, places: [] });
  if (passed.of !== of) setPassed({ of, places: [] });
  const places = passed.of === of ? passed.places : [];
  return {
    page: places.length,
    after: places.at(-1),
    older: ({ created_at, id }: Place) => setPassed({ of, places: [...places, { created_at, id }] }),
    newer: () => setPassed({ of, places: places.slice(0, -1) }),
    newest: () => setPassed({ of, places: [] }),
  };
}

export function useRecords(resource: ReadOnlyList, search: string, equal?: Sought['equal']) {
  const { table } = resource;
  const messages = messagesOf(resource);
  const { page, after, older, newer, newest: toNewest } = usePlaces(JSON.stringify([search, equal?.value]));
  const list = listOf(table, search, equal);
  const sought: Sought = { search: { text: search, columns: resource.search }, equal };

  const query = useQuery({
    queryKey: rowsKey(list, after),
    queryFn: ({ signal }) => readPageOf(list, { ...sought, after, count: recordsPerPage, signal }),
    placeholderData: keepPreviousData,
    meta: { failed: messages.cannotLoad },
  });
  const rows = query.data?.rows ?? none;
  const more = query.data?.more ?? false;
  const first = page === 0 && !query.isPlaceholderData ? query.data : undefined;
  const total = useTotal(list, sought, { first, beyond: page > 0 });

  // The last row of the last page is gone: there is a page before it.
  const isBehindTheEnd =
    query.isSuccess && !query.isPlaceholderData && rows.length === 0 && !more && page > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that turns out to be empty
  useEffect(() => {
    if (isBehindTheEnd) newer();
  }, [isBehindTheEnd, page]);

  const turning = query.isPlaceholderData || isBehindTheEnd;
  const newest = first && !isFiltered(sought) ? rows[0]?.created_at : undefined;
  useEffect(() => {
    if (!query.isSuccess || !newest || newest <= (seenUpTo(table) ?? '')) return;
    markSeen(table, newest);
    queryClient.invalidateQueries({ queryKey: [table, 'news'] });
  }, [query.isSuccess, table, newest]);

  const incoming = useIncoming(rows, {
    isEmpty: () => query.isSuccess && page === 0 && !isFiltered(sought) && rows.length === 0,
    put: came => insertCached(listOf(table, ''), came, recordsPerPage),
  });
  useFeed(
    useMemo(() => [table], [table]),
    incoming.take,
  );

  const last = rows.at(-1);
  return {
    rows,
    total,
    isEmpty: rows.length === 0 && page === 0 && !more,
    page,
    pages: pageCount({ page, more, total, turning }),
    status: query.data ? ('ready' as const) : query.isError ? ('failed' as const) : ('loading' as const),
    turning,
    older: more && last ? () => older(last) : undefined,
    newer: page > 0 ? newer : undefined,
    toNewest,
    incoming,
    again: () => query.refetch(),
    remove: (id: string, onRestored: () => void) => removeWithUndo(resource, id, { onRestored }),
  };
}
