// What the server calls. It runs in a bare JavaScript engine: no Intl, no timers, no fetch. The server calls plan,
// answers the queries as the anonymous visitor, and hands the answers to render. Texts go in and out as JSON.
import { headOf } from '../lib/head';
import { shellQueries } from '../lib/page';
import { complete } from '../lib/query';
import { isMissing, type Routes } from '../lib/routing';
import { english as messages } from '../messages/language';
import type { Place } from '../navigation';
import { notFound } from '../pages/not-found';
import { pages } from '../routes';
import { type Context, documentOf } from './document';
import { markupOf } from './markup';
import { readersOf } from './readers';
import { manifest, robots, sitemap } from './site-files';
import { breadcrumb, organisation } from './structured-data';

export function serverFunctions(routes: Routes) {
  const queriesOf = (path: string) => ({ ...shellQueries, ...routes.find(path)?.queries });

  function plan(path: string): string {
    return JSON.stringify({ status: routes.find(path) ? 200 : 404, queries: queriesOf(path) });
  }

  /** The addresses that are pages; any other is not found, without asking here. */
  function paths(): string {
    const { fixed, patterns } = routes;
    return JSON.stringify(patterns.length > 0 ? { fixed, patterns } : fixed);
  }

  function render(path: string, data: string, context: string): string {
    const answers = complete(queriesOf(path), JSON.parse(data));
    const asked = routes.find(path);
    const found = asked && !isMissing(asked, answers) ? asked : undefined;
    const given: Context = JSON.parse(context);
    const place: Place = {
      page: found?.page ?? notFound,
      path: found?.path ?? notFound.path,
      entry: '',
      answers,
      loading: false,
      by: 'load',
    };
    const markup = markupOf(place, given.year);
    const head = headOf(place.page, place.path, answers, messages);
    const structured = found && [
      organisation(answers, given.origin, messages),
      breadcrumb(found, given.origin, messages),
      head.structured?.(given.origin),
    ];
    const html = documentOf({ place, head, structured, markup, context: given, messages });
    const goodUntil = found?.page.goodUntil?.(answers);
    // The document stands below the rest: quoted as JSON it would be read and written twice more.
    return `${JSON.stringify({ status: found ? 200 : 404, ...(goodUntil && { goodUntil }) })}\n${html}`;
  }

  return {
    paths,
    plan,
    render,
    readers: () => JSON.stringify(readersOf(pages, messages)),
    sitemap,
    robots,
    manifest,
  };
}
