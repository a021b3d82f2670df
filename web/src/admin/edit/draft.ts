// What a person has typed next to what is stored, as plain values. Every question of "what is unsaved", "what did both
// change" and "what stays after a save" is answered here. Pure.

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

export function unedited(stored: Values, version: string): Draft {
  return { base: stored, values: stored, version };
}

/** Only what the person changed. */
export function editsOf(draft: Draft): Values {
  return Object.fromEntries(unsaved(draft).map(name => [name, draft.values[name] ?? null]));
}

/** A draft without some of its fields. */
export function without(draft: Draft, names: readonly string[]): Draft {
  return { ...draft, base: leaveOut(draft.base, names), values: leaveOut(draft.values, names) };
}

function leaveOut(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** After a save: what was typed while it was under way stays and is unsaved again. */
export function afterSave(draft: Draft, sent: Values, stored: Values, version: string): Draft {
  const values = { ...stored };
  for (const [name, value] of Object.entries(draft.values)) {
    if (!same(value, sent[name])) values[name] = value;
  }
  return { base: stored, values, version };
}

/** What both this person and someone else changed, differently: the only thing anybody has to be asked about. */
export function conflicts(draft: Draft, theirs: Values): Difference[] {
  return unsaved(draft)
    .filter(name => !same(draft.base[name], theirs[name]) && !same(draft.values[name], theirs[name]))
    .map(name => ({ name, mine: draft.values[name] ?? null, theirs: theirs[name] ?? null }));
}

/** Their version with this person's edits on top, except for fields left to them. */
export function rebase(
  draft: Draft,
  theirs: Values,
  version: string,
  leftToThem: readonly string[] = [],
): Draft {
  return { base: theirs, values: { ...theirs, ...leaveOut(editsOf(draft), leftToThem) }, version };
}

/**
 * An earlier draft's edits brought into the current one. They keep the state they began from, so that a change made by
 * someone else since then is noticed when they are saved. What the person has typed by now wins.
 */
export function bringBack(current: Draft, earlier: Draft): Draft {
  const typed = editsOf(current);
  const names = Object.keys(editsOf(earlier)).filter(name => name in current.values && !(name in typed));
  if (names.length === 0) return current;
  const base = { ...current.base };
  const values = { ...current.values };
  for (const name of names) {
    base[name] = earlier.base[name] ?? null;
    values[name] = earlier.values[name] ?? null;
  }
  return { base, values, version: earlier.version };
}
