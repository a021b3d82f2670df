// Rows of a table through the official client: read in order, written only if nobody wrote meanwhile.
import type { Document } from '../edit/document';
import { rest } from './session-clients';
import { inWords } from './words';

export interface Row extends Document {
  id: string;
  created_at: string;
}

export interface Page {
  rows: Row[];
  /** How many there are in all. */
  total: number;
}

/** Newest first; the id decides between rows of the same moment, so that pages neither repeat nor skip one. */
export async function readPage(table: string, from: number, count: number): Promise<Page> {
  const answer = await rest
    .from(table)
    .select('*', { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .range(from, from + count - 1);
  // Rows were deleted meanwhile and this page is behind the end.
  if (answer.error?.code === 'PGRST103') return { rows: [], total: from };
  if (answer.error) throw new Error(inWords(answer.error));
  return { rows: answer.data as Row[], total: answer.count ?? 0 };
}

export async function readRow(table: string, id: string): Promise<Row | undefined> {
  const { data, error } = await rest.from(table).select('*').eq('id', id).maybeSingle();
  if (error) throw new Error(inWords(error));
  return (data as Row | null) ?? undefined;
}

export async function insertRow(table: string, row: Document): Promise<Row> {
  const { data, error } = await rest.from(table).insert(row).select().single();
  if (error) throw new Error(inWords(error));
  return data as Row;
}

export async function insertRows(table: string, rows: Document[]): Promise<Row[]> {
  const { data, error } = await rest.from(table).insert(rows).select();
  if (error) throw new Error(inWords(error));
  return data as Row[];
}

/** The row as it is now stored; undefined when it no longer is what was seen. */
export async function updateRow(
  table: string,
  id: string,
  changes: Document,
  seen: string,
): Promise<Row | undefined> {
  const { data, error } = await rest.from(table).update(changes).eq('id', id).eq('updated_at', seen).select();
  if (error) throw new Error(inWords(error));
  return (data as Row[])[0];
}

export async function deleteRow(table: string, id: string): Promise<void> {
  const { error } = await rest.from(table).delete().eq('id', id);
  if (error) throw new Error(inWords(error));
}
