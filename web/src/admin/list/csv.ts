// Comma-separated values that open right in a spreadsheet: quoted, with line ends of RFC 4180, as UTF-8 that says so,
// and with nothing in a cell that a spreadsheet would run. Pure.

/** Tells Excel that this is UTF-8; without it Urdu comes out broken. */
export const byteOrderMark = '\ufeff';

const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A telephone number as `csvPhone` writes it. No spreadsheet can compute it: numbers side by side are no formula. */
const international = /^\+\d{1,3}( \d+)+$/;

export function csvCell(text: string): string {
  const risky = formula.test(text.trimStart()) || formula.test(text);
  const safe = risky && !international.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A telephone number that stays a text in a spreadsheet: in groups of digits, as people write it. As one number it would
 * lose its zero or its plus, and with hyphens it would be computed.
 */
export function csvPhone(text: string): string {
  const plain = text.trim();
  if (!/^\+?[\d\s().-]+$/.test(plain)) return text;
  const groups = plain.split(/\D+/).filter(Boolean);
  if (plain.startsWith('+')) return `+${spaced(groups, /^(92|\d{1,3}?)(\d{3})(\d+)$/)}`;
  return plain.startsWith('0') ? spaced(groups, /^(\d{4})(\d+)$/) : text;
}

/** The groups as they were written; a single one is cut. */
function spaced(groups: string[], cut: RegExp): string {
  const [only = ''] = groups;
  return groups.length > 1 ? groups.join(' ') : (cut.exec(only)?.slice(1).join(' ') ?? only);
}
