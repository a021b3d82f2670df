// Page data asked for once: a hover and the click that follows share one request, and back needs none.
import { shellQueries } from './page';
import { type Answers, answered, complete, type Queries } from './query';
import { fetchPageData } from './request';

interface Kept {
  at: number;
  arriving: Promise<Answers>;
  answers?: Answers;
}

/** How long data asked for ahead of a click may wait for it. */
const freshFor = 30_000;

const kept = new Map<string, Kept>();

export function pageData(path: string, queries: Queries, anyAge = false): Kept {
  const known = kept.get(path);
  if (known && (anyAge ? known.answers : Date.now() - known.at < freshFor)) return known;
  const arriving = fetchPageData(path).then(given => ({
    ...answered(shellQueries, given),
    ...complete(queries, given),
  }));
  const entry: Kept = { at: Date.now(), arriving };
  kept.set(path, entry);
  const forget = () => {
    if (kept.get(path) === entry) kept.delete(path);
  };
  arriving.then(answers => {
    // A failure is not kept: the next try asks again.
    if (Object.values(answers).some(answer => !answer?.ok)) forget();
    entry.answers = answers;
  }, forget);
  return entry;
}

/** What the server sent with the first page, so that coming back to it needs no request. */
export function keepPageData(path: string, answers: Answers) {
  kept.set(path, { at: 0, arriving: Promise.resolve(answers), answers });
}
