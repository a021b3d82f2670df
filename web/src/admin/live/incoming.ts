// Rows that others, or visitors, add to the list on the screen. They come in at their place while nobody would be disturbed
// by it; else they wait, and the list offers them.
import { useState } from 'react';
import type { Row } from '../api/rows';
import type { News } from './feed';

interface Options {
  /** Whether rows may come in now. */
  isCalm(): boolean;
  put(rows: readonly Row[]): void;
}

export interface Incoming {
  /** How many wait. */
  count: number;
  /** What came in by itself on this visit, and is marked as new. */
  fresh: ReadonlySet<string>;
  show(): void;
}

export function useIncoming(
  shown: readonly Row[],
  { isCalm, put }: Options,
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
      if (isCalm()) place(rows);
      else setWaiting(before => [...before, ...rows]);
    },
  };
}

/** Nobody has scrolled into the list, or is at work in one of its rows. */
export function isCalm(table: string): boolean {
  const list = document.querySelector(`[data-list="${table}"]`);
  const isScrolled = (list?.getBoundingClientRect().top ?? 0) < 0;
  return !isScrolled && !document.activeElement?.closest('[data-item], [data-row]');
}
