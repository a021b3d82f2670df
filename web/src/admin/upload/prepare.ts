// Makes a picture ready to send: upright, without the place where it was taken, and no larger than a page needs.
// A phone's photo shrinks to a tenth here, so that it is sent in seconds. Logos and small pictures stay as they are.
import { adminMessages } from '../messages';
import { carriesNotes, headLength, kindOf } from './photo';

const widest = 2560;
/** A picture with fewer bytes than this is not worth shrinking. */
const smallEnough = 1_500_000;
const quality = 0.86;

/** Trying again cannot help: it takes another file. */
export class UnusableFile extends Error {}

export async function prepare(file: File, longestSide = widest): Promise<File> {
  const head = new Uint8Array(await file.slice(0, headLength).arrayBuffer());
  const kind = kindOf(head);
  if (kind === 'svg' || kind === 'gif' || kind === 'ico') return file;
  if (kind === 'unknown') throw new UnusableFile(adminMessages().uploads.notAPicture(file.name));

  const bitmap = await open(file).catch(() => undefined);
  if (!bitmap) throw new UnusableFile(unreadable(file.name, kind === 'heic'));
  const { width, height } = bitmap;
  bitmap.close();
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const large = scale < 1 || file.size > smallEnough;
  const webReady = kind !== 'avif' && kind !== 'heic';
  if (webReady && !large && !carriesNotes(head, kind)) return file;
  // A photo has no see-through parts; what came as PNG or WebP may have.
  const type = kind === 'png' || kind === 'webp' ? 'image/webp' : 'image/jpeg';
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const blob = await redraw(file, size, type);
  return new File([blob], rename(file.name, blob.type), { type: blob.type });
}

const open = (file: File, more: ImageBitmapOptions = {}) =>
  createImageBitmap(file, { imageOrientation: 'from-image', ...more });

/** From the file, the browser shrinks it beside the page; a large picture drawn small would hold the page up. */
async function redraw(
  file: File,
  { width, height }: Record<'width' | 'height', number>,
  type: string,
): Promise<Blob> {
  const small = await open(file, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  const { cannotPrepare } = adminMessages().uploads;
  if (!pen) throw new Error(cannotPrepare);
  pen.drawImage(small, 0, 0);
  small.close();
  return new Promise((done, failed) => {
    const made = (blob: Blob | null) => (blob ? done(blob) : failed(new Error(cannotPrepare)));
    canvas.toBlob(made, type, quality);
  });
}

function unreadable(name: string, heic: boolean): string {
  const { damaged, heic: unknownFormat } = adminMessages().uploads;
  return heic ? unknownFormat(name) : damaged(name);
}

const endings: Record<string, RegExp> = {
  'image/jpeg': /\.jpe?g$/i,
  'image/webp': /\.webp$/i,
  'image/png': /\.png$/i,
};

/** The file's own name, with another ending only where the kind has changed. */
export function rename(name: string, type: string): string {
  if (endings[type]?.test(name)) return name;
  const ending = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/png': 'png' }[type] ?? 'jpg';
  return `${name.replace(/\.[^.]*$/, '')}.${ending}`;
}
