// From an address to a page. Most pages have one address; some have one for every row, such as `/x/{slug}`.
import type { Page } from './page';
import { type Answers, isAbsent, type Queries } from './query';

/** A page at one address. */
export interface Found {
  page: Page;
  path: string;
  /** The page's queries with its slug filled in. */
  queries: Queries;
}

export interface Routes {
  /** Every address that is a page, and the patterns of those that the data decides. */
  fixed: string[];
  patterns: string[];
  find(address: string): Found | undefined;
}

const placeholder = '{slug}';
/** A longer one is no row's: it need not be looked for. */
const maxSlugLength = 200;

export function createRoutes(pages: Page[]): Routes {
  const fixed = new Map<string, Page>();
  const patterned: Page[] = [];
  for (const page of pages) {
    if (page.path.includes(placeholder)) patterned.push(page);
    else fixed.set(page.path, page);
  }

  function find(address: string): Found | undefined {
    const path = address.split(/[?#]/)[0]?.replace(/(.)\/+$/, '$1') ?? '';
    const page = fixed.get(path);
    if (page) return { page, path, queries: page.queries };
    for (const page of patterned) {
      const slug = slugIn(page.path, path);
      if (slug) return { page, path, queries: filled(page.queries, slug) };
    }
    return undefined;
  }

  return { fixed: [...fixed.keys()], patterns: patterned.map(page => page.path), find };
}

function slugIn(pattern: string, path: string): string | undefined {
  const [before = '', after = ''] = pattern.split(placeholder);
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const part = path.slice(before.length, path.length - after.length);
  if (part.includes('/')) return undefined;
  try {
    const slug = decodeURIComponent(part);
    return slug.length > maxSlugLength ? undefined : slug;
  } catch {
    return undefined;
  }
}

function filled(queries: Queries, slug: string): Queries {
  const written = encodeURIComponent(slug);
  return Object.fromEntries(
    Object.entries(queries).map(([name, query]) => [
      name,
      { ...query, query: query.query.replaceAll(placeholder, written) },
    ]),
  );
}

/** Whether the answers say that there is no such page after all. */
export function isMissing({ page }: Found, answers: Answers): boolean {
  const absent = Object.entries(page.queries).some(
    ([name, { query }]) => query.includes(placeholder) && isAbsent(answers[name]),
  );
  return absent || (page.missing?.(answers) ?? false);
}
