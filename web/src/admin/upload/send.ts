// Sends a file through the official storage client, over a request that can tell how far it is and be cancelled.
import { bucket } from '../api/session-clients';
import { storedName } from './photo';
import { prepare } from './prepare';

export interface Sending {
  signal: AbortSignal;
  onProgress(share: number): void;
}

export class Cancelled extends Error {}

const publicPath = '/storage/v1/object/public/website_images/';

/** Prepares and stores one picture; answers its address on this site. */
export async function sendPicture(folder: string, file: File, sending: Sending): Promise<string> {
  if (sending.signal.aborted) throw new Cancelled('cancelled');
  const ready = await prepare(file);
  if (sending.signal.aborted) throw new Cancelled('cancelled');
  const files = bucket(requestWithProgress(sending));
  const { data, error } = await files.upload(storedName(folder, ready.name, nextMoment()), ready);
  if (sending.signal.aborted) throw new Cancelled('cancelled');
  if (error) throw new Error(kinder(error.message, ready));
  // Without the host, so that the site may move to another name.
  return new URL(files.getPublicUrl(data.path).data.publicUrl).pathname;
}

let lastMoment = 0;

/** Telephones give every photo the same name: two files of one batch must differ at least in their time. */
function nextMoment(): number {
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return lastMoment;
}

/** The stored object behind an address, or undefined when the picture lies elsewhere. */
export function objectPath(url: string): string | undefined {
  const path = url.replace(/^https?:\/\/[^/]+/, '').split(/[?#]/)[0] ?? '';
  return path.startsWith(publicPath) ? decodeURIComponent(path.slice(publicPath.length)) : undefined;
}

export async function removeObject(path: string): Promise<string | undefined> {
  const { error } = await bucket().remove([path]);
  return error?.message;
}

function kinder(message: string, file: File): string {
  if (!/exceeded the maximum|too large/i.test(message)) return message;
  const megabytes = (file.size / 1_048_576).toFixed(1);
  return `“${file.name}” is ${megabytes} MB, which is too large. Please choose a smaller picture. (${message})`;
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
