// Which pages show a table or a document: found in what the pages ask for. The admin, which knows no page, is told this.
import { type Page, shellQueries } from '../lib/page';
import type { Queries, Query } from '../lib/query';
import type { Messages } from '../messages/language';

export interface Reader {
  path: string;
  name: string;
}

/** By the name of a table, or of a document as `website_content/homepage`; first the page that is most about it. */
export type Readers = Record<string, Reader[]>;

export function readersOf(pages: Page[], messages: Messages): Readers {
  // What is at many addresses has none of its own.
  const shown = pages.filter(page => !page.path.includes('{'));
  const byMenu = [...shown].sort((one, other) => place(one) - place(other));
  const readers: Readers = {};
  const add = (subject: string, page: Page) => {
    readers[subject] = [...(readers[subject] ?? []), { path: page.path, name: page.texts.of(messages).name }];
  };
  for (const page of byMenu) for (const subject of subjectsOf(page.queries)) add(subject, page);
  // What no page is about stands around every page.
  for (const subject of subjectsOf(shellQueries).filter(subject => !readers[subject]))
    for (const page of byMenu) add(subject, page);
  return readers;
}

const place = ({ menu }: Page) => menu?.order ?? Number.MAX_SAFE_INTEGER;

function subjectsOf(queries: Queries): string[] {
  return [...new Set(Object.values(queries).map(subjectOf))];
}

function subjectOf({ table, query }: Query<unknown>): string {
  const document = /(?:^|&)page_key=eq\.([a-z_]+)/.exec(query)?.[1];
  return document ? `${table}/${document}` : table;
}
