// What a page is called, by its path. The admin knows no page; the server tells their names with the admin's document.
import type { AdminMessages } from '../messages';
import { type Readers, readers } from '../preview/draft';

/** Under which the server counts the pages that have no number of their own. */
const other = 'other';

export function namesOf(all: Readers = readers): ReadonlyMap<string, string> {
  const pages = Object.values(all).flat();
  return new Map(pages.map(({ path, name }) => [path, name]));
}

/** A long list goes on at `/gallery/2`. What has no name is called by its path. */
export function pageName(
  path: string,
  names: ReadonlyMap<string, string>,
  texts: AdminMessages['statistics'],
): string {
  if (path === other) return texts.other;
  const [, list = '', number] = /^(.+)\/(\d+)$/.exec(path) ?? [];
  const listName = names.get(list);
  return names.get(path) ?? (listName ? texts.pageOf(listName, Number(number)) : decoded(path));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
