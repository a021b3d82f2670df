import { expect, test } from 'vitest';
import { pagesOf, textsOf } from './draft';
import { needle } from './place';
import { fitted } from './sizes';

test('the pages of several documents are offered once each, in order', () => {
  const home = { path: '/', name: 'Home' };
  const about = { path: '/about', name: 'About' };
  const readers = { a: [about], b: [home, about] };
  expect(pagesOf(['a', 'b'], readers)).toEqual([about, home]);
  expect(pagesOf(['nobody shows this'], readers)).toEqual([]);
});

test('the texts of a draft are those that a page may show', () => {
  const values = {
    heading: 'Hope',
    image_url: '/storage/x.png',
    website_url: 'https://example.org',
    is_visible: true,
    none: null,
    phones: ['0300 1', '0300 2'],
    links: [{ label: 'Give', url: '/donate' }],
  };
  expect(textsOf(values)).toEqual(['Hope', '0300 1', '0300 2', 'Give']);
});

test('rich text is looked for by its longest piece', () => {
  expect(needle('<p>A <strong>clinic for everyone</strong> &amp; more</p>')).toBe('clinic for everyone');
  expect(needle('  two\n  longer lines ')).toBe('longer lines');
  expect(needle('&lt;b&gt; x&nbsp;y')).toBe('<b> x y');
  expect(needle('x'.repeat(500))).toHaveLength(60);
  expect(needle('<p></p>')).toBe('');
});

test('a phone is shown as it is, with air around it where there is room', () => {
  expect(fitted('phone', { width: 1280, height: 700 })).toEqual({
    width: 360,
    height: 668,
    scale: 1,
    top: 16,
  });
  expect(fitted('phone', { width: 360, height: 640 })).toEqual({ width: 360, height: 640, scale: 1, top: 0 });
  expect(fitted('phone', { width: 320, height: 640 })).toMatchObject({ width: 360, height: 720, top: 0 });
});

test('a desktop is made smaller until it fits, and is as much taller', () => {
  expect(fitted('desktop', { width: 320, height: 600 })).toEqual({
    width: 1280,
    height: 2400,
    scale: 0.25,
    top: 0,
  });
  expect(fitted('desktop', { width: 1920, height: 900 })).toEqual({
    width: 1280,
    height: 900,
    scale: 1,
    top: 0,
  });
});
