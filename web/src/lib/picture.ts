// Addresses of resized pictures. The server makes only these widths, so that no stranger can ask for endless work.
import { buckets } from '../schema.gen';

const bucket: keyof typeof buckets = 'website_images';
const { widths } = buckets[bucket];

const stored = `/storage/v1/object/public/${bucket}/`;
const resized = `/storage/v1/render/image/public/${bucket}/`;

/** The address of a stored picture at one width; a remote or vector picture as it is. */
export function rendition(url: string, width: number): string {
  const name = storedName(url);
  return name === undefined ? url : `${resized}${name}?width=${width}`;
}

/** Every width up to the largest that is useful, or undefined when the picture cannot be resized. */
export function renditions(url: string, largest: number): string | undefined {
  const name = storedName(url);
  if (name === undefined) return undefined;
  return widths
    .filter(width => width <= largest)
    .map(width => `${resized}${name}?width=${width} ${width}w`)
    .join(', ');
}

function storedName(url: string): string | undefined {
  const path = url.split(/[?#]/)[0] ?? '';
  const at = path.indexOf(stored);
  // An absolute address names the server it was uploaded through, which may have another name today.
  const ours = at === 0 || (at > 0 && /^https?:\/\/[^/]+$/.test(path.slice(0, at)));
  if (!ours || /\.(svg|ico|gif)$/i.test(path)) return undefined;
  return path.slice(at + stored.length);
}
