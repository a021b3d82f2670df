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

test('stored names are plain, and keep folder, time and ending', () => {
  expect(storedName('team', 'My Photo (1).JPG', 1700)).toBe('team/1700-My-Photo-1.JPG');
  expect(storedName('hero', 'تصویر.png', 1700)).toBe('hero/1700-picture.png');
  expect(storedName('logo', '../../etc/passwd', 5)).toBe('logo/5-etc-passwd');
});
