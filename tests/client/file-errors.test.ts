import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Answer, bearer, json, ok, serve } from './clients.ts';
import { file, path, png } from './pictures.ts';

const site = serve();
const bucket = () => site.staff.storage.from('website_images');
const publicUrl = (name: string) => bucket().getPublicUrl(name).data.publicUrl;
const MiB = 1024 * 1024;

/** A request whose path goes over the wire exactly as written. */
function exactly(method: string, target: string, body: Uint8Array | string = ''): Promise<Answer> {
  return new Promise((done, failed) => {
    const headers = { ...bearer(site.token), apikey: site.anonKey, 'content-type': 'image/png' };
    const { hostname, port } = new URL(site.url);
    const sent = request({ hostname, port, method, path: target, headers }, response => {
      let text = '';
      response.setEncoding('utf8').on('data', part => {
        text += part;
      });
      response.on('end', () => {
        let value: unknown;
        try {
          value = JSON.parse(text);
        } catch {}
        done({ status: response.statusCode ?? 0, headers: new Headers(), text, json: value });
      });
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

describe('[API-5] refusals carry the code that the client shows', () => {
  test('Duplicate: a second upload to the same name, and the first picture stays', async () => {
    const name = path('team');
    ok(await bucket().upload(name, file('a.png', png(1, 1))));
    for (const body of [file('a.png', png(9, 9)), png(9, 9)]) {
      const { error } = await bucket().upload(name, body, { contentType: 'image/png' });
      expect(error).toMatchObject({
        name: 'StorageApiError',
        status: 400,
        statusCode: '409',
        code: 'KeyAlreadyExists',
        message: 'The resource already exists',
      });
    }
    const served = await fetch(publicUrl(name));
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(png(1, 1));
  });

  test('the whole body of a refusal', async () => {
    const answer = await site.ask('/storage/v1/object/public/website_images/never.png');
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({
      statusCode: '404',
      error: 'not_found',
      message: 'Object not found',
      code: 'NoSuchKey',
    });
  });

  test('NoSuchKey: download, info, exists, move, copy of what is not there', async () => {
    const missing = { status: 400, statusCode: '404', code: 'NoSuchKey', message: 'Object not found' };
    expect((await bucket().download('team/never.png')).error).toMatchObject({ statusCode: '404' });
    expect((await bucket().info('team/never.png')).error).toMatchObject(missing);
    expect(await bucket().exists('team/never.png')).toMatchObject({ data: false, error: missing });
    expect((await bucket().move('team/never.png', path('team'))).error).toMatchObject(missing);
    expect((await bucket().copy('team/never.png', path('team'))).error).toMatchObject(missing);
  });

  test('Duplicate: move or copy onto another', async () => {
    const [one, two] = [path('team'), path('team')];
    for (const name of [one, two]) ok(await bucket().upload(name, file('a.png')));
    for (const { error } of [await bucket().move(one, two), await bucket().copy(one, two)]) {
      expect(error).toMatchObject({ statusCode: '409', code: 'KeyAlreadyExists' });
    }
  });

  test('NoSuchBucket, by every road', async () => {
    const other = site.staff.storage.from('private');
    const missing = { status: 400, statusCode: '404', code: 'NoSuchBucket', message: 'Bucket not found' };
    expect((await other.upload('a.png', file('a.png'))).error).toMatchObject(missing);
    expect((await other.list()).error).toMatchObject(missing);
    expect((await other.remove(['a.png'])).error).toMatchObject(missing);
    expect((await other.info('a.png')).error).toMatchObject(missing);
    expect((await other.move('a', 'b')).error).toMatchObject(missing);
    const open = await site.ask('/storage/v1/object/public/private/a.png');
    expect(open.json).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' });
  });

  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png'],
    ['text', Buffer.from('just words'), 'image/jpeg'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'image/png'],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01'), 'image/gif'],
    ['a PNG that is only a name', Buffer.from('\x89PNG'), 'image/png'],
    ['XML that is no SVG', Buffer.from('<?xml version="1.0"?><html><svg/></html>'), 'image/svg+xml'],
  ])('InvalidMimeType: %s, whatever it calls itself', async (_, content, type) => {
    for (const body of [file('a.png', new Uint8Array(content), type), new Uint8Array(content)]) {
      const name = path('gallery');
      const { error } = await bucket().upload(name, body, { contentType: type });
      expect(error).toMatchObject({ status: 400, statusCode: '415', code: 'InvalidMimeType' });
      expect((await fetch(publicUrl(name))).status).toBe(400);
    }
  });

  test('EntityTooLarge: more than 50 MiB, both ways of sending', async () => {
    const large = png(2, 2, 50 * MiB + 1);
    for (const body of [file('a.png', large), large]) {
      const name = path('gallery');
      const { error } = await bucket().upload(name, body, { contentType: 'image/png' });
      expect(error).toMatchObject({
        status: 400,
        statusCode: '413',
        code: 'EntityTooLarge',
        message: 'The object exceeded the maximum allowed size',
      });
      expect((await fetch(publicUrl(name))).status).toBe(400);
    }
  });

  test('just under 50 MiB is taken, however it is sent', async () => {
    const large = png(2, 2, 49 * MiB);
    const name = path('gallery');
    expect((await bucket().upload(name, file('a.png', large))).error).toBeNull();
    expect(ok(await bucket().info(name)).size).toBe(large.length);
  });

  test('a picture of more than 50 megapixels is refused, however small its file', async () => {
    const { error } = await bucket().upload(path('gallery'), file('a.png', png(20_000, 20_000)));
    expect(error?.status).toBe(400);
    expect(error?.message).toMatch(/\w+ \w+/);
    expect((await bucket().upload(path('gallery'), file('a.png', png(10_000, 4_999)))).error).toBeNull();
  });

  test('AccessDenied: a visitor writes nothing', async () => {
    const visitor = site.visitor.storage.from('website_images');
    const name = path('team');
    ok(await bucket().upload(name, file('a.png')));
    const denied = { status: 400, statusCode: '403', code: 'AccessDenied' };
    expect((await visitor.upload(path('team'), file('a.png'))).error).toMatchObject({
      ...denied,
      message: 'new row violates row-level security policy',
    });
    expect((await visitor.upload(name, file('a.png'), { upsert: true })).error).toMatchObject(denied);
    expect((await visitor.update(name, file('a.png'))).error).toMatchObject(denied);
    // For a visitor there is nothing to move: the source may be denied, or not be there.
    const target = path('team');
    for (const { error } of [await visitor.move(name, target), await visitor.copy(name, target)]) {
      expect(error).toMatchObject({ status: 400, code: expect.stringMatching(/^(AccessDenied|NoSuchKey)$/) });
    }
    expect((await fetch(publicUrl(target))).status).toBe(400);
    const removal = await visitor.remove([name]);
    if (removal.error) expect(removal.error).toMatchObject(denied);
    else expect(removal.data).toEqual([]);
    expect((await fetch(publicUrl(name))).status).toBe(200);
  });

  test('AccessDenied or InvalidJWT: a bad token', async () => {
    const answer = await site.ask(`/storage/v1/object/website_images/${path('team')}`, {
      method: 'POST',
      headers: { ...bearer('a.b.c'), 'content-type': 'image/png' },
      body: png(),
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ statusCode: '403' });
  });
});

describe('[API-5] names cannot leave the bucket', () => {
  const root = '/storage/v1/object/website_images';
  test.each([
    `${root}/..%2F..%2Fsecret`,
    `${root}/gallery/..%2F..%2F..%2Fsecret`,
    `${root}/gallery/../../../x.png`,
    `${root}/%2e%2e/x.png`,
    `${root}/gallery/./x.png`,
    `${root}/gallery%5C..%5Cx.png`,
    `${root}/gallery/a%00b.png`,
    `${root}/gallery/a%0Ab.png`,
    `${root}/gallery//x.png`,
    `${root}/gallery/%FF%FE.png`,
  ])('InvalidKey, or no such place: POST %s', async target => {
    const answer = await exactly('POST', target, png());
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.json?.message).toMatch(/\w/);
    if (answer.json?.statusCode === '400') expect(answer.json.code).toBe('InvalidKey');
  });

  test('a name of more than a kilobyte is refused', async () => {
    const { error } = await bucket().upload(`gallery/${'x'.repeat(1100)}.png`, file('a.png'));
    expect(error).toMatchObject({ status: 400, code: 'InvalidKey' });
  });

  test('an empty file is refused with a sentence', async () => {
    for (const body of [file('a.png', new Uint8Array()), new Uint8Array()]) {
      const { error } = await bucket().upload(path('gallery'), body, { contentType: 'image/png' });
      expect(error?.status).toBe(400);
      expect(error?.message).toMatch(/empty|mime type/);
    }
  });

  test('InvalidKey as the client sees it', async () => {
    const { error } = await bucket().upload('gallery/..%2F..%2Fsecret.png', file('a.png'));
    expect(error).toMatchObject({ status: 400, statusCode: '400', code: 'InvalidKey' });
    expect(error?.message).toMatch(/^Invalid key: /);
    const name = path('gallery');
    ok(await bucket().upload(name, file('a.png')));
    expect((await bucket().move(name, '../x.png')).error).toMatchObject({ code: 'InvalidKey' });
    expect((await bucket().copy(name, 'a/../../x.png')).error).toMatchObject({ code: 'InvalidKey' });
  });

  test.each([
    'secret',
    '..%2Fsecret',
    '..%2F..%2Fsecret',
    '..%2Fumeed.lock',
    '%2e%2e%2fumeed.db',
    'gallery%2F..%2F..%2Fsecret',
  ])('GET of %s gives nothing away', async name => {
    const answer = await exactly('GET', `/storage/v1/object/public/website_images/${name}`);
    expect(answer.status).toBe(400);
    expect(answer.json?.code).toMatch(/^(NoSuchKey|InvalidKey)$/);
  });
});

describe('[API-5] requests that cannot be read', () => {
  test.each([
    ['list', '/storage/v1/object/list/website_images', '{'],
    ['list', '/storage/v1/object/list/website_images', '{"prefix":1}'],
    ['move', '/storage/v1/object/move', '{"bucketId":"website_images"}'],
    ['copy', '/storage/v1/object/copy', '[]'],
  ])('%s of %s with %s', async (_, target, body) => {
    const answer = await site.ask(target, {
      method: 'POST',
      headers: { ...bearer(site.token), ...json },
      body,
    });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toMatch(/\w/);
  });

  test.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'no file',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n1\r\n--b--\r\n',
    ],
    [
      'an end that never comes',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name=""; filename="a.png"\r\n\r\nxx',
    ],
  ])('multipart with %s', async (_, type, body) => {
    const name = path('team');
    const answer = await site.ask(`/storage/v1/object/website_images/${name}`, {
      method: 'POST',
      headers: { ...bearer(site.token), 'content-type': type },
      body,
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      statusCode: expect.any(String),
      message: expect.stringMatching(/\w/),
    });
    expect((await fetch(publicUrl(name))).status).toBe(400);
  });
});
