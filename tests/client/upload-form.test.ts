import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ok, serve } from './clients.ts';
import { file, path, png } from './pictures.ts';

// The form that browsers send arrives in as many pieces as the network likes.

const site = serve();
const bucket = () => site.staff.storage.from('website_images');
const picture = png(2, 2, 300);
const BOUNDARY = '----WebKitFormBoundaryAbCdEf0123456789';

const form = Buffer.concat([
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n120\r\n`),
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name=""; filename="ا.png"\r\n`),
  Buffer.from('Content-Type: image/png\r\n\r\n'),
  picture,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
]);
const head = (name: string, length: string) =>
  `POST /storage/v1/object/website_images/${name} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n` +
  `authorization: Bearer ${site.token}\r\nx-upsert: false\r\n` +
  `content-type: multipart/form-data; boundary=${BOUNDARY}\r\n${length}\r\n\r\n`;

/** Sends the pieces one by one, a moment apart, and gives back the whole answer. */
async function send(pieces: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  let text = '';
  const answer = new Promise<string>((done, failed) => {
    socket.on('data', part => {
      text += part.toString();
    });
    socket.on('end', () => done(text)).on('error', failed);
  });
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(2);
  }
  return answer;
}

async function stored(name: string) {
  const served = await fetch(bucket().getPublicUrl(name).data.publicUrl);
  expect(served.headers.get('cache-control')).toMatch(/max-age=120\b/);
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(picture);
}

describe('[API-5] a form in pieces', () => {
  const edge = form.indexOf('\r\n\r\n');
  const second = form.indexOf(`--${BOUNDARY}`, 10);
  const start = form.indexOf(Buffer.from(picture));
  const end = start + picture.length;
  const cuts = [
    ...[0, 1, 2, 20, BOUNDARY.length + 2, BOUNDARY.length + 3, edge, edge + 2, edge + 4, edge + 5, edge + 7],
    ...[second - 2, second - 1, second, second + 1, second + 9, start - 1, start, start + 1, start + 100],
    ...[end - 1, end, end + 1, end + 2, end + 3, end + 20, form.length - 4, form.length - 2, form.length - 1],
  ];

  test.each(cuts)('cut at byte %i', async cut => {
    const name = path('gallery');
    const answer = await send([
      head(name, `content-length: ${form.length}`),
      form.subarray(0, cut),
      form.subarray(cut),
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    await stored(name);
  });

  test('the head and all of the body at once', async () => {
    for (let again = 0; again < 20; again++) {
      const name = path('gallery');
      const whole = Buffer.concat([Buffer.from(head(name, `content-length: ${form.length}`)), form]);
      expect(await send([whole])).toMatch(/^HTTP\/1\.1 200 /);
      await stored(name);
    }
  });

  test('byte by byte, in chunks of which none tells the length of the whole', async () => {
    const name = path('gallery');
    const pieces: (string | Buffer)[] = [head(name, 'transfer-encoding: chunked')];
    for (let at = 0; at < form.length; at += 7) {
      const piece = form.subarray(at, at + 7);
      pieces.push(
        Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
      );
    }
    expect(await send([...pieces, '0\r\n\r\n'])).toMatch(/^HTTP\/1\.1 200 /);
    await stored(name);
  });

  test('a hundred uploads of the official client, one after the other, all arrive', async () => {
    for (let n = 0; n < 100; n++) {
      ok(await bucket().upload(path('team'), file('a.png')));
    }
  });

  test('fields after the file count as well', async () => {
    const name = path('gallery');
    const late = Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\n\r\n`),
      picture,
      Buffer.from(`\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n120\r\n`),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]);
    expect(await send([head(name, `content-length: ${late.length}`), late])).toMatch(/^HTTP\/1\.1 200 /);
    await stored(name);
  });
});
