// Who else has the same form open, and who has typed in it. Each tab says of itself which items it has open; nothing of
// what is typed is told.
import { type FocusEvent, useCallback, useEffect, useSyncExternalStore } from 'react';
import { currentSession } from '../session/session';
import { listen, say, tab } from './connection';
import { type Doing, type Other, othersOf, people } from './others';

interface Own {
  doing: Doing;
  since: number;
}

/** Opening and closing in one go is told once. */
const settled = 300;
/** What one tab may say is bounded by the server. */
const mostItems = 40;
const nobody: ReadonlyMap<string, readonly Other[]> = new Map();

interface Place {
  own: Map<string, Own>;
  /** Forms that stand open for everybody, and in which the focus is. */
  entered: Map<string, Own>;
  others: ReadonlyMap<string, readonly Other[]>;
  watchers: Set<() => void>;
  users: number;
  timer?: ReturnType<typeof setTimeout>;
  stop(): void;
}

const places = new Map<string, Place>();

function enter(table: string): () => void {
  let place = places.get(table);
  if (!place) {
    place = {
      own: new Map(),
      entered: new Map(),
      others: nobody,
      watchers: new Set(),
      users: 0,
      stop: () => {},
    };
    places.set(table, place);
    const made = place;
    made.stop = listen(table, {
      present(tabs) {
        made.others = othersOf(tabs, tab);
        for (const watcher of made.watchers) watcher();
      },
    });
  }
  const entered = place;
  entered.users += 1;
  return () => {
    entered.users -= 1;
    if (entered.users > 0) return;
    clearTimeout(entered.timer);
    say(table, undefined);
    places.delete(table);
    entered.stop();
  };
}

function tellLater(table: string, place: Place) {
  clearTimeout(place.timer);
  place.timer = setTimeout(() => {
    const session = currentSession();
    const all = new Map([...place.entered, ...place.own]);
    if (session.status !== 'in' || all.size === 0) return say(table, undefined);
    const { id, email = '' } = session.session.user;
    const at = [...all].slice(-mostItems).map(([key, { doing, since }]) => [key, [doing, since]]);
    say(table, { user: id, email, at: Object.fromEntries(at) });
  }, settled);
}

/** Says that this tab has an item open, or is editing it, while it does. */
export function useHere(table: string, key: string, doing: Doing | undefined) {
  useEffect(() => enter(table), [table]);
  useEffect(() => {
    const place = places.get(table);
    if (!doing || !place) return;
    place.own.set(key, { doing, since: Date.now() });
    tellLater(table, place);
    return () => {
      place.own.delete(key);
      tellLater(table, place);
    };
  }, [table, key, doing]);
}

/**
 * For a form that stands open without anybody having opened it: who puts the focus into it is there. Draws nothing anew, so
 * that nothing can move under a finger that has just come down.
 */
export function useEntering(table: string, key: string) {
  useEffect(() => () => setEntered(table, key, false), [table, key]);
  return {
    onFocus: () => setEntered(table, key, true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      setEntered(table, key, currentTarget.contains(relatedTarget)),
  };
}

function setEntered(table: string, key: string, entered: boolean) {
  const place = places.get(table);
  if (!place || place.entered.has(key) === entered) return;
  if (entered) place.entered.set(key, { doing: 'here', since: Date.now() });
  else place.entered.delete(key);
  tellLater(table, place);
}

/** Who else is at one of these items. Looking at that is not being there. */
export function useOthers(table: string, keys: readonly string[]): readonly Other[] {
  useEffect(() => enter(table), [table]);
  const subscribe = useCallback(
    (watcher: () => void) => {
      const place = places.get(table);
      place?.watchers.add(watcher);
      return () => {
        place?.watchers.delete(watcher);
      };
    },
    [table],
  );
  const all = useSyncExternalStore(subscribe, () => places.get(table)?.others ?? nobody);
  return people(keys.flatMap(key => all.get(key) ?? []));
}

/** Whether this tab has the item open. */
export function isHere(table: string, key: string): boolean {
  const place = places.get(table);
  return place !== undefined && (place.own.has(key) || place.entered.has(key));
}
