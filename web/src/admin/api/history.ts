// The lines of the history through the official client: who changed a row, when, and the row before and after. Nobody
// writes them; the server does by itself.
import type { Document } from '../edit/document';
import { apiError } from './errors';
import { rest } from './session-clients';

export interface Line {
  /** In the order of time. */
  id: string;
  created_at: string;
  row_key: string;
  verb: 'insert' | 'update' | 'delete';
  author: 'staff' | 'service' | 'server' | 'command_line';
  author_id: string | null;
  /** As it was then. */
  author_email: string | null;
  before: Document | null;
  after: Document | null;
  /** What only owners read. */
  hidden_before?: Document | null;
  hidden_after?: Document | null;
}

export const linesPerPage = 20;

interface Page {
  /** Only lines that are older than this one. */
  before?: string;
  signal?: AbortSignal;
}

/** The changes of these rows, newest first. */
export async function readLines(table: string, keys: readonly string[], page: Page = {}): Promise<Line[]> {
  // One question for each row: an index answers it, however many lines the others have.
  const each = await Promise.all(keys.map(key => readLinesOf(table, key, page)));
  const newestFirst = each.flat().sort((one, other) => (one.id < other.id ? 1 : -1));
  return newestFirst.slice(0, linesPerPage);
}

async function readLinesOf(table: string, key: string, { before, signal }: Page): Promise<Line[]> {
  let query = rest.from('history').select('*').eq('table_name', table).eq('row_key', key);
  if (before) query = query.lt('id', before);
  query = query.order('id', { ascending: false }).limit(linesPerPage);
  if (signal) query = query.abortSignal(signal);
  const answer = await query;
  if (answer.error) throw apiError(answer);
  return (answer.data as Line[]).map(readable);
}

/** A restored archive may have been made by anyone: what is no row is none. */
function readable(line: Line): Line {
  return { ...line, before: asRow(line.before), after: asRow(line.after) };
}

function asRow(row: Document | null): Document | null {
  return typeof row === 'object' && !Array.isArray(row) ? row : null;
}

export interface Deleted {
  lines: Line[];
  /** The last line that was looked at; undefined when there are no older ones. */
  next: string | undefined;
}

/** What was deleted from a table since then and is not back, newest first. */
export async function readDeleted(
  table: string,
  since: string,
  { before, signal }: Page = {},
): Promise<Deleted> {
  let query = rest
    .from('history')
    .select('id,created_at,row_key,verb,author,author_id,author_email,before,after')
    .eq('table_name', table)
    .eq('verb', 'delete')
    .gte('created_at', since);
  if (before) query = query.lt('id', before);
  query = query.order('id', { ascending: false }).limit(linesPerPage);
  if (signal) query = query.abortSignal(signal);
  const answer = await query;
  if (answer.error) throw apiError(answer);
  const lines = (answer.data as Line[]).map(readable).filter(line => line.before);
  const next = answer.data.length === linesPerPage ? answer.data.at(-1)?.id : undefined;
  if (lines.length === 0) return { lines, next };
  const there = rest
    .from(table)
    .select('id')
    .in(
      'id',
      lines.map(line => line.row_key),
    );
  const found = await (signal ? there.abortSignal(signal) : there);
  if (found.error) throw apiError(found);
  const back = new Set(found.data.map(row => row.id));
  return { lines: lines.filter(line => !back.has(line.row_key)), next };
}
