// What a page asks of the database, as plain values. The server answers them as the anonymous visitor; nothing here
// fetches. The row type rides along so that a page's View knows what it gets.
import type { Documents, PageKey, Rows, TableName } from '../schema.gen';

export interface Query<T> {
  table: TableName;
  /** A PostgREST query string. `{slug}` in it stands for that part of the page's own address. */
  query: string;
  /** Exactly one row is expected; the answer is the row itself. */
  single: boolean;
  readonly row?: T;
}

export interface Failure {
  code: string;
  message: string;
}

export type Answer<T> = { ok: true; data: T } | { ok: false; error: Failure };

// biome-ignore lint/suspicious/noExplicitAny: the row type is recovered from each query by Answers below.
export type Queries = Record<string, Query<any>>;

export type Answers<Q extends Queries = Queries> = {
  [K in keyof Q]: Answer<Q[K] extends Query<infer T> ? T : never>;
};

type Columns<T extends TableName> = readonly (keyof Rows[T] & string)[];
type Selected<T extends TableName, C extends Columns<T>> = Pick<Rows[T], C[number]>;

/** Some columns of a table's rows; `rest` holds filters, order and limits. */
export function rows<T extends TableName, const C extends Columns<T>>(
  table: T,
  columns: C,
  rest: string,
): Query<Selected<T, C>[]> {
  return { table, query: `select=${columns.join()}&${rest}`, single: false };
}

/** The one row that a page is about. */
export function row<T extends TableName, const C extends Columns<T>>(
  table: T,
  columns: C,
  rest: string,
): Query<Selected<T, C>> {
  return { table, query: `select=${columns.join()}&${rest}`, single: true };
}

/** One document of website_content. Every field may be missing: staff can save a half-filled form. */
export function content<K extends PageKey>(pageKey: K): Query<{ content: Documents[K] }> {
  return { table: 'website_content', query: `select=content&page_key=eq.${pageKey}`, single: true };
}

/** The order staff chose; what they have not placed follows in the order it was added. */
export const inOrder = (added: 'created_at.asc' | 'created_at.desc,id.desc') =>
  `order=position.asc.nullslast,${added}`;

/** The document itself, or undefined when it could not be read. */
export function contentOf<T>(answer: Answer<{ content: T }> | undefined): T | undefined {
  return answer?.ok ? (answer.data.content ?? undefined) : undefined;
}

/** What PostgREST answers when one row was asked for and there is none. */
const noSuchRow = 'PGRST116';

/** Whether a row was asked for that is not there, which is something else than a database that does not answer. */
export function isAbsent(answer: Answer<unknown> | undefined): boolean {
  if (!answer) return false;
  return answer.ok ? Array.isArray(answer.data) && answer.data.length === 0 : answer.error.code === noSuchRow;
}

/** The same failure for every query of a page, for when the request as a whole failed. */
export function allFailed(queries: Queries, message: string): Answers {
  return complete(queries, {}, message);
}

/** The answers that are there and have the shape a page expects. */
export function answered(queries: Queries, given: unknown): Answers {
  const answers = isObject(given) ? given : {};
  return Object.fromEntries(
    Object.entries(queries).flatMap(([name, { single }]) => {
      const answer = answers[name];
      return isAnswer(answer, single) ? [[name, answer]] : [];
    }),
  );
}

/** An answer for every query: one that is missing or has another shape counts as failed. */
export function complete(queries: Queries, given: unknown, message = 'The answer is incomplete'): Answers {
  const failed = { ok: false as const, error: { code: 'unreachable', message } };
  const none = Object.fromEntries(Object.keys(queries).map(name => [name, failed]));
  return { ...none, ...answered(queries, given) };
}

function isAnswer(value: unknown, single: boolean): value is Answer<never> {
  if (!isObject(value)) return false;
  if (value.ok === false) return isObject(value.error);
  return value.ok === true && (single ? isObject(value.data) : Array.isArray(value.data));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
