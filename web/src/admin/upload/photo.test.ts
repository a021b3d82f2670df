import { expect, test } from 'vitest';
import { carriesNotes, kindOf, storedName } from './photo';

const bytes = (...parts: (number | string)[]) =>
  new Uint8Array(
    parts.flatMap(part => (typeof part === 'string' ? [...part].map(c => c.charCodeAt(0)) : [part])),
  );

test('a picture’s kind is read from its bytes, whatever its name says', () => {
  expect(kindOf(bytes(0xff, 0xd8, 0xff, 0xe0))).toBe('jpeg');
  expect(kindOf(bytes(0x89, 'PNG'))).toBe('png');
  expect(kindOf(bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 '))).toBe('webp');
  expect(kindOf(bytes(0, 0, 0, 24, 'ftypheic'))).toBe('heic');
  expect(kindOf(bytes('<?xml version="1.0"?><svg xmlns="x">'))).toBe('svg');
  expect(kindOf(bytes('hello, this is text'))).toBe('unknown');
});

test('camera notes are found in front of the picture', () => {
  const plain = bytes(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xda, 0, 2);
  const noted = bytes(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xe1, 0, 4, 0, 0);
  expect(carriesNotes(plain, 'jpeg')).toBe(false);
  expect(carriesNotes(noted, 'jpeg')).toBe(true);
  expect(carriesNotes(bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8X', 10, 0, 0, 0, 0b1000), 'webp')).toBe(true);
});

test('a stored name is folder, time and the file’s own name, as far as an address can hold it', () => {
  const cases: [string, string][] = [
    ['My Photo (1).JPG', '1700-My Photo (1).JPG'],
    ['تصویر.png', '1700-تصویر.png'],
    ['50% off, really!.webp', '1700-50% off, really!.webp'],
    ['../../etc/passwd', '1700-..-..-etc-passwd'],
    ['what?#1.png', '1700-what-1.png'],
    ['a%20b.png', '1700-a-20b.png'],
    ['\u202egnp.exe', '1700-gnp.exe'],
    ['  ', '1700-picture'],
  ];
  for (const [file, name] of cases) expect(storedName('team', file, 1700)).toBe(`team/${name}`);
  const long = storedName('hero', `${'ع'.repeat(900)}.jpg`, 1700);
  expect(encodeURI(long).length).toBeLessThan(1100);
  expect(long).toMatch(/\.jpg$/);
});
