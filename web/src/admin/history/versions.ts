// Lines of the history as versions that people compare: what each change did to the fields they know, and what to store
// to have a version back. Pure.
import type { Line } from '../api/history';
import { type Document, hasPath, readPath } from '../edit/document';
import { same, type Value, type Values } from '../edit/draft';
import { emptyValues, type Field } from '../fields/field';

/** Whose versions: a row of a list, or a page's document. */
export interface Subject {
  /** The row's key. */
  key: string;
  /** The fields by which people know it; a document may have had others at another time. */
  fields(content: Document): readonly Field[];
}

export interface FieldChange {
  field: Field;
  before: Value;
  after: Value;
}

export interface Version {
  id: string;
  /** The line that made it; undefined for the state before the oldest known change. */
  line: Line | undefined;
  key: string;
  /** The server's mark of this state, by which the current one is known. */
  mark: string;
  changes: FieldChange[];
  /** Only its place in the list was changed. */
  moved: boolean;
  /** Only something was changed that this person may not see. */
  hidden: boolean;
  /** What to store to have it back; undefined after a deletion. */
  values: Values | undefined;
}

/** The texts of a row: of a page the document, with what only owners read. */
export function contentOf(row: Document | null, hidden?: Document | null): Document | undefined {
  if (!row) return undefined;
  const { content } = row;
  const isPage =
    'page_key' in row && content !== null && typeof content === 'object' && !Array.isArray(content);
  return isPage ? { ...content, ...hidden } : row;
}

/** The values of the fields that it has. */
export function valuesOf(content: Document, fields: readonly Field[]): Values {
  const empties = emptyValues(fields);
  return Object.fromEntries(
    fields
      .filter(({ name }) => hasPath(content, name))
      .map(({ name }) => [name, readPath(content, name, empties[name] ?? null)]),
  );
}

export function changesBetween(
  before: Document | undefined,
  after: Document | undefined,
  fieldsFor: Subject['fields'],
): FieldChange[] {
  const known = new Map<string, Field>();
  for (const content of [after, before])
    for (const field of content ? fieldsFor(content) : [])
      if (!known.has(field.name)) known.set(field.name, field);
  const fields = [...known.values()];
  const empties = emptyValues(fields);
  return fields.flatMap(field => {
    const empty = empties[field.name] ?? null;
    const read = (content: Document | undefined) => (content ? readPath(content, field.name, empty) : empty);
    const change = { field, before: read(before), after: read(after) };
    return same(change.before, change.after) ? [] : [change];
  });
}

/**
 * The versions that these lines tell of, newest first. `complete`: there are no older lines, so that what was there before
 * the first of them is the oldest version. A change of something that this screen does not show is left out.
 */
export function versionsOf(
  lines: readonly Line[],
  subjects: readonly Subject[],
  complete: boolean,
): Version[] {
  const versions = lines.flatMap((line): Version[] => {
    const subject = subjects.find(({ key }) => key === line.row_key);
    if (!subject) return [];
    const [before, after] = [
      contentOf(line.before, line.hidden_before),
      contentOf(line.after, line.hidden_after),
    ];
    const changes = changesBetween(before, after, subject.fields);
    const moved = line.verb === 'update' && !same(text(line.before?.position), text(line.after?.position));
    const hidden = line.verb === 'update' && isSameRow(line.before, line.after);
    if (line.verb === 'update' && changes.length === 0 && !moved && !hidden) return [];
    const version = { id: line.id, line, key: line.row_key, changes, moved: moved && changes.length === 0 };
    return [{ ...version, hidden: hidden && changes.length === 0, ...state(after, line.after, subject) }];
  });
  return complete ? [...versions, ...subjects.flatMap(subject => firstOf(lines, subject))] : versions;
}

function firstOf(lines: readonly Line[], subject: Subject): Version[] {
  const oldest = lines.findLast(line => line.row_key === subject.key);
  if (!oldest?.before) return [];
  const content = contentOf(oldest.before, oldest.hidden_before);
  const version = {
    id: `before-${oldest.id}`,
    line: undefined,
    key: subject.key,
    moved: false,
    hidden: false,
  };
  const changes = changesBetween(undefined, content, subject.fields);
  return [{ ...version, changes, ...state(content, oldest.before, subject) }];
}

function state(content: Document | undefined, row: Document | null, subject: Subject) {
  return {
    mark: String(row?.updated_at ?? ''),
    values: content && valuesOf(content, subject.fields(content)),
  };
}

const text = (value: unknown) => JSON.stringify(value ?? null);

function isSameRow(before: Document | null, after: Document | null): boolean {
  const without = (row: Document | null) => text({ ...row, updated_at: null });
  return without(before) === without(after);
}

const around = 60;

/** The part of two long texts in which they differ, with some words around it. */
export function passage(before: string, after: string, longest = 240): [string, string] {
  if (Math.max(before.length, after.length) <= longest) return [before, after];
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const from = wordStart(before, Math.max(0, start - around));
  const cut = (whole: string) => {
    const to = Math.min(whole.length, whole.length - end + around, from + 2 * longest);
    return `${from > 0 ? '… ' : ''}${whole.slice(from, to)}${to < whole.length ? ' …' : ''}`;
  };
  return [cut(before), cut(after)];
}

/** Not in the middle of a word. */
function wordStart(whole: string, at: number): number {
  const space = whole.indexOf(' ', at);
  return at > 0 && space >= 0 && space - at < around / 2 ? space + 1 : at;
}
