// Where the visitor is. Plain links are followed inside the app when they lead to one of our pages; everything else,
// and every click with a modifier, is the browser's business.
import { shellQueries } from './lib/page';
import { keepPageData, pageData } from './lib/page-data';
import { type Answers, allFailed } from './lib/query';
import { keepScroll, rememberScroll } from './lib/scroll';
import { findPage } from './routes';

export interface Place {
  path: string;
  /** The entry of the browser's history. */
  entry: string;
  /** Everything known here, the shell's answers too; a page's own are absent while they load. */
  answers: Answers;
  loading: boolean;
  /** How the visitor came: 'load' is the first paint, which never fades, scrolls or takes the focus. */
  by: 'load' | 'link' | 'history';
}

let place: Place;
/** The address shown, which on the not-found page is not the page's own. */
let address: string;
const listeners = new Set<() => void>();

export function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentPlace = () => place;

function settle(next: Place) {
  place = next;
  for (const listener of listeners) listener();
}

function newEntry(): string {
  return Math.random().toString(36).slice(2, 10);
}

/** Starts from what the server rendered; without it (the development server) the first page loads like any other. */
export function begin(path: string, answers: Answers | undefined) {
  const entry: string = history.state?.entry ?? newEntry();
  history.replaceState({ entry }, '');
  ownScroll();
  address = location.pathname;
  place = { path, entry, answers: answers ?? {}, loading: !answers, by: 'load' };
  if (answers) keepPageData(path, answers);
  else go(path, entry, 'load');

  window.addEventListener('popstate', () => {
    if (location.pathname === address) return; // a jump to #somewhere on this page
    rememberScroll(place.entry);
    go(location.pathname, history.state?.entry ?? newEntry(), 'history');
  });
  window.addEventListener('pagehide', () => {
    rememberScroll(place.entry);
    keepScroll();
    // Whoever reloads or comes back is shown the whole page by the server: the browser itself finds the place again.
    history.scrollRestoration = 'auto';
  });
  window.addEventListener('pageshow', ownScroll);
  document.addEventListener('click', onClick);
  for (const hint of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(hint, onHint, { passive: true });
  }
}

function ownScroll() {
  history.scrollRestoration = 'manual';
}

function go(to: string, entry: string, by: Place['by']) {
  const page = findPage(to);
  if (!page) return location.reload();
  address = to;
  const shell = shellOf(place.answers);
  const settled = (answers: Answers) => settle({ path: page.path, entry, answers, loading: false, by });

  const shellKnown = Object.values(shell).length > 0 && Object.values(shell).every(answer => answer.ok);
  if (shellKnown && Object.keys(page.queries).length === 0) return settled(shell);

  const data = pageData(page.path, by === 'history');
  if (data.answers) return settled({ ...shell, ...data.answers });

  settle({ path: page.path, entry, answers: shell, loading: true, by });
  data.arriving.then(
    answers => {
      if (place.entry === entry) settled({ ...shell, ...answers });
    },
    (error: Error) => {
      if (place.entry === entry) settled({ ...shell, ...allFailed(page.queries, error.message) });
    },
  );
}

function shellOf(answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => name in shellQueries));
}

function onClick(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const url = ourLink(event.target);
  if (!url || (url.hash && url.pathname === location.pathname)) return;
  event.preventDefault();
  rememberScroll(place.entry);
  const entry = newEntry();
  // The same page again replaces itself, as a browser does.
  history[url.href === location.href ? 'replaceState' : 'pushState']({ entry }, '', url);
  go(url.pathname, entry, 'link');
}

/** Intent: the pointer is over a link, a finger is on it, or the keyboard is. */
function onHint(event: Event) {
  const url = ourLink(event.target);
  const page = url && findPage(url.pathname);
  if (page && page.path !== place.path && Object.keys(page.queries).length > 0) pageData(page.path);
}

function ourLink(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  return url.origin === location.origin && findPage(url.pathname) ? url : undefined;
}
