import { expect, test } from 'vitest';
import { isWithin, menuOf } from '../menu';
import { longDate, plural } from '../messages/en/dates';
import { english } from '../messages/language';
import { bareIban, groupedIban } from './iban';
import { linkTarget, shownAddress, telephone } from './link';
import { frameable, linkable } from './map';

test('a date is written out', () => {
  expect(longDate('2026-09-04')).toBe('4 September 2026');
  expect(longDate('soon')).toBe('soon');
});

test('an IBAN is grouped for reading and bare for copying', () => {
  expect(groupedIban('PK36 SCBL0000001123456702')).toBe('PK36 SCBL 0000 0011 2345 6702');
  expect(groupedIban('PK361')).toBe('PK36 1');
  expect(bareIban('PK36 SCBL 0000')).toBe('PK36SCBL0000');
});

test('a number takes the right form of its word', () => {
  expect(plural(1, 'second', 'seconds')).toBe('1 second');
  expect(plural(0, 'second', 'seconds')).toBe('0 seconds');
});

const osm = 'https://www.openstreetmap.org';
const google = 'https://www.google.com/maps';

test.each([
  [`${osm}/export/embed.html?bbox=1,2,3,4`, `${osm}/export/embed.html?bbox=1,2,3,4`],
  [`${google}/embed?pb=x`, `${google}/embed?pb=x`],
  [`http://www.google.com/maps/embed?pb=x`, `${google}/embed?pb=x`],
  [`<iframe src="${google}/embed?pb=x&amp;y" width="600"></iframe>`, `${google}/embed?pb=x&y`],
  [
    `${google}/place/Clock+Tower/@31.41,73.07,17z/data=!3m1`,
    `${google}?q=Clock+Tower&ll=31.41,73.07&z=17&output=embed`,
  ],
  [`${google}/@31.41,73.07,12z`, `${google}?q=31.41,73.07&z=12&output=embed`],
  [`${google}/search/?api=1&query=31.4,73.1`, `${google}?q=31.4,73.1&output=embed`],
  ['https://maps.google.com/?q=Faisalabad', `${google}?q=Faisalabad&output=embed`],
  [
    `${osm}/#map=15/31.4180/73.0790`,
    `${osm}/export/embed.html?bbox=73.07351,31.41525,73.08449,31.42075&layer=mapnik`,
  ],
  [
    `${osm}/?mlat=31.4&mlon=73.1#map=12/31.4/73.1`,
    `${osm}/export/embed.html?bbox=73.05605,31.37803,73.14395,31.42197&layer=mapnik&marker=31.4,73.1`,
  ],
])('%s is shown in a frame', (typed, shown) => {
  expect(frameable(typed)).toBe(shown);
});

test.each([
  'https://maps.app.goo.gl/abc',
  'https://www.google.com/',
  'https://www.google.com.evil.example/maps/embed',
  'https://www.google.com@evil.example/maps/embed',
  'https://evil.example/?www.google.com/maps/embed',
  'https://www.google.com:8443/maps/embed',
  'javascript:alert(1)',
  '',
])('%s is not framed', url => {
  expect(frameable(url)).toBeUndefined();
});

test('a map that may not be framed may still be linked to, if it is a web address', () => {
  expect(linkable('https://maps.app.goo.gl/abc')).toBe('https://maps.app.goo.gl/abc');
  expect(linkable('javascript:alert(1)')).toBeUndefined();
  expect(linkable(null)).toBeUndefined();
});

test.each([
  ['www.example.org/x', 'https://www.example.org/x'],
  ['example.org:8080/x', 'https://example.org:8080/x'],
  ['//example.org', 'https://example.org'],
  ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
  ['/about', '/about'],
  ['about', '/about'],
  ['#team', '#team'],
  ['info@example.org', 'mailto:info@example.org'],
  ['tel:+92300', 'tel:+92300'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  [' ', undefined],
  [null, undefined],
])('the link %s leads to %s', (typed, target) => {
  expect(linkTarget(typed)).toBe(target);
});

test('an address is shown without what nobody types', () => {
  expect(shownAddress('https://www.example.org/')).toBe('example.org');
});

test('a telephone number is called by its digits', () => {
  expect(telephone('+92 (0)300 123-4567')).toBe('tel:+9203001234567');
  expect(telephone('on request')).toBeUndefined();
});

test('a page lights up the menu entry it belongs to', () => {
  const about = menuOf(english).find(entry => entry.label === 'About Us');
  expect(about && isWithin(about, '/team')).toBe(true);
  expect(about && isWithin(about, '/projects')).toBe(false);
});
