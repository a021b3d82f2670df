import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in what the server sent and until scripts run: a form that needs them cannot be sent before that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
