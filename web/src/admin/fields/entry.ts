// What becomes of a list's entry when one of its inputs is edited: a part that can be told from another follows it, until
// somebody has typed it.
import type { Entry } from '../edit/draft';
import { type ListField, partOf } from './field';

/** Entries of which a part was guessed, or typed by a person. An entry has no name; each edit makes a new one. */
const guessed = new WeakMap<object, ReadonlySet<string>>();
const typed = new WeakMap<object, ReadonlySet<string>>();

export function edited(field: ListField, entry: Entry, part: string, text: string): Entry {
  if (typeof entry === 'string') return text;
  const next: Record<string, string> = { ...entry, [part]: text };
  const byHand = new Set(typed.get(entry)).add(part);
  const byGuess = new Set(guessed.get(entry));
  byGuess.delete(part);
  for (const { name, guess } of field.parts) {
    if (guess?.from !== part || byHand.has(name)) continue;
    const now = partOf(entry, name);
    const isOpen = now === '' || now === partOf(field.defaults, name) || byGuess.has(name);
    const found = guess.read(text);
    if (!isOpen || found === undefined) continue;
    next[name] = found;
    byGuess.add(name);
  }
  typed.set(next, byHand);
  guessed.set(next, byGuess);
  return next;
}
