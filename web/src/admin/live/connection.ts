// The one connection of a tab for live changes, with a channel for each table that the open screen reads. It begins when
// somebody is signed in, gets every new token and ends with the session. When it is lost it is tried again, more and more
// slowly. Nothing waits for it, and nothing but news stops without it.
import type { RealtimeChannel } from '@supabase/realtime-js';
import { realtime } from '../api/session-clients';
import { anyUnsaved } from '../edit/open-editors';
import { currentSession, watchSession } from '../session/session';
import { type Change, type ChangeMessage, changeOf } from './change';
import { pauseAfter } from './pause';

export interface Listener {
  changed?(change: Change): void;
  /** Changes may have been missed: what is shown has to be read again. */
  missed?(): void;
  /** What each tab that is here says of itself, by the name of the tab. */
  present?(tabs: Readonly<Record<string, unknown>>): void;
}

interface Topic {
  listeners: Set<Listener>;
  channel?: RealtimeChannel;
  joined: boolean;
  /** Since when nothing was heard. */
  deafSince: number;
  /** What this tab says of itself. */
  own?: object;
  leaving?: ReturnType<typeof setTimeout>;
}

/** Names this tab among all that are open. Not a secret, and made where no better chance is at hand: without https. */
export const tab = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** What was read so short a time before the channel was joined is not read once more at each opening of a screen. */
const fresh = 2_000;
/** Going back and forth between screens joins nothing anew. */
const lingering = 3_000;
/** A connection that holds this long was no accident: the next loss begins with the shortest pause. */
const steady = 30_000;
/** A tab that nobody has looked at for so long, and in which nothing is unsaved, needs no connection. */
const forgotten = 5 * 60_000;

const topics = new Map<string, Topic>();
const watchers = new Set<() => void>();
let token: string | undefined;
/** Between a loss and the next try. */
let retry: ReturnType<typeof setTimeout> | undefined;
let tries = 0;
let steadyTimer: ReturnType<typeof setTimeout> | undefined;
let asleep = false;
/** The connection before is still being left. */
let closing: Promise<unknown> | undefined;
let live = false;

/** Begins to follow the session; called once, when the admin starts. */
export function startLive() {
  watchSession(follow);
  follow();
  addEventListener('online', hurry);
  let sleeping: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(sleeping);
    if (document.visibilityState === 'visible') {
      asleep = false;
      tellWatchers();
      hurry();
    } else sleeping = setTimeout(sleep, forgotten);
  });
}

function sleep() {
  if (anyUnsaved()) return; // colleagues should still see that somebody edits here
  asleep = true;
  close();
}

/** The session has begun, was renewed or has ended. */
function follow() {
  const state = currentSession();
  const next = state.status === 'in' ? state.session.access_token : undefined;
  if (next === token) return;
  const renewed = token !== undefined && next !== undefined;
  token = next;
  if (!next) return close();
  realtime.setAuth(next);
  if (!renewed || !live) hurry();
}

/** Tries now instead of after the pause. */
function hurry() {
  if (live || !token || asleep) return;
  clearTimeout(retry);
  retry = undefined;
  open();
}

/** Joins what is wanted and not joined yet. */
function open() {
  if (!token || asleep || closing || retry !== undefined || navigator.onLine === false) return;
  realtime.setAuth(token);
  for (const [table, topic] of topics) if (!topic.channel) join(table, topic);
  tell();
}

function join(table: string, topic: Topic) {
  const name = `admin:${table}`;
  // One of the same name that is just being left would be handed out again.
  if (realtime.getChannels().some(channel => channel.topic === `realtime:${name}`)) {
    setTimeout(open, 200);
    return;
  }
  const channel = realtime.channel(name, { config: { private: true, presence: { key: tab } } });
  topic.channel = channel;
  const isCurrent = () => topic.channel === channel;
  channel
    .on('postgres_changes', { event: '*', schema: 'public', table }, message => {
      if (!isCurrent()) return;
      const change = changeOf(message as ChangeMessage);
      each(topic, listener => (change ? listener.changed?.(change) : listener.missed?.()));
    })
    .on('system', {}, ({ extension, status }: { extension?: string; status?: string }) => {
      if (isCurrent() && extension === 'postgres_changes' && status === 'error')
        each(topic, listener => listener.missed?.());
    })
    .on('presence', { event: 'sync' }, () => {
      if (isCurrent()) each(topic, listener => listener.present?.(channel.presenceState()));
    })
    .subscribe(status => {
      if (!isCurrent()) return;
      if (status !== 'SUBSCRIBED') return lose();
      topic.joined = true;
      if (topic.own) channel.track(topic.own);
      if (Date.now() - topic.deafSince > fresh) each(topic, listener => listener.missed?.());
      tell();
    });
}

function each(topic: Topic, call: (listener: Listener) => void) {
  for (const listener of [...topic.listeners]) call(listener);
}

/** Something failed: all is left, and tried again after a pause. */
function lose() {
  close();
  if (!token || asleep) return;
  tries += 1;
  retry = setTimeout(() => {
    retry = undefined;
    open();
  }, pauseAfter(tries));
}

function close() {
  clearTimeout(retry);
  clearTimeout(steadyTimer);
  retry = undefined;
  for (const topic of topics.values()) {
    if (topic.joined) topic.deafSince = Date.now();
    topic.joined = false;
    topic.channel = undefined;
    each(topic, listener => listener.present?.({}));
  }
  const left = realtime
    .removeAllChannels()
    .catch(() => {}) // whatever is left of it is over
    .finally(() => {
      if (closing === left) closing = undefined;
      open();
    });
  closing = left;
  tell();
}

function tell() {
  const next = token !== undefined && topics.size > 0 && [...topics.values()].every(({ joined }) => joined);
  if (next === live) return;
  live = next;
  clearTimeout(steadyTimer);
  if (live)
    steadyTimer = setTimeout(() => {
      tries = 0;
    }, steady);
  tellWatchers();
}

function tellWatchers() {
  for (const watcher of watchers) watcher();
}

/** Whether what others change is shown as it happens, or would be if somebody looked. */
export function isLive(): boolean {
  return live || asleep;
}

export function watchLive(watcher: () => void) {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** Hears of a table until the answer is called. */
export function listen(table: string, listener: Listener): () => void {
  let topic = topics.get(table);
  if (!topic) {
    topic = { listeners: new Set(), joined: false, deafSince: Date.now() };
    topics.set(table, topic);
  }
  const heard = topic;
  clearTimeout(heard.leaving);
  heard.listeners.add(listener);
  if (heard.joined && listener.present) listener.present(heard.channel?.presenceState() ?? {});
  open();
  return () => {
    heard.listeners.delete(listener);
    if (heard.listeners.size === 0) heard.leaving = setTimeout(() => leave(table, heard), lingering);
  };
}

function leave(table: string, topic: Topic) {
  topics.delete(table);
  const { channel } = topic;
  topic.channel = undefined;
  if (channel) realtime.removeChannel(channel);
  tell();
}

/** Tells the others who listen to this table what this tab does; nothing when undefined. */
export function say(table: string, own: object | undefined) {
  const topic = topics.get(table);
  if (!topic) return;
  topic.own = own;
  if (!topic.joined) return;
  if (own) topic.channel?.track(own);
  else topic.channel?.untrack();
}
