// The shell around every public page: header, page, footer, notices. The same tree on the server and in the browser.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Footer } from './components/Footer';
import { Header } from './components/Header';
import { Notices } from './components/Notices';
import { PageFade } from './components/PageFade';
import { applyHead, headOf } from './lib/head';
import type { Page, ShellAnswers } from './lib/page';
import { recallScroll } from './lib/scroll';
import type { Place } from './navigation';
import { notFound } from './pages/not-found';
import { findPage } from './routes';
import { Spinner } from './ui/Spinner';

export function App({ place, year }: { place: Place; year: number }) {
  // The menu is open for one visit: a move closes it in the same breath, so that the page can take the focus.
  const [menuVisit, setMenuVisit] = useState<string>();
  const menuOpen = menuVisit === place.entry;
  const main = useRef<HTMLElement>(null);
  const page = findPage(place.path) ?? notFound;
  const shell: Partial<ShellAnswers> = place.answers;

  useArrival(place, main);
  useHead(place, page);
  useFailureLog(place);

  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:start-3 focus:z-50 focus:rounded-soft focus:bg-surface focus:px-4 focus:py-3"
      >
        Skip to content
      </a>
      <Header
        path={page.path}
        visit={place.entry}
        settings={shell.settings}
        loading={place.loading}
        menuOpen={menuOpen}
        onMenu={open => setMenuVisit(open ? place.entry : undefined)}
      />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        aria-label={page.name}
        aria-busy={place.loading || undefined}
        inert={menuOpen}
        className="min-h-[60vh]"
      >
        <PageFade key={`${place.entry}-${place.loading}`} moved={place.by !== 'load'}>
          {place.loading ? <PageSpinner /> : <page.View answers={place.answers} path={page.path} />}
        </PageFade>
      </main>
      <div inert={menuOpen}>
        <Footer shell={shell} year={year} />
      </div>
      <Notices />
    </>
  );
}

function PageSpinner() {
  return (
    <div className="grid min-h-[60vh] place-items-center text-emerald">
      <Spinner />
    </div>
  );
}

/** After a move: the focus goes to the page, and the view to its top or to where the visitor had been. */
function useArrival({ entry, by, loading }: Place, main: React.RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    if (by === 'load') return;
    if (document.activeElement !== main.current) main.current?.focus({ preventScroll: true });
    const target = by === 'link' && location.hash ? document.getElementById(location.hash.slice(1)) : null;
    if (target && !loading) target.scrollIntoView();
    else if (by === 'link') window.scrollTo(0, 0);
    else if (!loading) window.scrollTo(0, recallScroll(entry));
  }, [entry, by, loading, main]);
}

function useHead(place: Place, page: Page) {
  useEffect(() => {
    if (!place.loading) applyHead(headOf(page, place.answers));
  }, [place, page]);
}

/** A failed read is told to the console; the page itself shows its fallback. */
function useFailureLog(place: Place) {
  useEffect(() => {
    for (const [name, answer] of Object.entries(place.answers)) {
      if (!answer.ok) console.error(`Could not load ${name}: ${answer.error.message}`);
    }
  }, [place]);
}
