// Rows of a table through the official client: read in order, written only if nobody else wrote meanwhile. Always all
// columns: what is put back after a deletion must not have lost any.
import { tables } from '../../schema.gen';
import type { Document } from '../edit/document';
import { apiError } from './errors';
import { rest } from './session-clients';

export interface Row extends Document {
  id: string;
  created_at: string;
}

/** Which rows: a column, an operator of the API and its operand. Several are joined by "or". */
export type Filter = readonly (readonly [column: string, operator: 'is' | 'eq', operand: string])[];

/** Where a row stands among the newest first, whether it is still there or not. */
export type Place = Pick<Row, 'created_at' | 'id'>;

export interface Page {
  rows: Row[];
  /** Whether there are others after them. */
  more: boolean;
}

/** Which rows of a table are wanted; all of them where it says nothing. */
export interface Sought {
  /** Only rows that hold this text in one of these columns. */
  search?: { text: string; columns: readonly string[] };
  /** Only rows whose column has this value. */
  equal?: { column: string; value: string };
}

export interface PageRequest extends Sought {
  /** Only rows that come after this place. */
  after?: Place;
  count: number;
  signal?: AbortSignal;
}

/** Every column of a table; `*` leaves out those that were added for a switch. For the client's types it is one. */
export function allColumns(table: string): '*' {
  const columns = Object.entries(tables[table as keyof typeof tables]?.columns ?? {});
  const invisible = columns.filter(([, column]) => 'invisible' in column).map(([name]) => name);
  return ['*', ...invisible].join(',') as '*';
}

export const isFiltered = ({ search, equal }: Sought) => Boolean(search?.text || equal);

interface Filterable {
  eq(column: string, value: string): this;
  lte(column: string, value: string): this;
  or(conditions: string): this;
}

function seek<Q extends Filterable>(query: Q, { search, equal }: Sought): Q {
  const found = search?.text ? query.or(contains(search.text, search.columns)) : query;
  return equal ? found.eq(equal.column, equal.value) : found;
}

/**
 * What comes after a place among the newest first. The bound on the time alone says nothing new, but it is what lets a
 * database begin at that place of its index instead of reading all that comes before it.
 */
export function beyond<Q extends Filterable>(query: Q, { created_at: at, id }: Place): Q {
  return query.lte('created_at', at).or(`created_at.lt."${at}",id.lt."${id}"`);
}

/**
 * Newest first; the id decides between rows of the same moment, so that pages neither repeat nor skip one. Says how many
 * there are in all where that costs nothing: the server knows it of whole tables, and a first page may be all there is.
 */
export async function readPage(
  table: string,
  { after, count, signal, ...sought }: PageRequest,
): Promise<Page & { total?: number }> {
  const counted = !after && !isFiltered(sought);
  const read = rest.from(table).select(allColumns(table), { count: counted ? 'exact' : undefined });
  let query = seek(read, sought);
  if (after) query = beyond(query, after);
  query = query.order('created_at', { ascending: false }).order('id', { ascending: false });
  if (signal) query = query.abortSignal(signal);
  // One more than is shown tells whether there are others.
  const answer = await query.limit(count + 1);
  if (answer.error) throw apiError(answer);
  const found = answer.data as Row[];
  const page = { rows: found.slice(0, count), more: found.length > count };
  const total = page.more || after ? (answer.count ?? undefined) : found.length;
  return total === undefined ? page : { ...page, total };
}

/** The server takes patterns of 200 characters at most; nobody searches for more. */
const longestSearch = 80;

export function contains(text: string, columns: readonly string[]): string {
  // First for the pattern, where * and % stand for anything, then for the quotes around it.
  const literal = text
    .trim()
    .slice(0, longestSearch)
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_');
  const quoted = `"*${literal.replace(/[\\"]/g, '\\$&')}*"`;
  return columns.map(column => `${column}.ilike.${quoted}`).join(',');
}

interface Counted extends Sought {
  /** Only those that one of these conditions holds for. */
  where?: Filter;
  /** Only those that were made after this moment. */
  since?: string;
  signal?: AbortSignal;
}

/** How many rows there are of those that are wanted. */
export async function countRows(
  table: string,
  { where, since, signal, ...sought }: Counted = {},
): Promise<number> {
  const counting = rest.from(table).select('id', { count: 'exact', head: true });
  let query = seek(counting, sought);
  if (where)
    query = query.or(
      where
        .map(([column, operator, operand]) =>
          operator === 'is' ? `${column}.is.${operand}` : `${column}.eq."${operand}"`,
        )
        .join(','),
    );
  if (since) query = query.gt('created_at', since);
  if (signal) query = query.abortSignal(signal);
  const answer = await query;
  if (answer.error) throw apiError(answer);
  return answer.count ?? 0;
}

/** When the newest row was made; undefined when there is none. */
export async function newestMoment(table: string, signal?: AbortSignal): Promise<string | undefined> {
  let query = rest.from(table).select('created_at').order('created_at', { ascending: false }).limit(1);
  if (signal) query = query.abortSignal(signal);
  const answer = await query;
  if (answer.error) throw apiError(answer);
  return answer.data[0]?.created_at;
}

/** Those rows of a table that hold one of these values in this column. */
export async function readRowsWith(
  table: string,
  column: string,
  values: readonly string[],
  signal?: AbortSignal,
): Promise<Row[]> {
  let query = rest.from(table).select(allColumns(table)).in(column, values);
  if (signal) query = query.abortSignal(signal);
  const answer = await query;
  if (answer.error) throw apiError(answer);
  return answer.data as Row[];
}

export async function readRow(table: string, id: string): Promise<Row | undefined> {
  const answer = await rest.from(table).select(allColumns(table)).eq('id', id).maybeSingle();
  if (answer.error) throw apiError(answer);
  return (answer.data as Row | null) ?? undefined;
}

export async function insertRow(table: string, row: Document): Promise<Row> {
  const [stored] = await insertRows(table, [row]);
  if (!stored) throw new Error();
  return stored;
}

export async function insertRows(table: string, rows: Document[]): Promise<Row[]> {
  const answer = await rest.from(table).insert(rows).select(allColumns(table));
  if (answer.error) throw apiError(answer);
  // What was put back may be deleted again, by anyone.
  for (const { id } of answer.data as Row[]) deletedHere.delete(id);
  return answer.data as Row[];
}

/**
 * The row as it is now stored; undefined when it no longer is what was seen, and also when the answer has no body (204):
 * that says neither what is stored nor whether there was a row to change, so the caller has to read the row.
 */
export async function updateRow(
  table: string,
  id: string,
  changes: Document,
  seen: string,
): Promise<Row | undefined> {
  const answer = await rest
    .from(table)
    .update(changes)
    .eq('id', id)
    .eq('updated_at', seen)
    .select(allColumns(table));
  if (answer.error) throw apiError(answer);
  return (answer.data as Row[] | null)?.[0];
}

/** Sets one column, if it still holds what was seen; false when it does not. */
export async function replaceValue(
  table: string,
  id: string,
  column: string,
  { seen, next }: { seen: string | null; next: string | null },
): Promise<boolean> {
  const change = rest
    .from(table)
    .update({ [column]: next })
    .eq('id', id);
  const answer = await (seen === null ? change.is(column, null) : change.eq(column, seen)).select('id');
  if (answer.error) throw apiError(answer);
  return (answer.data ?? []).length > 0;
}

/** Those of these that were there, as they were when they went. A page of them fits into an address. */
export async function deleteRows(table: string, ids: readonly string[]): Promise<Row[]> {
  const answer = await rest.from(table).delete().in('id', ids).select(allColumns(table));
  if (answer.error) throw apiError(answer);
  noteDeleted(ids);
  return (answer.data ?? []) as Row[];
}

const deletedHere = new Set<string>();
const mostNoted = 2_000;

function noteDeleted(ids: readonly string[]) {
  for (const id of ids) deletedHere.add(id);
  for (const id of deletedHere) {
    if (deletedHere.size <= mostNoted) break;
    deletedHere.delete(id);
  }
}

/** Word of a deletion by this very tab is no news to it. */
export function wasDeletedHere(id: string): boolean {
  return deletedHere.has(id);
}

/** The server takes so many in one request. */
export const maxRowsAtOnce = 1000;

/**
 * So many go at a time: on a full disk, deleting a hundred thousand rows at once would need more room than there is.
 * Nobody else waits for long either.
 */
const deletedAtOnce = 250;

export interface Deleting {
  signal: AbortSignal;
  /** So many more are gone; here they are, where they are to be kept. */
  onGone(count: number, rows: Row[]): void;
}

/** Deletes all rows up to a moment that hold this text, the newest first. */
export async function deleteFound(
  table: string,
  { text, columns, until, keep }: { text: string; columns: readonly string[]; until: string; keep: boolean },
  { signal, onGone }: Deleting,
): Promise<void> {
  const found = contains(text, columns);
  for (;;) {
    const next = await rest
      .from(table)
      .select('created_at')
      .or(found)
      .lte('created_at', until)
      .order('created_at', { ascending: false })
      .limit(deletedAtOnce)
      .abortSignal(signal);
    if (next.error) throw apiError(next);
    const from = next.data[deletedAtOnce - 1]?.created_at;
    let deleting = rest.from(table).delete({ count: 'exact' }).or(found).lte('created_at', until);
    if (from) deleting = deleting.gte('created_at', from);
    const gone = await (keep ? deleting.select(allColumns(table)) : deleting).abortSignal(signal);
    if (gone.error) throw apiError(gone);
    const count = gone.count ?? 0;
    onGone(count, (gone.data ?? []) as Row[]);
    if (!from || !count) return;
  }
}

/** The row as it was when it went; undefined when somebody else had deleted it before. */
export async function deleteRow(table: string, id: string): Promise<Row | undefined> {
  const answer = await rest.from(table).delete().eq('id', id).select(allColumns(table));
  if (answer.error) throw apiError(answer);
  noteDeleted([id]);
  return (answer.data as Row[] | null)?.[0];
}
