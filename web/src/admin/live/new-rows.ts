// How many rows have come into the lists that visitors fill since each was last opened in this browser. The first visit
// begins to count.
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '../api/query-client';
import { countRows, newestMoment } from '../api/rows';
import { isSeenMark, markSeen, seenUpTo } from '../list/seen';
import { resources } from '../resources';
import { useFeed } from './feed';

const announced = resources.flatMap(one => (one.kind === 'read-only' && one.announced ? [one] : []));
const tables = announced.map(({ table }) => table);

async function countNew(table: string, signal: AbortSignal): Promise<number> {
  const since = seenUpTo(table);
  if (since) return countRows(table, { since, signal });
  markSeen(table, await newestMoment(table, signal));
  return 0;
}

/** The lists with new rows. Counted after what the screen itself asks for, unless it is the screen that asks. */
export function useNewRows(at: 'once' | 'leisure') {
  const isLeisure = useLeisure();
  useFeed(tables);
  useEffect(() => {
    // Another tab has opened the list.
    const follow = ({ key }: StorageEvent) => {
      for (const table of tables)
        if (isSeenMark(key, table)) queryClient.invalidateQueries({ queryKey: [table, 'news'] });
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
  return useQueries({
    queries: tables.map(table => ({
      queryKey: [table, 'news'],
      queryFn: ({ signal }: { signal: AbortSignal }) => countNew(table, signal),
      enabled: at === 'once' || isLeisure,
    })),
    combine: answers =>
      announced.flatMap((resource, index) => {
        const total = answers[index]?.data ?? 0;
        return total > 0 ? [{ resource, total }] : [];
      }),
  });
}

let leisure = false;

/** Whether the first screen has had its time. */
function useLeisure(): boolean {
  const [there, setThere] = useState(leisure);
  useEffect(() => {
    if (there) return;
    const timer = setTimeout(() => {
      leisure = true;
      setThere(true);
    }, 1_000);
    return () => clearTimeout(timer);
  }, [there]);
  return there;
}
