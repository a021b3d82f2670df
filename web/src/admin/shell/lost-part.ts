// A part of the app that is loaded on demand and could not be: mostly because the site was upgraded while it was open.
import { expectReload } from './LeaveGuard';

const mark = 'umeed-reloaded';
/** A second loss this soon after a reload has another cause, and reloading would go on for ever. */
const tooSoon = 60_000;

/** Browsers say it in their own words; none gives a code. */
export function isLostPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)
  );
}

let attempt: Promise<boolean> | undefined;

/** Reloads the page, unless it just did or the server cannot be reached; says whether it does. */
export function reloadOnce(): Promise<boolean> {
  attempt ??= reload().finally(() => {
    attempt = undefined;
  });
  return attempt;
}

async function reload(): Promise<boolean> {
  if (Date.now() - Number(sessionStorage.getItem(mark)) < tooSoon) return false;
  const reached = await fetch('/readyz').then(
    response => response.ok,
    () => false,
  );
  if (!reached) return false;
  sessionStorage.setItem(mark, String(Date.now()));
  expectReload();
  location.reload();
  return true;
}

/** Also where a part of a screen shows its own failure: the bundler tells of every part that did not load. */
export function watchForLostParts() {
  addEventListener('vite:preloadError', () => {
    reloadOnce();
  });
}
