// Sends a file through the official storage client, over a request that can tell how far it is and be cancelled.
import { buckets } from '../../schema.gen';
import { bucket } from '../api/session-clients';
import { adminMessages } from '../messages';
import { storedName } from './photo';
import { prepare, UnusableFile } from './prepare';

export interface Sending {
  signal: AbortSignal;
  onProgress(share: number): void;
}

export class Cancelled extends Error {}

type Bucket = keyof typeof buckets;

const pathOf = (name: Bucket) => `/storage/v1/object/public/${name}/`;

/** Prepares and stores one file; answers its address on this site. */
export async function sendFile(
  folder: string,
  file: File,
  sending: Sending,
  name: Bucket = 'website_images',
): Promise<string> {
  if (sending.signal.aborted) throw new Cancelled('cancelled');
  const ready = name === 'website_images' ? await prepare(file) : accepted(file, name);
  if (sending.signal.aborted) throw new Cancelled('cancelled');
  const { maxBytes } = buckets[name];
  if (ready.size > maxBytes)
    throw new UnusableFile(tooLarge(ready, adminMessages().uploads.moreThan(inMegabytes(maxBytes))));
  const files = bucket(requestWithProgress(sending), name);
  const { data, error } = await files.upload(storedName(folder, ready.name, nextMoment()), ready);
  if (sending.signal.aborted) throw new Cancelled('cancelled');
  if (error) throw new Error(kinder(error.message, ready));
  // Without the host, so that the site may move to another name.
  return new URL(files.getPublicUrl(data.path).data.publicUrl).pathname;
}

/** The server judges the content; what is plainly something else need not be sent at all. */
function accepted(file: File, name: Bucket): File {
  const { extensions } = buckets[name];
  if (extensions.some(extension => file.name.toLowerCase().endsWith(extension))) return file;
  const kinds = extensions.map(extension => extension.slice(1).toUpperCase());
  throw new UnusableFile(adminMessages().uploads.notADocument(file.name, kinds));
}

let lastMoment = 0;

/** Phones often reuse the same file name: two files of one batch must differ at least in their time. */
function nextMoment(): number {
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return lastMoment;
}

/** The stored object behind an address, or undefined when the file lies elsewhere. */
export function objectPath(url: string, bucket: Bucket = 'website_images'): string | undefined {
  const path = url.replace(/^https?:\/\/[^/]+/, '').split(/[?#]/)[0] ?? '';
  const publicPath = pathOf(bucket);
  if (!path.startsWith(publicPath)) return undefined;
  const name = path.slice(publicPath.length);
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // an address that somebody typed
  }
}

/** How many bytes a stored file has; undefined when nobody can tell. */
export async function storedSize(url: string, name: Bucket): Promise<number | undefined> {
  const path = objectPath(url, name);
  const answer = path === undefined ? undefined : await bucket(fetch, name).info(path);
  return answer?.data?.size;
}

export async function removeObject(path: string): Promise<string | undefined> {
  const { error } = await bucket().remove([path]);
  return error?.message;
}

function kinder(message: string, file: File): string {
  return /exceeded the maximum|too large/i.test(message) ? tooLarge(file, message) : message;
}

export const inMegabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1).replace(/\.0$/, '');

function tooLarge(file: File, said: string): string {
  return adminMessages().uploads.tooLarge(file.name, inMegabytes(file.size), said);
}

/** `fetch` cannot report how much of a body is sent; XMLHttpRequest can. */
function requestWithProgress({ signal, onProgress }: Sending): typeof fetch {
  return (input, init) =>
    new Promise((done, failed) => {
      const request = new XMLHttpRequest();
      const url = input instanceof Request ? input.url : String(input);
      request.open(init?.method ?? 'GET', url);
      request.responseType = 'arraybuffer';
      for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = event => event.lengthComputable && onProgress(event.loaded / event.total);
      request.onerror = () => failed(new TypeError('Failed to fetch'));
      request.onabort = () => failed(new Cancelled('cancelled'));
      request.onload = () => {
        const response = new Response(request.response, { status: request.status });
        Object.defineProperty(response, 'url', { value: request.responseURL });
        done(response);
      };
      signal.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init?.body as XMLHttpRequestBodyInit | null | undefined);
    });
}
