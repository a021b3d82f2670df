import { expect, test } from 'vitest';
import { shellQueries } from '../lib/page';
import { english } from '../messages/language';
import { pages } from '../routes';
import { documents, tables } from '../schema.gen';
import { readersOf } from './readers';

const readers = readersOf(pages, english);
const paths = (subject: string) => readers[subject]?.map(({ path }) => path);

test('a list or a document is shown by the pages that ask for it', () => {
  expect(paths('projects')).toEqual(['/projects']);
  expect(paths('success_stories')).toEqual(['/projects']);
  expect(paths('gallery_images')).toEqual(['/gallery']);
  expect(paths('website_content/about')).toEqual(['/about']);
  // Every page asks for it, for shared links; one page is about it.
  expect(paths('website_content/homepage')).toEqual(['/']);
});

test('what stands around every page can be seen on each, first on the first of the menu', () => {
  for (const subject of ['website_content/footer', 'website_content/general_settings']) {
    expect(paths(subject)?.slice(0, 2)).toEqual(['/', '/about']);
    expect(paths(subject)?.toSorted()).toEqual(pages.map(({ path }) => path));
  }
  expect(Object.keys(shellQueries)).toHaveLength(4);
});

test('every document has a page that shows it, and what visitors send has none', () => {
  for (const key of Object.keys(documents)) expect(paths(`website_content/${key}`), key).not.toBeUndefined();
  expect(Object.keys(tables)).toEqual(expect.arrayContaining(['volunteers', 'subscribers']));
  for (const table of ['volunteers', 'subscribers', 'history']) expect(paths(table), table).toBeUndefined();
});

test('a page at an address that the data decides is not offered', () => {
  const [first] = pages;
  if (!first) throw new Error('no pages');
  const story = {
    ...first,
    path: '/stories/{slug}',
    queries: { all: { ...shellQueries.footer, table: 'projects' as const, query: 'select=*' } },
  };
  expect(readersOf([story], english).projects).toBeUndefined();
});
