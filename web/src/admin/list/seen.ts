// Up to which row a person has seen a list, by the server's own times, so that the dashboard can tell what is new. It is
// remembered by this browser.
const prefix = 'umeed-seen:';
/** Before any row. */
const never = '1970-01-01T00:00:00Z';

export function seenUpTo(table: string): string | undefined {
  try {
    return localStorage.getItem(prefix + table) ?? undefined;
  } catch {
    return undefined; // storage may be forbidden: then nothing counts as new
  }
}

/** Whether this entry of the browser's storage is the one of a list. */
export function isSeenMark(name: string | null, table: string): boolean {
  return name === prefix + table;
}

export function markSeen(table: string, newest: string | undefined) {
  try {
    localStorage.setItem(prefix + table, newest ?? never);
  } catch {
    // As above.
  }
}
