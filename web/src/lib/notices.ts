// One notice at a time, for five seconds. Any part may show one; only the Notices component draws it.
import { useSyncExternalStore } from 'react';

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
const listeners = new Set<() => void>();

function change(next: Notice | undefined) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a notice; it takes the place of the one before it. */
export function notify(notice: Omit<Notice, 'id'>) {
  count += 1;
  change({ ...notice, id: count });
}

export function dismiss(id: number) {
  if (current?.id === id) change(undefined);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useNotice(): Notice | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}
