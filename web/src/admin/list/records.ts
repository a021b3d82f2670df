// One page of a read-only list at a time, each found by the last row of the one before: a million rows cost no more than fifty.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { queryClient } from '../api/query-client';
import { type PageRequest, type Place, type Row, readPage } from '../api/rows';
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
  /** Where each page up to this one begins; the first begins at the top. */
  const [begins, setBegins] = useState<readonly Place[]>([]);
  const page = begins.length;
  const after = begins.at(-1);
  const messages = messagesOf(resource);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found has pages of its own
  useEffect(() => setBegins([]), [search, equal?.value]);

  const query = useQuery({
    queryKey: [table, 'records', search, after?.id, equal],
    queryFn: ({ signal }) =>
      readPage(table, {
        after,
        count: recordsPerPage,
        search: { text: search, columns: resource.search },
        equal,
        estimate: true,
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
    if (isBehindTheEnd) setBegins(before => before.slice(0, -1));
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
    put: more => insertCached([table, 'records', '', undefined, undefined], more, recordsPerPage),
  });
  useFeed(
    useMemo(() => [table], [table]),
    incoming.take,
  );

  const pages = Math.max(1, Math.ceil(total / recordsPerPage));
  const beyond = query.data?.beyond === true;
  const last = rows.at(-1);

  return {
    rows,
    total,
    /** There are more than `total`. */
    beyond,
    page,
    pages,
    hasOlder: query.data?.isLast !== true && (beyond || page < pages - 1),
    status: query.data ? ('ready' as const) : query.isError ? ('failed' as const) : ('loading' as const),
    turning: query.isPlaceholderData || isBehindTheEnd,
    newest: () => setBegins([]),
    newer: () => setBegins(before => before.slice(0, -1)),
    older: () => last && setBegins(before => [...before, last]),
    incoming,
    again: () => query.refetch(),
    remove: (id: string, onRestored: () => void) => removeWithUndo(resource, id, { onRestored }),
  };
}
