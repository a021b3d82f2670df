// Where the visitor is. Plain links are followed inside the app when they lead to one of our pages; everything else,
// and every click with a modifier, is the browser's business.
import { beginBack, isOver } from './lib/back';
import { type Page, shellQueries } from './lib/page';
import { keepPageData, pageData } from './lib/page-data';
import { type Answers, allFailed, complete } from './lib/query';
import { PageMissing } from './lib/request';
import { type Found, isMissing } from './lib/routing';
import { keepScroll, rememberScroll } from './lib/scroll';
import { notFound } from './pages/not-found';
import { routes } from './routes';

export interface Place {
  page: Page;
  /** The page's address; empty on the not-found page. */
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
export function begin(path: string, sent: Answers | undefined) {
  beginBack();
  const entry: string = history.state?.entry ?? newEntry();
  history.replaceState({ entry }, '');
  ownScroll();
  address = location.pathname;
  const found = routes.find(path);
  const answers = sent && complete({ ...shellQueries, ...found?.queries }, sent);
  place = {
    page: found?.page ?? notFound,
    path: found?.path ?? notFound.path,
    entry,
    answers: answers ?? {},
    loading: !answers,
    by: 'load',
  };
  if (answers) keepPageData(path, answers);
  else if (found) go(found, entry, 'load');
  else settle({ ...place, loading: false });

  window.addEventListener('popstate', () => {
    if (location.pathname === address) return; // a jump to #somewhere on this page, or what lay over it is closed
    rememberScroll(place.entry);
    const next = routes.find(location.pathname);
    if (next) go(next, history.state?.entry ?? newEntry(), 'history');
    else location.reload();
  });
  window.addEventListener('pagehide', () => {
    rememberScroll(place.entry);
    keepScroll();
    // A reload or a way back is answered by the server with the whole page: the browser itself finds the place again.
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

function go(found: Found, entry: string, by: Place['by']) {
  const { page, path, queries } = found;
  address = location.pathname;
  const shell = shellOf(place.answers);
  const nowhere = () =>
    settle({ page: notFound, path: notFound.path, entry, answers: shell, loading: false, by });
  const settled = (answers: Answers) =>
    isMissing(found, answers) ? nowhere() : settle({ page, path, entry, answers, loading: false, by });

  const shellKnown = Object.values(shell).length > 0 && Object.values(shell).every(answer => answer.ok);
  if (shellKnown && Object.keys(queries).length === 0) return settled(shell);

  const data = pageData(path, queries, by === 'history');
  if (data.answers) return settled({ ...shell, ...data.answers });

  settle({ page, path, entry, answers: shell, loading: true, by });
  data.arriving.then(
    answers => {
      if (place.entry === entry) settled({ ...shell, ...answers });
    },
    (error: Error) => {
      if (place.entry !== entry) return;
      if (error instanceof PageMissing) nowhere();
      else settled({ ...shell, ...allFailed(queries, error.message) });
    },
  );
}

function shellOf(answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => name in shellQueries));
}

function onClick(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = ourLink(event.target);
  if (!link || (link.url.hash && link.url.pathname === location.pathname)) return;
  event.preventDefault();
  rememberScroll(place.entry);
  const isSame = link.url.href === location.href;
  const follow = () => {
    const entry = newEntry();
    // Nothing need be fetched for a page, so the server would not know that it was seen.
    if (!isSame) navigator.sendBeacon?.(`/page-seen${link.found.path}`);
    // The same page again replaces itself, as a browser does; another one takes the place of a menu it was chosen from.
    history[isSame || isOver() ? 'replaceState' : 'pushState']({ entry }, '', link.url);
    go(link.found, entry, 'link');
  };
  if (!isSame || !isOver()) return follow();
  addEventListener('popstate', follow, { once: true });
  history.back();
}

/** Intent: the pointer is over a link, a finger is on it, or the keyboard is. */
function onHint(event: Event) {
  const found = ourLink(event.target)?.found;
  if (found && found.path !== place.path && Object.keys(found.queries).length > 0)
    pageData(found.path, found.queries);
}

function ourLink(target: EventTarget | null): { url: URL; found: Found } | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  const found = url.origin === location.origin ? routes.find(url.pathname) : undefined;
  return found && { url, found };
}
