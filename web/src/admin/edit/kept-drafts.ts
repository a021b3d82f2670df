// Unsaved work outlives a reload and a sign-in: it waits in the tab's own storage, under the name of who typed it.
// Nothing of it reaches another tab or survives the tab. Fields declared secret are not among it (see editor.ts).
import type { Draft } from './draft';

const prefix = 'umeed-draft:';

interface Shelf {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
  key(index: number): string | null;
  readonly length: number;
}

export function shelf(): Shelf | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined; // storage may be forbidden: then only a reload loses work, and leaving asks first
  }
}

export function keepDraft(name: string, draft: Draft, store = shelf()) {
  try {
    store?.setItem(prefix + name, JSON.stringify(draft));
  } catch {
    // A full store: as above.
  }
}

export function recallDraft(name: string, store = shelf()): Draft | undefined {
  try {
    const draft = JSON.parse(store?.getItem(prefix + name) ?? 'null');
    return draft?.base && draft.values && typeof draft.version === 'string' ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function dropDraft(name: string, store = shelf()) {
  store?.removeItem(prefix + name);
}

/** All of them, or all whose name does not begin with `except`: one person's drafts are not shown to the next. */
export function dropDrafts(except?: string, store = shelf()) {
  if (!store) return;
  const names = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  for (const name of names) {
    const ours = name.startsWith(prefix);
    if (ours && !(except && name.startsWith(prefix + except))) store.removeItem(name);
  }
}
