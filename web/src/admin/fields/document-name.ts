// What a stored document is called, as the person who uploaded it called it.

/** '/storage/v1/object/public/documents/reports/1700000000000-Report%202025.pdf' → 'Report 2025.pdf' */
export function documentName(url: string): string {
  const last = (url.split(/[?#]/)[0] ?? '').split('/').at(-1) ?? '';
  const name = last.replace(/^\d{13}-/, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // an address that somebody typed
  }
}
