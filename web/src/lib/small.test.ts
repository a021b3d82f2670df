import { expect, test } from 'vitest';
import { longDate } from './dates';
import { bareIban, groupedIban } from './iban';
import { frameable, linkable } from './map';
import { isWithin, menu } from './menu';

test('a date is written out', () => {
  expect(longDate('2026-09-04')).toBe('4 September 2026');
  expect(longDate('soon')).toBe('soon');
});

test('an IBAN is grouped for reading and bare for copying', () => {
  expect(groupedIban('PK36 SCBL0000001123456702')).toBe('PK36 SCBL 0000 0011 2345 6702');
  expect(groupedIban('PK361')).toBe('PK36 1');
  expect(bareIban('PK36 SCBL 0000')).toBe('PK36SCBL0000');
});

test.each([
  ['https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4', true],
  ['https://www.google.com/maps/embed?pb=x', true],
  ['https://WWW.GOOGLE.COM/maps', true],
  ['http://www.google.com/maps', false],
  ['https://www.google.com.evil.example/maps', false],
  ['https://www.google.com@evil.example/', false],
  ['https://evil.example/?www.google.com', false],
  ['https://www.google.com:8443/', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s may be framed: %s', (url, allowed) => {
  expect(frameable(url) !== undefined).toBe(allowed);
});

test('a map that may not be framed may still be linked to, if it is a web address', () => {
  expect(linkable('https://maps.example/here')).toBe('https://maps.example/here');
  expect(linkable('javascript:alert(1)')).toBeUndefined();
});

test('a page lights up the menu entry it belongs to', () => {
  const about = menu.find(entry => entry.label === 'About Us');
  expect(about && isWithin(about, '/team')).toBe(true);
  expect(about && isWithin(about, '/projects')).toBe(false);
});
