// Where the visitor was in each entry of the history, so that back and forward return there.
const storeName = 'umeed-scroll';
const positions: Record<string, number> = restore();

export function rememberScroll(entry: string) {
  positions[entry] = window.scrollY;
}

export function recallScroll(entry: string): number {
  return positions[entry] ?? 0;
}

/** A reload or a visit to another site and back starts the app anew; the tab keeps the positions meanwhile. */
export function keepScroll() {
  try {
    sessionStorage.setItem(storeName, JSON.stringify(positions));
  } catch {
    // Storage may be full or forbidden: then an earlier page starts at the top.
  }
}

function restore(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storeName) ?? '{}');
  } catch {
    return {};
  }
}
