// Page data asked for once: a hover and the click that follows share one request, and back needs none.
import type { Answers } from './query';
import { fetchPageData } from './request';

interface Kept {
  at: number;
  arriving: Promise<Answers>;
  answers?: Answers;
}

/** How long data asked for ahead of a click may wait for it. */
const freshFor = 30_000;

const kept = new Map<string, Kept>();

export function pageData(path: string, anyAge = false): Kept {
  const known = kept.get(path);
  if (known && (anyAge ? known.answers : Date.now() - known.at < freshFor)) return known;
  const entry: Kept = { at: Date.now(), arriving: fetchPageData(path) };
  kept.set(path, entry);
  entry.arriving.then(
    answers => {
      entry.answers = answers;
    },
    () => {
      // A failure is not kept: the next try asks again.
      if (kept.get(path) === entry) kept.delete(path);
    },
  );
  return entry;
}

/** What the server sent with the first page, so that coming back to it needs no request. */
export function keepPageData(path: string, answers: Answers) {
  kept.set(path, { at: 0, arriving: Promise.resolve(answers), answers });
}
