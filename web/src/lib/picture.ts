// Addresses of resized pictures. The server makes only these widths, so that no stranger can ask for endless work.
import { buckets } from '../schema.gen';

const bucket: keyof typeof buckets = 'website_images';
const { widths } = buckets[bucket];

const stored = `/storage/v1/object/public/${bucket}/`;
const resized = `/storage/v1/render/image/public/${bucket}/`;

/** The address of a stored picture at one width; a remote or vector picture as it is. */
export function rendition(url: string, width: number): string {
  const address = resizedAddress(url);
  return address === undefined ? url : address + width;
}

/** Every width up to the largest that is useful, or undefined when the picture cannot be resized. */
export function renditions(url: string, largest: number): string | undefined {
  const address = resizedAddress(url);
  if (address === undefined) return undefined;
  return widths
    .filter(width => width <= largest)
    .map(width => `${address}${width} ${width}w`)
    .join(', ');
}

/**
 * What the server adds to the address of a stored picture when it makes a page. It follows from the picture's contents, so
 * that browsers can keep what they got there (server/src/storage/mark.rs).
 */
const mark = /\?v=[\w-]+$/;

/** The address as staff stored it, for people and search engines to keep. */
export const unmarked = (url: string) => url.replace(mark, '');

/** All but the width. */
function resizedAddress(url: string): string | undefined {
  const path = url.split(/[?#]/)[0] ?? '';
  const at = path.indexOf(stored);
  // An absolute address names the server it was uploaded through, which may have another name today.
  const ours = at === 0 || (at > 0 && /^https?:\/\/[^/]+$/.test(path.slice(0, at)));
  if (!ours || /\.(svg|ico|gif)$/i.test(path)) return undefined;
  const found = mark.exec(url)?.[0];
  return `${resized}${path.slice(at + stored.length)}${found ? `${found}&` : '?'}width=`;
}
