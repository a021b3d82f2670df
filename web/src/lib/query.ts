// What a page asks of the database, as plain values. The server answers them as the anonymous visitor; nothing here
// fetches. The row type rides along so that a page's View knows what it gets.

export interface Query<T> {
  table: string;
  /** A PostgREST query string. */
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

export function rows<T>(table: string, query: string): Query<T[]> {
  return { table, query, single: false };
}

/** One document of website_content. Every field may be missing: staff can save a half-filled form. */
export function content<T>(pageKey: string): Query<{ content: Partial<T> }> {
  return { table: 'website_content', query: `select=content&page_key=eq.${pageKey}`, single: true };
}

/** The document itself, or undefined when it could not be read. */
export function contentOf<T>(answer: Answer<{ content: T }> | undefined): T | undefined {
  return answer?.ok ? answer.data.content : undefined;
}

/** The same failure for every query of a page, for when the request as a whole failed. */
export function allFailed(queries: Queries, message: string): Answers {
  const error = { code: 'unreachable', message };
  return Object.fromEntries(Object.keys(queries).map(name => [name, { ok: false as const, error }]));
}
