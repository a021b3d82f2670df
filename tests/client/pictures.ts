// Small real pictures of every kind the server takes, and a few that it must not.

import { crc32, deflateSync } from 'node:zlib';

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

/** A part of a PNG. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

/**
 * A PNG that says it has this size. About `padding` bytes make the file larger, not the picture: parts of the compressed
 * stream that hold nothing. Anything else would be taken out.
 */
export function png(width = 2, height = 2, padding = 0): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const lines = width * height > 10_000 ? 1 : height;
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(Math.min(width, 10_000) * 3, 90)]);
  const packed = deflateSync(Buffer.concat(Array.from({ length: lines }, () => line)));
  const nothing = Buffer.alloc(Math.ceil(padding / 5) * 5, Buffer.from([0, 0, 0, 0xff, 0xff]));
  const parts = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', Buffer.concat([packed.subarray(0, 2), nothing, packed.subarray(2)])),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

function ico(): Uint8Array<ArrayBuffer> {
  const picture = png();
  const head = Buffer.alloc(22);
  head.set([0, 0, 1, 0, 1, 0, 2, 2, 0, 0, 1, 0, 24, 0]);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(22, 18);
  return new Uint8Array(Buffer.concat([head, picture]));
}

export const jpeg = bytes(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1x' +
    'eXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAAR' +
    'CAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAA' +
    'AQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCcApl//9k=',
);
const gif = bytes('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7');
const webp = bytes('UklGRiYAAABXRUJQVlA4IBoAAAAwAQCdASoCAAIAAgA0JaQAA3AA/vuwDFAAAA==');
const avif = bytes(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2' +
    'aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAx' +
    'Q29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNs' +
    'eAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
);
export const svg = new Uint8Array(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h2v2H0z" fill="#0a7"/></svg>',
  ),
);

/** Every kind that is taken, with the type it must be served as. */
export const KINDS: [name: string, type: RegExp, bytes: Uint8Array<ArrayBuffer>][] = [
  ['png', /^image\/png$/, png()],
  ['jpg', /^image\/jpeg$/, jpeg],
  ['gif', /^image\/gif$/, gif],
  ['webp', /^image\/webp$/, webp],
  ['avif', /^image\/avif$/, avif],
  ['svg', /^image\/svg\+xml/, svg],
  ['ico', /^image\/(x-icon|vnd\.microsoft\.icon)$/, ico()],
];

export function file(name: string, content: Uint8Array<ArrayBuffer> = png(), type = 'image/png'): File {
  return new File([content], name, { type });
}

/** The path the admin uploads to. */
let last = Date.now();
export function path(prefix: string, name = 'picture.png'): string {
  last = Math.max(Date.now(), last + 1);
  return `${prefix}/${last}-${name}`;
}
