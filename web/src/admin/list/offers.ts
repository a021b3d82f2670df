// Which items of a list have unsaved work from before on offer. The list is drawn anew when that changes, not with every
// letter that is typed into one of its items.
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Item } from './items';

export function useOffered(items: readonly Item[]): readonly Item[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = items.map(({ editor }) => editor.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [items],
  );
  const places = useSyncExternalStore(subscribe, () =>
    items.flatMap(({ editor }, index) => (editor.snapshot().offer ? [index] : [])).join(),
  );
  return useMemo(
    () => (places ? places.split(',').flatMap(index => items[Number(index)] ?? []) : []),
    [items, places],
  );
}
