// Looks into a picture's bytes: which kind it really is, and whether it carries what a camera notes (EXIF), such as
// the place where it was taken. Pure.

export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'svg' | 'ico' | 'unknown';

/** How many of the first bytes have to be read. */
export const headLength = 256 * 1024;

function ascii(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}

export function kindOf(head: Uint8Array): PhotoKind {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  if (ascii(head, 1, 3) === 'PNG') return 'png';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'WEBP') return 'webp';
  if (ascii(head, 0, 3) === 'GIF') return 'gif';
  if (head[0] === 0 && head[1] === 0 && head[2] === 1 && head[3] === 0) return 'ico';
  if (ascii(head, 4, 4) === 'ftyp') return /avi[fs]/.test(ascii(head, 8, 24)) ? 'avif' : 'heic';
  if (/<svg[\s>]/i.test(ascii(head, 0, 1024))) return 'svg';
  return 'unknown';
}

export function carriesNotes(head: Uint8Array, kind: PhotoKind): boolean {
  switch (kind) {
    case 'jpeg':
      return jpegHasNotes(head);
    case 'png':
      return /eXIf|iTXtXML:com\.adobe\.xmp/.test(ascii(head, 0, Math.min(head.length, 65_536)));
    case 'webp':
      // Bits of the extended header say whether EXIF or XMP follows somewhere in the file.
      return ascii(head, 12, 4) === 'VP8X' && ((head[20] ?? 0) & 0b1100) !== 0;
    default:
      return false;
  }
}

/** Walks the segments up to the picture itself; APP1 holds EXIF or XMP, APP13 the press notes. */
function jpegHasNotes(bytes: Uint8Array): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda) return false;
    if (marker === 0xe1 || marker === 0xed) return true;
    at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
  return at + 4 > bytes.length; // the notes are longer than what was read: surely there are some
}

/** Encoded, a name must fit the column that holds its address. */
const longestName = 1000;

/** The folder, the time and the file's own name. */
export function storedName(folder: string, file: string, now: number): string {
  return `${folder}/${now}-${safeName(file)}`;
}

/**
 * The file's own name. Only what an address or the storage cannot hold is replaced: slashes, the marks that end a path or
 * begin an escape, control characters and those that turn the reading direction.
 */
export function safeName(file: string): string {
  const name =
    file
      .replace(/[/\\?#]+|%(?=[\da-f]{2})/gi, '-')
      .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/gu, '')
      .trim() || 'picture';
  const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(name) ?? [];
  const letters = [...stem];
  while (encodeURIComponent(letters.join('')).length > longestName) letters.pop();
  return `${letters.join('')}${ending}`;
}
