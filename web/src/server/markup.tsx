// The page as markup. Header and footer take longer to make than most pages do and hardly ever change, so they are kept.
import { renderToString } from 'react-dom/server.edge';
import { App } from '../App';
import { type FrameAnswers, frameQueries } from '../lib/page';
import { english as messages } from '../messages/language';
import type { Place } from '../navigation';

/** Pages whose header is kept. Each has its own, since the menu marks the page that is shown. */
const MAX_HEADERS = 32;

/** What stands around the pages, and what it was made of. */
let frame = { of: '', headers: new Map<string, string>(), footer: '' };

/** `preloads` are the links that React writes in front of a page, for the pictures in it. */
export function markupOf(place: Place, year: number): { preloads: string; body: string } {
  const of = frameOf(place.answers, year);
  if (frame.of !== of) frame = { of, headers: new Map(), footer: '' };
  const header = frame.headers.get(place.path);
  const { preloads, body } = rendered(place, year, header !== undefined);
  if (header !== undefined) return { preloads, body: header + body + frame.footer };
  // The page is this element. Outside of it there is no other, since React escapes what people have written.
  const begin = body.indexOf('<main');
  if (frame.headers.size === MAX_HEADERS) frame.headers.clear();
  frame.headers.set(place.path, body.slice(0, begin));
  frame.footer = body.slice(body.lastIndexOf('</main>') + '</main>'.length);
  return { preloads, body };
}

function frameOf(answers: Partial<FrameAnswers>, year: number): string {
  const names = Object.keys(frameQueries) as (keyof FrameAnswers)[];
  return JSON.stringify([year, ...names.map(name => answers[name])]);
}

function rendered(place: Place, year: number, bare: boolean) {
  const markup = renderToString(<App place={place} year={year} messages={messages} bare={bare} />);
  const preloads = /^(?:<link rel="preload"[^>]*>)+/.exec(markup)?.[0] ?? '';
  return { preloads, body: markup.slice(preloads.length) };
}
