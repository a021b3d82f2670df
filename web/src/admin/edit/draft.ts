// What a person has typed next to what is stored, as plain values. Every question of "what is unsaved", "what changed
// meanwhile" and "what stays after a save" is answered here. Pure.

export type Value = string | boolean | null | readonly Entry[];
/** One line of a list: a phone number, or a link with its label. */
export type Entry = string | Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, Value>>;

export interface Draft {
  /** What is stored, as far as we know. */
  base: Values;
  /** What the person sees. */
  values: Values;
  /** The server's mark of the stored state; a write names it, so that nothing is overwritten unseen. */
  version: string;
}

export interface Difference {
  name: string;
  mine: Value;
  theirs: Value;
}

export function same(one: Value | undefined, other: Value | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export function unsaved({ base, values }: Pick<Draft, 'base' | 'values'>): string[] {
  return Object.keys(values).filter(name => !same(base[name], values[name]));
}

export function fresh(stored: Values, version: string): Draft {
  return { base: stored, values: stored, version };
}

/** A draft without some of its fields. */
export function without(draft: Draft, names: readonly string[]): Draft {
  const others = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
  return { ...draft, base: others(draft.base), values: others(draft.values) };
}

/** After a save: what was typed while it was under way stays and is unsaved again. */
export function afterSave(draft: Draft, sent: Values, stored: Values, version: string): Draft {
  const values = { ...stored };
  for (const [name, value] of Object.entries(draft.values)) {
    if (!same(value, sent[name])) values[name] = value;
  }
  return { base: stored, values, version };
}

/** Which fields someone else changed since this draft began. */
export function changedMeanwhile(draft: Draft, theirs: Values): string[] {
  return Object.keys(theirs).filter(name => !same(draft.base[name], theirs[name]));
}

/** What the two versions disagree on, for a person to look at. */
export function differences(draft: Draft, theirs: Values): Difference[] {
  return Object.keys(draft.values)
    .filter(name => !same(draft.values[name], theirs[name]))
    .map(name => ({ name, mine: draft.values[name] ?? null, theirs: theirs[name] ?? null }));
}

/** Their version with this person's own edits on top; what this person did not touch is theirs. */
export function keepMine(draft: Draft, theirs: Values, version: string): Draft {
  const edits = Object.fromEntries(unsaved(draft).map(name => [name, draft.values[name] ?? null]));
  return { base: theirs, values: { ...theirs, ...edits }, version };
}
