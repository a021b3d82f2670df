import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { ok, serve } from './clients.ts';
import { file, path, png } from './pictures.ts';

const site = serve();
const bucket = () => site.staff.storage.from('website_images');
const publicUrl = (name: string) => bucket().getPublicUrl(name).data.publicUrl;
const picture = png(8, 8, 5000);
let url = '';

beforeAll(async () => {
  const name = path('gallery', 'the picture.png');
  ok(await bucket().upload(name, file('the picture.png', picture)));
  url = publicUrl(name);
});
const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers });
const bytes = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('[API-5] the public URL', () => {
  test('needs no key and tells all that a cache wants to know', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(picture.length));
    expect(answer.headers.get('cache-control')).toMatch(/max-age=3600\b/);
    expect(answer.headers.get('etag')).toMatch(/^(W\/)?"[^"]+"$/);
    expect(Date.parse(answer.headers.get('last-modified') ?? '')).toBeGreaterThan(Date.now() - 120_000);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-disposition')).toBeNull();
  });

  test('HEAD gives the headers alone', async () => {
    const answer = await get({}, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(picture.length));
    expect(await answer.text()).toBe('');
  });

  test('304 to one who has it already, by tag or by time', async () => {
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    for (const tag of [etag, `"other", ${etag}`, '*', `W/${etag.replace('W/', '')}`]) {
      const again = await get({ 'if-none-match': tag });
      expect(again.status, tag).toBe(304);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toMatch(/max-age=3600\b/);
      expect(await again.text()).toBe('');
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
    const modified = first.headers.get('last-modified') ?? '';
    expect((await get({ 'if-modified-since': modified })).status).toBe(304);
    expect((await get({ 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status).toBe(200);
    const tagCounts = { 'if-none-match': '"other"', 'if-modified-since': modified };
    expect((await get(tagCounts)).status).toBe(200);
  });

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-199', 100, 200],
    ['bytes=-20', picture.length - 20, picture.length],
    [`bytes=${picture.length - 5}-`, picture.length - 5, picture.length],
    [`bytes=10-${picture.length * 2}`, 10, picture.length],
  ])('Range %s is 206 with exactly those bytes', async (range, from, to) => {
    const answer = await get({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${picture.length}`);
    expect(answer.headers.get('content-length')).toBe(String(to - from));
    expect(await bytes(answer)).toEqual(picture.slice(from, to));
  });

  test('a range beyond the end is 416; one that cannot be read, or of an older picture, is the whole', async () => {
    const beyond = await get({ range: `bytes=${picture.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${picture.length}`);
    for (const range of ['bytes=a-b', 'lines=1-2', 'bytes=9-1'])
      expect((await get({ range })).status, range).toBe(200);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
  });

  test('download, under its own name or another', async () => {
    const name = path('gallery', 'امید.png');
    ok(await bucket().upload(name, file('a.png')));
    const disposition = async (download: string | boolean) => {
      const answer = await fetch(bucket().getPublicUrl(name, { download }).data.publicUrl);
      expect(answer.status).toBe(200);
      return answer.headers.get('content-disposition') ?? '';
    };
    expect(await disposition(true)).toMatch(/^attachment/);
    expect(await disposition('report.png')).toMatch(/^attachment;.*report\.png/);
    const urdu = await disposition('تصویر "1".png');
    expect(urdu).toMatch(/^attachment;.*filename\*=UTF-8''/);
    expect(decodeURIComponent(urdu.split("filename*=UTF-8''")[1]?.split(';')[0] ?? '')).toBe('تصویر "1".png');
    expect(await disposition('a\r\nset-cookie: x=1')).not.toMatch(/[\r\n]/);
  });

  test('a cache nonce changes nothing', async () => {
    const answer = await fetch(`${url}?cacheNonce=7`);
    expect(await bytes(answer)).toEqual(picture);
  });
});

describe('[API-5] a signed URL', () => {
  test('serves that file for a while, and nothing else', async () => {
    const [name, other] = [path('team', 'دستخط.png'), path('team')];
    for (const each of [name, other]) ok(await bucket().upload(each, file('a.png')));
    const { signedUrl } = ok(await bucket().createSignedUrl(name, 60));
    const served = await fetch(signedUrl);
    expect(served.status).toBe(200);
    expect(await bytes(served)).toEqual(png());
    const elsewhere = new URL(signedUrl);
    elsewhere.pathname = new URL(publicUrl(other)).pathname.replace('/public/', '/sign/');
    expect((await fetch(elsewhere)).status).toBe(400);
    const forged = new URL(signedUrl);
    forged.searchParams.set('token', 'a.b.c');
    expect((await fetch(forged)).status).toBe(400);
    forged.searchParams.delete('token');
    expect((await fetch(forged)).status).toBe(400);
  });

  test('NoSuchKey for what is not there', async () => {
    const { error } = await bucket().createSignedUrl('team/never.png', 60);
    expect(error).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
  });
});

describe('[API-5] an SVG is harmless', () => {
  const evil = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
    onload="alert(1)" viewBox="0 0 9 9"><script>alert(2)</script><path d="M0 0h9v9z" onclick="alert(3)"/>
    <a xlink:href="javascript:alert(4)"><text>x</text></a><foreignObject><body xmlns="http://www.w3.org/1999/xhtml">
    <img src="x" onerror="alert(5)"/></body></foreignObject><animate attributeName="href" values="javascript:alert(6)"/>
    <image href="https://elsewhere.example/track.png"/><use href="data:image/svg+xml;base64,AAAA#x"/></svg>`;

  test('what could run is taken out, the drawing stays, and the answer is inert', async () => {
    const name = path('logo', 'evil.svg');
    const bytes = new Uint8Array(Buffer.from(evil));
    expect((await bucket().upload(name, file('evil.svg', bytes, 'image/svg+xml'))).error).toBeNull();
    const answer = await fetch(publicUrl(name));
    expect(answer.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(answer.headers.get('content-security-policy')).toMatch(/sandbox/);
    const text = await answer.text();
    expect(text).toContain('M0 0h9v9z');
    expect(text).not.toMatch(/alert|<script|onload|onclick|onerror|javascript:|foreignObject/i);
  });

  test('entities of its own are not expanded', async () => {
    const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      <svg xmlns="http://www.w3.org/2000/svg"><text>&b;&x;</text></svg>`;
    const name = path('logo', 'bomb.svg');
    const { error } = await bucket().upload(
      name,
      file('bomb.svg', new Uint8Array(Buffer.from(bomb)), 'image/svg+xml'),
    );
    expect(error).toMatchObject({
      statusCode: '400',
      message: 'The drawing uses entities, which are not allowed. Please export it again as plain SVG.',
    });
    const answer = await fetch(publicUrl(name));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ statusCode: '404', error: 'not_found' });
  });
});

describe('[API-5] an upload that breaks off', () => {
  test('never becomes visible', async () => {
    const name = path('gallery');
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      `POST /storage/v1/object/website_images/${name} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${site.token}\r\n` +
        `content-type: image/png\r\ncontent-length: 100000\r\n\r\n`,
    );
    socket.write(picture);
    await sleep(150);
    expect((await fetch(publicUrl(name))).status).toBe(400);
    socket.destroy();
    await sleep(150);
    expect((await fetch(publicUrl(name))).status).toBe(400);
    expect((await bucket().exists(name)).data).toBe(false);
    expect((await bucket().upload(name, file('a.png'))).error).toBeNull();
  });
});
