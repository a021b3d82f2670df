import { expect, test } from 'vitest';
import { readAll, readPath, writeAll } from './document';

const homepage = { hero: { heading: 'Hope', later: [1] }, unknown: { a: true } };

test('a nested document reads as flat values, with something for what is missing', () => {
  expect(readAll(homepage, { 'hero.heading': '', 'hero.subheading': '', 'our_work.heading': '' })).toEqual({
    'hero.heading': 'Hope',
    'hero.subheading': '',
    'our_work.heading': '',
  });
  expect(readPath({ image_url: null }, 'image_url', null)).toBe(null);
  expect(readPath({ phones: null }, 'phones', [])).toEqual([]);
});

test('writing changes only the named places and keeps what it does not know', () => {
  const written = writeAll(homepage, { 'hero.heading': 'New', 'our_work.heading': 'Next' });
  expect(written).toEqual({
    hero: { heading: 'New', later: [1] },
    unknown: { a: true },
    our_work: { heading: 'Next' },
  });
  expect(homepage.hero.heading).toBe('Hope');
});
