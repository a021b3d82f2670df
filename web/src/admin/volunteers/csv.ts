// Comma-separated values that open right in a spreadsheet: quoted, with line ends of RFC 4180, as UTF-8 that says so,
// and with nothing in a cell that a spreadsheet would run. Pure.

/** Tells Excel that this is UTF-8; without it Urdu comes out broken. */
export const byteOrderMark = '\ufeff';

const formula = /^[=+\-@\t\r\n＝＋－＠]/;

export function csvCell(text: string): string {
  const safe = formula.test(text.trimStart()) || formula.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
