// Rows as a CSV file. They come in pieces, so that the browser never stops answering, and by the place
// after the last one seen rather than by number, so that new or deleted rows neither repeat nor hide others.
import { apiError } from '../api/errors';
import { allColumns, beyond, type Row } from '../api/rows';
import { rest } from '../api/session-clients';
import { byteOrderMark, csvLine } from './csv';

export const piece = 1000;

export interface ExportColumn<R = Row> {
  label: string;
  read(row: R): string;
}

export interface Exported {
  file: Blob;
  rows: number;
}

export interface Exporting {
  signal: AbortSignal;
  onProgress(done: number): void;
}

/** All rows of a table. */
export function exportCsv(table: string, columns: ExportColumn[], exporting: Exporting): Promise<Exported> {
  return exportRows((last: Row | undefined) => rowsAfter(table, last, exporting.signal), columns, exporting);
}

/** All that `read` finds, which is asked for up to `piece` rows after the last one. */
export async function exportRows<R>(
  read: (last: R | undefined) => Promise<R[]>,
  columns: ExportColumn<R>[],
  exporting: Exporting,
): Promise<Exported> {
  // The browser keeps blobs, on disk when they are large: the page itself never holds more than one piece.
  const parts = [new Blob([byteOrderMark + csvLine(columns.map(column => column.label))])];
  let last: R | undefined;
  let done = 0;
  do {
    const rows = await read(last);
    parts.push(new Blob([rows.map(row => csvLine(columns.map(column => column.read(row)))).join('')]));
    done += rows.length;
    exporting.onProgress(done);
    last = rows.length === piece ? rows.at(-1) : undefined;
  } while (last);
  return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), rows: done };
}

async function rowsAfter(table: string, last: Row | undefined, signal: AbortSignal): Promise<Row[]> {
  let query = rest.from(table).select(allColumns(table));
  if (last) query = beyond(query, last);
  const answer = await query
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(piece)
    .abortSignal(signal);
  if (answer.error) throw apiError(answer);
  return answer.data as Row[];
}

export function download(blob: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
