import { useSyncExternalStore } from 'react';

/** Narrower than the breakpoint `md`. */
export const narrow = '(max-width: 47.99rem)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    listener => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
