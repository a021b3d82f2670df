// One page of a read-only list at a time: a hundred thousand rows cost no more than fifty.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { queryClient } from '../api/query-client';
import { type PageRequest, type Row, readPage } from '../api/rows';
import { useFeed } from '../live/feed';
import { useIncoming } from '../live/incoming';
import { messagesOf, type ReadOnlyList } from '../resources/resource';
import { insertCached } from './cache';
import { removeWithUndo } from './removal';
import { markSeen, seenUpTo } from './seen';

export const recordsPerPage = 50;
const none: Row[] = [];

export function useRecords(resource: ReadOnlyList, search: string, equal?: PageRequest['equal']) {
  const { table } = resource;
  const [page, setPage] = useState(0);
  const messages = messagesOf(resource);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found has pages of its own
  useEffect(() => setPage(0), [search, equal?.value]);

  const query = useQuery({
    queryKey: [table, 'records', search, page, equal],
    queryFn: ({ signal }) =>
      readPage(table, {
        from: page * recordsPerPage,
        count: recordsPerPage,
        search: { text: search, columns: resource.search },
        equal,
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { failed: messages.cannotLoad },
  });
  const rows = query.data?.rows ?? none;
  const total = query.data?.total ?? 0;

  // The last row of the last page is gone: there is a page before it.
  const isBehindTheEnd = query.isSuccess && !query.isPlaceholderData && rows.length === 0 && page > 0;
  useEffect(() => {
    if (isBehindTheEnd) setPage(before => before - 1);
  }, [isBehindTheEnd]);

  const newest =
    page === 0 && !search && !equal && !query.isPlaceholderData ? rows[0]?.created_at : undefined;
  useEffect(() => {
    if (!query.isSuccess || !newest || newest <= (seenUpTo(table) ?? '')) return;
    markSeen(table, newest);
    queryClient.invalidateQueries({ queryKey: [table, 'news'] });
  }, [query.isSuccess, table, newest]);

  const incoming = useIncoming(rows, {
    isEmpty: () => page === 0 && !search && !equal && rows.length === 0,
    put: more => insertCached([table, 'records', '', 0, undefined], more, recordsPerPage),
  });
  useFeed(
    useMemo(() => [table], [table]),
    incoming.take,
  );

  return {
    rows,
    total,
    page,
    status: query.data ? ('ready' as const) : query.isError ? ('failed' as const) : ('loading' as const),
    turning: query.isPlaceholderData || isBehindTheEnd,
    turnTo: setPage,
    incoming,
    again: () => query.refetch(),
    remove: (id: string, onRestored: () => void) => removeWithUndo(resource, id, { onRestored }),
  };
}
