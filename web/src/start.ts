// The first script of a public page, about a kilobyte. The page is complete without the app, so the app lets style,
// letters and pictures go first: it is fetched when they are to be seen, or at once when the visitor begins to do something.
// What the visitor does before the app is there is not lost: menus open at once, and the rest is done when it has come.

/** A picture on a server that does not answer must not hold the app up for ever. */
const maxWait = 4000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'focusin'];
const reloadedFor = 'umeed-reloaded';

const root = document.documentElement;
// A classic script: only those know their own element.
const { app = '' } = (document.currentScript as HTMLScriptElement).dataset;

async function fetchApp(parts: string[]) {
  for (const part of parts) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = part;
    document.head.append(link);
  }
  // They come together and are taken in one by one: in between, a slow phone can scroll.
  for (const part of parts) await import(/* @vite-ignore */ part);
}

function whenQuiet(start: () => void) {
  const waiting = new AbortController();
  const { signal } = waiting;
  const begin = () => {
    if (signal.aborted) return;
    waiting.abort();
    clearTimeout(timer);
    start();
  };
  const timer = setTimeout(begin, maxWait);
  for (const sign of signs)
    addEventListener(sign, event => isAtRest(event) || begin(), { signal, passive: true });
  if (document.readyState === 'complete') whenPainted(begin);
  else addEventListener('load', () => whenPainted(begin), { signal });
}

/** Browsers also report a mouse that lies still while the page is laid out beneath it. */
const isAtRest = ({ type, movementX, movementY }: Event & Partial<PointerEvent>) =>
  type === 'pointermove' && !movementX && !movementY;

/** Everything may be there before the first of it is on the screen: on a fast line, and on a slow phone. */
function whenPainted(done: () => void) {
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return done();
  new PerformanceObserver(list => {
    // The bare colour of the page is painted first, sometimes by itself.
    if (list.getEntriesByName('first-contentful-paint').length) done();
  }).observe({ type: 'paint', buffered: true });
}

/**
 * A part of the app did not come. After an upgrade an old page asks for parts that are gone: a fresh one helps, once,
 * unless something has been typed. Otherwise the page says so itself.
 */
async function recover() {
  try {
    const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
    const typed = [...fields].some(field => field.value !== field.defaultValue);
    if (!typed && sessionStorage.getItem(reloadedFor) !== app) {
      const page = await fetch(location.href, { cache: 'no-store' });
      if (page.status < 500) {
        sessionStorage.setItem(reloadedFor, app);
        return location.reload();
      }
    }
  } catch {
    // No connection, or no storage to tell the second time from the first.
  }
  root.dataset.app = 'lost';
}

const early = new AbortController();
/** Menus that were opened or closed, in that order. */
const flipped = new Set<HTMLElement>();
let pressed: HTMLElement | undefined;
let submitted: { form: HTMLFormElement; button: HTMLElement | null } | undefined;

function panelOf(button: HTMLElement): HTMLElement | null {
  const id = button.getAttribute('aria-controls');
  return id ? document.querySelector(`#${id}:is(.menu, .menu-group)`) : null;
}

function flip(button: HTMLElement) {
  const panel = panelOf(button);
  const open = panel?.toggleAttribute('data-open') ?? false;
  button.setAttribute('aria-expanded', String(open));
  if (panel?.classList.contains('menu')) root.classList.toggle('locked', open);
  if (!flipped.delete(button)) flipped.add(button);
}

function onClick(event: Event) {
  const button = (event.target as Element).closest<HTMLElement>('button[type="button"]');
  if (!button) return;
  if (button.hasAttribute('data-reload')) return location.reload();
  const panel = panelOf(button);
  if (!panel) {
    pressed = button;
    return;
  }
  // Of the menu's groups one is open at a time.
  const others = panel.matches('.menu-group:not([data-open])')
    ? document.querySelectorAll<HTMLElement>('.menu-group[data-open]')
    : [];
  for (const other of others) {
    const control = document.querySelector<HTMLElement>(`[aria-controls="${other.id}"]`);
    if (control) flip(control);
  }
  flip(button);
}

function onSubmit(event: SubmitEvent) {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  form.setAttribute('data-waiting', '');
  submitted = { form, button: event.submitter };
}

/** The app is there: it is shown the page as the server sent it, and then told what was done. */
function handOver() {
  early.abort();
  try {
    sessionStorage.removeItem(reloadedFor);
  } catch {
    // Storage may be forbidden.
  }
  const menus = [...flipped];
  for (const button of menus) flip(button);
  for (const button of menus) button.click();
  if (pressed?.isConnected) pressed.click();
  submitted?.form.removeAttribute('data-waiting');
  if (submitted?.form.isConnected) submitted.form.requestSubmit(submitted.button);
}

addEventListener('click', onClick, { signal: early.signal });
addEventListener('submit', onSubmit, { signal: early.signal });
document.addEventListener('umeed:ready', handOver, { once: true });
whenQuiet(() => fetchApp(app.split(' ')).catch(recover));
