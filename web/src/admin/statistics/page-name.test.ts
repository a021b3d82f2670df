import { expect, test } from 'vitest';
import { statistics } from '../../messages/en/admin/statistics';
import { namesOf, pageName } from './page-name';

const names = namesOf({
  projects: [{ path: '/projects', name: 'Projects' }],
  gallery_images: [{ path: '/gallery', name: 'Gallery' }],
});

test('pages are called by their names, and what has none by its path', () => {
  const named = (path: string) => pageName(path, names, statistics);
  expect(named('/projects')).toBe('Projects');
  expect(named('/gallery/2')).toBe('Gallery, page 2');
  expect(named('/news/%D8%A7')).toBe('/news/ا');
  expect(named('/news/%zz')).toBe('/news/%zz');
  expect(named('/news/7')).toBe('/news/7');
  expect(named('other')).toBe('Other pages');
});
