// Rows that others, or visitors, add to the list on the screen. They wait, and the list offers them: what comes in by itself
// would move a button from under a finger. Only an empty list shows them at once.
import { useState } from 'react';
import type { Row } from '../api/rows';
import type { News } from './feed';

interface Options {
  /** Whether there is nothing that could move. Not while it is still read: what comes then is probably among it. */
  isEmpty(): boolean;
  put(rows: readonly Row[]): void;
}

export interface Incoming {
  /** How many wait. */
  count: number;
  /** What came in on this visit, and is marked as new. */
  fresh: ReadonlySet<string>;
  show(): void;
}

export function useIncoming(
  shown: readonly Row[],
  { isEmpty, put }: Options,
): Incoming & { take(news: News): void } {
  const [waiting, setWaiting] = useState<readonly Row[]>([]);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const there = new Set(shown.map(({ id }) => id));

  function place(rows: readonly Row[]) {
    put(rows);
    setFresh(before => new Set([...before, ...rows.map(({ id }) => id)]));
  }

  return {
    count: waiting.filter(({ id }) => !there.has(id)).length,
    fresh,
    show() {
      place(waiting);
      setWaiting([]);
    },
    take(news) {
      // All is read again then, and what waited is among it.
      if (news === 'missed') return setWaiting([]);
      const gone = news.filter(({ verb }) => verb === 'DELETE').map(({ key }) => key);
      const rows = news.flatMap(({ verb, row }) => (verb === 'INSERT' && row ? [row as Row] : []));
      if (gone.length > 0) setWaiting(before => before.filter(({ id }) => !gone.includes(id)));
      if (rows.length === 0) return;
      if (isEmpty()) place(rows);
      else setWaiting(before => [...before, ...rows]);
    },
  };
}
