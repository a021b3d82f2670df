// Unsaved work outlives a reload, a closed tab and a new sign-in: it waits in the browser's storage, under the name of who
// typed it, for two weeks. Signing out removes it. Fields declared secret are not among it (see editor.ts).
import type { Draft } from './draft';

const prefix = 'umeed-draft:';
/** Storage is shared with the session and holds about 5 MB in all. */
const maxCharacters = 1_500_000;
const maxAge = 14 * 24 * 60 * 60 * 1000;

interface DraftStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
  key(index: number): string | null;
  readonly length: number;
}

export interface KeptDraft {
  /** When it was last typed in. */
  at: number;
  draft: Draft;
}

export function storage(): DraftStorage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined; // storage may be forbidden: then only a reload loses work, and leaving asks first
  }
}

export function keepDraft(name: string, draft: Draft, at = Date.now(), store = storage()) {
  if (!store) return;
  const text = JSON.stringify({ at, draft } satisfies KeptDraft);
  try {
    makeRoom(store, prefix + name, text.length, at);
    store.setItem(prefix + name, text);
  } catch {
    // A full store: as above.
  }
}

export function recallDraft(name: string, now = Date.now(), store = storage()): KeptDraft | undefined {
  const kept = parse(store?.getItem(prefix + name));
  return kept && now - kept.at <= maxAge ? kept : undefined;
}

export function dropDraft(name: string, store = storage()) {
  store?.removeItem(prefix + name);
}

/** The names of the drafts that begin like this, without that beginning. */
export function keptNames(beginning: string, store = storage()): string[] {
  const whole = prefix + beginning;
  return store ? names(store).flatMap(name => (name.startsWith(whole) ? name.slice(whole.length) : [])) : [];
}

/** All of them, or all whose name does not begin with `except`: one person's drafts are not shown to the next. */
export function dropDrafts(except?: string, store = storage()) {
  if (!store) return;
  for (const name of names(store)) {
    if (!(except && name.startsWith(prefix + except))) store.removeItem(name);
  }
}

/** The oldest go first when there is no room, and those past their age in any case. */
function makeRoom(store: DraftStorage, own: string, needed: number, now: number) {
  const others = names(store)
    .filter(name => name !== own)
    .map(name => {
      const text = store.getItem(name) ?? '';
      return { name, size: text.length, at: parse(text)?.at ?? 0 };
    })
    .sort((one, other) => other.at - one.at);
  let left = maxCharacters - needed;
  for (const { name, size, at } of others) {
    left -= size;
    if (left < 0 || now - at > maxAge) store.removeItem(name);
  }
}

function names(store: DraftStorage): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index) ?? '').filter(name =>
    name.startsWith(prefix),
  );
}

function parse(text: string | null | undefined): KeptDraft | undefined {
  try {
    const kept = JSON.parse(text ?? 'null');
    const { base, values, version } = kept?.draft ?? {};
    return base && values && typeof version === 'string' && Number.isFinite(kept.at) ? kept : undefined;
  } catch {
    return undefined;
  }
}
