// Takes what others changed into what was read: rows into the lists on the screen, everything that is counted from them by
// reading it again. Changes that come together are taken together, so that a flood costs no more than a few requests, and
// what this tab wrote itself costs none. Never touches what is being typed: the editors decide that.
import { useEffect, useRef } from 'react';
import { queryClient } from '../api/query-client';
import { wasDeletedHere } from '../api/rows';
import { changeCached, isCached } from '../list/cache';
import { type Change, merged } from './change';
import { listen } from './connection';

/** Changes that nobody here knew of; or word that some were missed, and all has to be read again. */
export type News = readonly Change[] | 'missed';
type Reader = (news: News) => void;

interface Feed {
  readers: Set<Reader>;
  pending: Change[];
  missed: boolean;
  timer?: ReturnType<typeof setTimeout>;
  takenAt: number;
  stop(): void;
}

/** Time for others of the same moment to come, and for the answer to a write of this tab. */
const soon = 300;
/** In a flood, one round of reading for so long. */
const apart = 2_000;
/** More than this at once is read rather than taken row by row. */
const most = 200;

const feeds = new Map<string, Feed>();

function subscribe(table: string, reader: Reader): () => void {
  let feed = feeds.get(table);
  if (!feed) {
    feed = { readers: new Set(), pending: [], missed: false, takenAt: 0, stop: () => {} };
    const made = feed;
    feed.stop = listen(table, {
      changed: change => note(table, made, change),
      missed: () => note(table, made),
    });
    feeds.set(table, feed);
  }
  const read = feed;
  read.readers.add(reader);
  return () => {
    read.readers.delete(reader);
    if (read.readers.size > 0) return;
    feeds.delete(table);
    clearTimeout(read.timer);
    read.stop();
  };
}

function note(table: string, feed: Feed, change?: Change) {
  if (change && feed.pending.length < most) feed.pending.push(change);
  else feed.missed = true;
  plan(table, feed);
}

function plan(table: string, feed: Feed) {
  // A tab that nobody looks at reads nothing; it catches up when it is looked at.
  if (feed.timer !== undefined || document.visibilityState === 'hidden') return;
  const wait = Math.max(soon, feed.takenAt + apart - Date.now());
  feed.timer = setTimeout(() => {
    feed.timer = undefined;
    // A write of this tab is on its way: its answer comes first.
    if (queryClient.isMutating() > 0 || document.visibilityState === 'hidden') return plan(table, feed);
    take(table, feed);
  }, wait);
}

document.addEventListener('visibilitychange', () => {
  for (const [table, feed] of feeds) if (feed.missed || feed.pending.length > 0) plan(table, feed);
});

function take(table: string, feed: Feed) {
  const { missed } = feed;
  const changes = merged(feed.pending);
  feed.pending = [];
  feed.missed = false;
  feed.takenAt = Date.now();
  const unknown = changes.filter(change => !isKnown(table, change));
  const tell = (news: News) => {
    for (const reader of [...feed.readers]) reader(news);
  };
  if (missed) {
    readAgain(table);
    tell('missed');
  }
  if (unknown.length === 0) return;
  refresh(table, unknown);
  tell(unknown);
}

function isKnown(table: string, { verb, key, row }: Change): boolean {
  return verb === 'DELETE' ? wasDeletedHere(key) : isCached(table, key, row?.updated_at);
}

/** What is being read just now is not begun anew: on a slow line that would never end. */
function readAgain(table: string) {
  for (const queryKey of [[table], ['history']])
    queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

function refresh(table: string, news: readonly Change[]) {
  queryClient.invalidateQueries({ queryKey: ['history'] });
  const unseen = changeCached(table, news);
  const counted = news.some(({ verb }) => verb !== 'UPDATE');
  queryClient.invalidateQueries({
    queryKey: [table],
    predicate: ({ queryKey: [, kind] }) => {
      if (kind === 'list' || kind === 'records') return unseen;
      if (kind === 'inbox') return false; // it follows by itself
      return counted || !['count', 'news', 'deleted'].includes(String(kind));
    },
  });
}

const nothing: Reader = () => {};

/** Follows these tables while the component is there. The list of tables must stay the same object. */
export function useFeed(tables: readonly string[], reader: Reader = nothing) {
  const latest = useRef(reader);
  useEffect(() => {
    latest.current = reader;
  });
  useEffect(() => {
    const ends = tables.map(table => subscribe(table, news => latest.current(news)));
    return () => {
      for (const end of ends) end();
    };
  }, [tables]);
}
