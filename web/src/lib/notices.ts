// One notice at a time, for five seconds. Any part may show one; only the Notices component draws it.
import { useEffect, useId, useSyncExternalStore } from 'react';

export interface Notice {
  id: number;
  title: string;
  description?: string;
  destructive?: boolean;
  /** A button in the notice, such as Undo. Using it closes the notice. */
  action?: { label: string; onAction(): void };
}

export const noticeDuration = 5000;
export const swipeThreshold = 50;

let current: Notice | undefined;
let count = 0;
/** The places where notices can be drawn. A modal dialog covers the page's own, so it brings one that comes after it. */
let places: string[] = [];
const listeners = new Set<() => void>();

function tell() {
  for (const listener of listeners) listener();
}

/** Shows a notice in the place of the one before it; answers its id, by which it can be dismissed. */
export function notify(notice: Omit<Notice, 'id'>): number {
  count += 1;
  current = { ...notice, id: count };
  tell();
  return count;
}

export function dismiss(id: number) {
  if (current?.id !== id) return;
  current = undefined;
  tell();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current notice, in the last of the places that can draw it. */
export function useNotice(): Notice | undefined {
  const place = useId();
  useEffect(() => {
    places = [...places, place];
    tell();
    return () => {
      places = places.filter(other => other !== place);
      tell();
    };
  }, [place]);
  return useSyncExternalStore(
    subscribe,
    () => (places.at(-1) === place ? current : undefined),
    () => undefined,
  );
}
