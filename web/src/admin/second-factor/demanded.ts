// Whether the server has said that this account must set up a second factor before it does anything else.
import { useSyncExternalStore } from 'react';

let demanded = false;
const listeners = new Set<() => void>();

export function demandEnrollment(next: boolean) {
  if (next === demanded) return;
  demanded = next;
  for (const listener of listeners) listener();
}

export function useDemanded(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => demanded,
  );
}
