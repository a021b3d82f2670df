// The first script of a public page, a few hundred bytes. The page is complete without the app, so the app lets style,
// letters and pictures go first: it is fetched when they are there, or at once when the visitor begins to do something.

/** A picture on a server that does not answer must not hold the app up for ever. */
const longestWait = 4000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'focusin'];

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
  if (document.readyState === 'complete') return start();
  const waiting = new AbortController();
  const begin = () => {
    waiting.abort();
    clearTimeout(timer);
    start();
  };
  const timer = setTimeout(begin, longestWait);
  for (const sign of ['load', ...signs])
    addEventListener(sign, begin, { signal: waiting.signal, passive: true });
}

// A classic script: only those know their own element.
const { app = '' } = (document.currentScript as HTMLScriptElement).dataset;
whenQuiet(() => fetchApp(app.split(' ')));
