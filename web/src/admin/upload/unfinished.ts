// Which files were on their way when a tab was closed, so that the next visit can name them. Each tab keeps its own list in
// the browser's storage, under the name of who chose the files, and takes off it what has landed. A tab that is still open
// holds a lock, by which the others know that its list is not theirs to tell of.
import { storage } from '../edit/kept-drafts';

const prefix = 'umeed-uploads:';
const tab = Math.random().toString(36).slice(2, 10);

export interface WaitingFile {
  name: string;
  /** Where its bytes lie already; whether something shows them is not known yet. */
  url?: string;
}

export interface Unfinished {
  /** How many were chosen together. */
  total: number;
  files: WaitingFile[];
}

/** A place begins with its owner, as the name of a draft does. */
const keyOf = (place: string) => `${prefix}${place}#`;

let locked = false;

/** Held until the tab is gone. Without locks (a page that did not come over HTTPS) another tab's list may be told early. */
function lock() {
  if (locked) return;
  locked = true;
  navigator.locks?.request(prefix + tab, () => new Promise(() => {})).catch(() => undefined);
}

/** Notes what has not landed yet; nothing is kept of an empty list. */
export function noteUnfinished(place: string, unfinished: Unfinished) {
  const key = keyOf(place) + tab;
  try {
    if (unfinished.files.length === 0) return storage()?.removeItem(key);
    lock();
    storage()?.setItem(key, JSON.stringify(unfinished));
  } catch {
    // A full or forbidden store: then nothing is told.
  }
}

/** What tabs that are gone have left unfinished at this place. Once `told`, it is forgotten. */
export async function findUnfinished(place: string): Promise<(Unfinished & { told(): void }) | undefined> {
  const store = storage();
  const keys = names().filter(name => name.startsWith(keyOf(place)));
  if (!store || keys.length === 0) return undefined;
  const open = await openTabs();
  const left = keys.filter(key => !open.has(key.slice(key.lastIndexOf('#') + 1)));
  const lists = left.map(key => parse(store.getItem(key)));
  const told = () => {
    for (const key of left) store.removeItem(key);
  };
  const files = lists.flatMap(list => list?.files ?? []);
  if (files.length === 0) return undefined;
  return { total: lists.reduce((sum, list) => sum + (list?.total ?? 0), 0), files, told };
}

/** All of them, or all that are not this person's. */
export function dropUnfinished(except?: string) {
  for (const name of names()) if (!(except && name.startsWith(prefix + except))) storage()?.removeItem(name);
}

async function openTabs(): Promise<Set<string>> {
  const state = await navigator.locks?.query().catch(() => undefined);
  const held = (state?.held ?? []).map(({ name = '' }) => name.slice(prefix.length));
  return new Set([tab, ...held]);
}

function names(): string[] {
  const store = storage();
  const all = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '');
  return all.filter(name => name.startsWith(prefix));
}

function parse(text: string | null): Unfinished | undefined {
  try {
    const { total, files } = JSON.parse(text ?? '');
    return Number.isFinite(total) && Array.isArray(files) ? { total, files } : undefined;
  } catch {
    return undefined;
  }
}
