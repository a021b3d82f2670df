import { expect, test } from 'vitest';
import { rendition, renditions, unmarked } from './picture';

const name = 'projects/1700-a%20b.webp';

test('a stored picture is asked for at a fixed width', () => {
  expect(rendition(`/storage/v1/object/public/website_images/${name}`, 640)).toBe(
    `/storage/v1/render/image/public/website_images/${name}?width=640`,
  );
});

test('the mark of a picture goes along, and nothing else that stands behind its address', () => {
  const stored = `/storage/v1/object/public/website_images/${name}`;
  expect(rendition(`${stored}?v=0a1b-1`, 320)).toBe(
    `/storage/v1/render/image/public/website_images/${name}?v=0a1b-1&width=320`,
  );
  expect(renditions(`${stored}?v=0a1b-1`, 160)).toBe(
    `/storage/v1/render/image/public/website_images/${name}?v=0a1b-1&width=160 160w`,
  );
  expect(unmarked(`${stored}?v=0a1b-1`)).toBe(stored);
  expect(unmarked('https://example.org/a?v=b&c')).toBe('https://example.org/a?v=b&c');
  expect(rendition(`${stored}?quality=90`, 320)).toBe(rendition(stored, 320));
  expect(rendition(`${stored}?v=1&width=9`, 320)).toBe(rendition(stored, 320));
});

test('an absolute address of ours loses the host it was uploaded through', () => {
  expect(rendition(`http://127.0.0.1:8080/storage/v1/object/public/website_images/${name}`, 160)).toBe(
    `/storage/v1/render/image/public/website_images/${name}?width=160`,
  );
});

test.each([
  'https://example.org/photo.jpg',
  '/storage/v1/object/public/website_images/logo/a.svg',
  '/assets/portrait.svg',
  'https://example.org/x?u=/storage/v1/object/public/website_images/a.webp',
])('%s is used as it is', url => {
  expect(rendition(url, 640)).toBe(url);
  expect(renditions(url, 1280)).toBeUndefined();
});

test('no width larger than is useful is offered', () => {
  expect(renditions('/storage/v1/object/public/website_images/a.webp', 320)).toBe(
    '/storage/v1/render/image/public/website_images/a.webp?width=160 160w, /storage/v1/render/image/public/website_images/a.webp?width=320 320w',
  );
});
