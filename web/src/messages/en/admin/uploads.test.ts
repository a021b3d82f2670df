import { expect, test } from 'vitest';
import { uploads } from './uploads';

test('all files that failed are named, and each reason is given once', () => {
  const lost = 'We could not reach our server.';
  expect(
    uploads.failures([
      { name: 'a.png', message: lost },
      { name: 'b.heic', message: uploads.heic('b.heic') },
      { name: 'c.png', message: lost },
      { name: 'd.txt', message: uploads.notAPicture('d.txt') },
    ]),
  ).toBe(
    [
      `“a.png”, “c.png”: ${lost}`,
      uploads.heic('b.heic'),
      '“d.txt” is not a picture. Please choose a JPEG, PNG or WebP file.',
    ].join('\n'),
  );
});
