// The shell around every public page: header, page, footer, notices. The same tree on the server and in the browser.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { AppLost } from './components/AppLost';
import { ErrorBoundary } from './components/ErrorBoundary';
import { Footer } from './components/Footer';
import { Header } from './components/Header';
import { Notices } from './components/Notices';
import { PageBroken } from './components/PageBroken';
import { PageFade } from './components/PageFade';
import { applyHead, headOf } from './lib/head';
import type { FrameAnswers } from './lib/page';
import { recallScroll } from './lib/scroll';
import { type Messages, MessagesProvider } from './messages/language';
import { UiMessagesProvider } from './messages/ui';
import type { Place } from './navigation';
import { Spinner } from './ui/Spinner';

interface Props {
  place: Place;
  year: number;
  messages: Messages;
  /** Without what stands around the page, which the server keeps. */
  bare?: boolean;
}

export function App({ place, year, messages, bare }: Props) {
  // The menu is open for one visit: a move closes it in the same breath, so that the page can take the focus. Coming back
  // to that visit does not open it again.
  const [menuVisit, setMenuVisit] = useState<string>();
  const menuOpen = menuVisit === place.entry;
  if (menuVisit && !menuOpen) setMenuVisit(undefined);
  const main = useRef<HTMLElement>(null);
  const { page, path, answers } = place;
  const frame: Partial<FrameAnswers> = answers;

  useArrival(place, main);

  return (
    <MessagesProvider value={messages}>
      <UiMessagesProvider value={messages.ui}>
        {!bare && (
          <>
            <a
              href="#content"
              className="sr-only focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50 focus:rounded-soft focus:bg-surface focus:px-4 focus:py-3"
            >
              {messages.shell.skip}
            </a>
            <Header
              path={path}
              visit={place.entry}
              settings={frame.settings}
              loading={place.loading}
              menuOpen={menuOpen}
              onMenu={open => setMenuVisit(open ? place.entry : undefined)}
            />
          </>
        )}
        <main
          id="content"
          ref={main}
          tabIndex={-1}
          aria-label={page.texts.of(messages).name}
          aria-busy={place.loading || undefined}
          inert={menuOpen}
          className="min-h-[60vh]"
        >
          <PageFade key={`${place.entry}-${place.loading}`} moved={place.by !== 'load'}>
            <ErrorBoundary fallback={<PageBroken />}>
              <PageEffects place={place} messages={messages} />
              {place.loading ? (
                <PageSpinner />
              ) : (
                <page.View answers={answers} path={path} visit={place.entry} />
              )}
            </ErrorBoundary>
          </PageFade>
        </main>
        {!bare && (
          <>
            <div inert={menuOpen}>
              <ErrorBoundary fallback={null}>
                <Footer answers={frame} year={year} />
              </ErrorBoundary>
            </div>
            <AppLost />
            <Notices />
          </>
        )}
      </UiMessagesProvider>
    </MessagesProvider>
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

/** What a page does outside of itself. A part of the page, so that a fault in it does not take the shell with it. */
function PageEffects({ place, messages }: Pick<Props, 'place' | 'messages'>) {
  useEffect(() => {
    if (!place.loading) applyHead(headOf(place.page, place.path, place.answers, messages), messages);
  }, [place, messages]);

  // A failed read is told to the console; the page itself shows its fallback.
  useEffect(() => {
    for (const [name, answer] of Object.entries(place.answers)) {
      if (!answer.ok) console.error(`Could not load ${name}: ${answer.error.message}`);
    }
  }, [place]);
  return null;
}
