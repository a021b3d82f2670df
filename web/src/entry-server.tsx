// The server's entry. It runs in a bare JavaScript engine: no Intl, no timers, no fetch. The server calls plan, answers
// the queries as the anonymous visitor, and hands the answers to render. Texts go in and out as JSON.
import { renderToString } from 'react-dom/server';
import { App } from './App';
import { headOf } from './lib/head';
import { shellQueries } from './lib/page';
import type { Answers } from './lib/query';
import { notFound } from './pages/not-found';
import { findPage, furtherPages, pages } from './routes';
import { type Context, documentOf } from './server/document';
import { manifest, robots, sitemap } from './server/site-files';

function plan(path: string): string {
  const page = findPage(path);
  return JSON.stringify({ status: page ? 200 : 404, queries: { ...shellQueries, ...page?.queries } });
}

/** The paths that are pages; whatever else is asked for is not found, without asking here. */
function paths(): string {
  return JSON.stringify([...pages, ...furtherPages].map(page => page.path));
}

function render(path: string, data: string, context: string): string {
  const answers: Answers = JSON.parse(data);
  const known = findPage(path);
  const page = known?.missing?.(answers) ? undefined : known;
  const given: Context = JSON.parse(context);
  const place = {
    path: page?.path ?? notFound.path,
    entry: '',
    answers,
    loading: false,
    by: 'load' as const,
  };
  const markup = renderToString(<App place={place} year={given.year} />);
  const head = headOf(page ?? notFound, answers);
  const html = documentOf({ place, head, found: Boolean(page), markup, context: given });
  return JSON.stringify({ status: page ? 200 : 404, html });
}

Object.assign(globalThis, { umeed: { paths, plan, render, sitemap, robots, manifest } });
