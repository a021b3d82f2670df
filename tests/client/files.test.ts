import { describe, expect, test } from 'vitest';
import { ok, serve, UUID, unique } from './clients.ts';
import { file, KINDS, path, png, svg } from './pictures.ts';

const site = serve();
const bucket = () => site.staff.storage.from('website_images');
const publicUrl = (name: string) =>
  site.visitor.storage.from('website_images').getPublicUrl(name).data.publicUrl;
const PREFIXES = [
  'team',
  'projects',
  'gallery',
  'testimonials',
  'success_stories',
  'logo',
  'favicon',
  'hero',
];

describe('[API-5] uploading', () => {
  test.each(PREFIXES)('under %s/ with {timestamp}-{filename}, then the public URL', async prefix => {
    const name = path(prefix, 'my photo.png');
    const picture = png(3, 2);
    const answer = await bucket().upload(name, file('my photo.png', picture));
    expect(answer.error).toBeNull();
    expect(answer.data).toEqual({
      path: name,
      id: expect.stringMatching(UUID),
      fullPath: `website_images/${name}`,
    });
    const served = await fetch(publicUrl(name));
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(picture);
  });

  test.each(KINDS)('%s is taken and served as what it is', async (kind, type, bytes) => {
    const name = path('gallery', `a.${kind}`);
    expect(
      (await bucket().upload(name, file(`a.${kind}`, bytes, 'application/octet-stream'))).error,
    ).toBeNull();
    const served = await fetch(publicUrl(name));
    expect(served.headers.get('content-type')).toMatch(type);
    if (kind !== 'svg') expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
  });

  test('as a Blob, an ArrayBuffer, a Buffer and a typed array', async () => {
    const bytes = png();
    const bodies = [new Blob([bytes], { type: 'image/png' }), bytes.buffer, Buffer.from(bytes), bytes];
    for (const body of bodies) {
      const name = path('team');
      expect((await bucket().upload(name, body, { contentType: 'image/png' })).error).toBeNull();
      const served = await fetch(publicUrl(name));
      expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
    }
  });

  test('the type is judged by content, not by name or by what the sender says', async () => {
    const name = path('gallery', 'looks-like.jpg');
    expect((await bucket().upload(name, file('looks-like.jpg', png(), 'image/jpeg'))).error).toBeNull();
    expect((await fetch(publicUrl(name))).headers.get('content-type')).toBe('image/png');
  });

  test.each([
    'امید کی تصویر.png',
    'with spaces & signs (1).png',
    "it's $5 = 5@home, ok;.png",
    '100% sure.png',
    'plus+plus.png',
    'Ünïcödé 漢字 😀.png',
  ])('the name %s is kept readable', async filename => {
    const name = path('gallery', filename);
    const answer = await bucket().upload(name.replaceAll('%', '%25'), file(filename));
    expect(answer.error).toBeNull();
    expect(ok(answer).fullPath).toBe(`website_images/${name}`);
    expect((await fetch(publicUrl(name))).status).toBe(200);
    const listed = ok(
      await bucket().list('gallery', { search: name.slice('gallery/'.length, 'gallery/'.length + 13) }),
    );
    expect(listed.map(each => `gallery/${each.name}`)).toContain(name);
    expect(ok(await bucket().remove([name]))).toHaveLength(1);
    expect((await fetch(publicUrl(name))).status).toBe(400);
  });

  test('cacheControl is an hour, or what was asked for', async () => {
    const [usual, short, raw] = [path('hero'), path('hero'), path('hero')];
    ok(await bucket().upload(usual, file('a.png')));
    ok(await bucket().upload(short, file('a.png'), { cacheControl: '60' }));
    ok(await bucket().upload(raw, png(), { contentType: 'image/png', cacheControl: '120' }));
    const control = async (name: string) => (await fetch(publicUrl(name))).headers.get('cache-control');
    expect(await control(usual)).toMatch(/max-age=3600\b/);
    expect(await control(short)).toMatch(/max-age=60\b/);
    expect(await control(raw)).toMatch(/max-age=120\b/);
  });

  test('metadata of one’s own comes back with info', async () => {
    const [multipart, raw] = [path('logo'), path('logo')];
    ok(await bucket().upload(multipart, file('a.png'), { metadata: { credit: 'آمنہ' } }));
    ok(await bucket().upload(raw, png(), { contentType: 'image/png', metadata: { credit: 'آمنہ' } }));
    for (const name of [multipart, raw]) {
      expect(ok(await bucket().info(name)).metadata).toMatchObject({ credit: 'آمنہ' });
    }
  });

  test('upsert replaces, and the public URL shows the new picture', async () => {
    const name = path('logo');
    const first = ok(await bucket().upload(name, file('a.png', png(1, 1))));
    const tag = (await fetch(publicUrl(name))).headers.get('etag');
    const second = await bucket().upload(name, file('a.png', png(5, 5)), { upsert: true });
    expect(second.error).toBeNull();
    expect(second.data?.id).toBe(first.id);
    const served = await fetch(publicUrl(name));
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(png(5, 5));
    expect(served.headers.get('etag')).not.toBe(tag);
  });

  test('update replaces what is there', async () => {
    const name = path('logo');
    ok(await bucket().upload(name, file('a.png', png(1, 1))));
    expect((await bucket().update(name, file('a.svg', svg, 'image/svg+xml'))).error).toBeNull();
    expect((await fetch(publicUrl(name))).headers.get('content-type')).toMatch(/^image\/svg/);
  });

  test('of two uploads to one name at the same moment one wins', async () => {
    const name = path('logo');
    const answers = await Promise.all([1, 2, 3].map(n => bucket().upload(name, file('a.png', png(n, n)))));
    expect(answers.filter(answer => answer.error === null)).toHaveLength(1);
    expect(answers.filter(answer => answer.error?.statusCode === '409')).toHaveLength(2);
  });
});

describe('[API-5] what is stored', () => {
  test('is removed after the gallery row, as the admin does', async () => {
    const name = path('gallery');
    ok(await bucket().upload(name, file('a.png')));
    const row = { image_url: publicUrl(name), alt_text: 'Gallery image' };
    const { id } = ok(await site.staff.from('gallery_images').insert(row).select().single());
    expect((await site.staff.from('gallery_images').delete().eq('id', id)).error).toBeNull();
    const removed = ok(await bucket().remove([name]));
    expect(removed).toHaveLength(1);
    expect(removed[0]).toMatchObject({
      name,
      bucket_id: 'website_images',
      metadata: { mimetype: 'image/png' },
    });
    expect((await fetch(publicUrl(name))).status).toBe(400);
    expect((await bucket().exists(name)).data).toBe(false);
  });

  test('many are removed at once; those that are not there are left out', async () => {
    const names = [path('team'), path('team')];
    for (const name of names) ok(await bucket().upload(name, file('a.png')));
    const removed = ok(await bucket().remove([...names, 'team/never-was.png']));
    expect(removed.map(each => each.name).sort()).toEqual([...names].sort());
    expect(await bucket().remove(['team/never-was.png'])).toMatchObject({ error: null, data: [] });
  });

  test('download, info and exists', async () => {
    const name = path('team');
    const picture = png(4, 4);
    ok(await bucket().upload(name, file('a.png', picture)));
    const blob = ok(await bucket().download(name));
    expect(blob.type).toBe('image/png');
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(picture);
    expect(ok(await bucket().info(name))).toMatchObject({
      name,
      id: expect.stringMatching(UUID),
      size: picture.length,
      contentType: 'image/png',
      cacheControl: 'max-age=3600',
      etag: expect.any(String),
      createdAt: expect.any(String),
      lastModified: expect.any(String),
    });
    expect(await bucket().exists(name)).toMatchObject({ data: true, error: null });
  });

  test('move and copy', async () => {
    const [from, to, twin] = [path('team'), path('projects', 'اردو.png'), path('gallery')];
    ok(await bucket().upload(from, file('a.png')));
    expect((await bucket().copy(from, twin)).error).toBeNull();
    expect((await bucket().move(from, to)).error).toBeNull();
    expect((await fetch(publicUrl(from))).status).toBe(400);
    for (const name of [to, twin]) {
      const served = await fetch(publicUrl(name));
      expect(new Uint8Array(await served.arrayBuffer())).toEqual(png());
    }
    ok(await bucket().remove([to]));
    expect((await fetch(publicUrl(twin))).status).toBe(200);
  });
});

describe('[API-5] listing', () => {
  test('one level: files with their facts, folders without, names relative to the prefix', async () => {
    const folder = unique('album');
    for (const name of ['b.png', 'a.png', 'deep/c.png', 'deep/er/d.png']) {
      ok(await bucket().upload(`${folder}/${name}`, file('x.png')));
    }
    const top = ok(await bucket().list(folder));
    expect(top.map(each => each.name)).toEqual(['a.png', 'b.png', 'deep']);
    expect(top[0]).toMatchObject({
      id: expect.stringMatching(UUID),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      metadata: {
        size: png().length,
        mimetype: 'image/png',
        cacheControl: 'max-age=3600',
        httpStatusCode: 200,
      },
    });
    expect(top[2]).toMatchObject({ id: null, metadata: null, created_at: null, updated_at: null });
    expect(ok(await bucket().list(`${folder}/deep`)).map(each => each.name)).toEqual(['c.png', 'er']);
    expect(ok(await bucket().list()).map(each => each.name)).toContain(folder);
    expect(ok(await bucket().list(unique('empty')))).toEqual([]);
  });

  test('a hundred unless asked otherwise; limit, offset, search and order', async () => {
    const folder = unique('many');
    const names = Array.from({ length: 103 }, (_, n) => `${String(n).padStart(3, '0')}.png`);
    await Promise.all(names.map(name => bucket().upload(`${folder}/${name}`, file(name)).then(ok)));
    const list = async (options?: object) => ok(await bucket().list(folder, options)).map(each => each.name);
    expect(await list()).toEqual(names.slice(0, 100));
    expect(await list({ limit: 1000 })).toEqual(names);
    expect(await list({ limit: 2, offset: 101 })).toEqual(names.slice(101));
    expect(await list({ search: '10' })).toEqual(names.slice(100)); // by how a name begins
    expect(await list({ sortBy: { column: 'name', order: 'desc' }, limit: 3 })).toEqual(
      names.slice(-3).reverse(),
    );
    expect(await list({ sortBy: { column: 'created_at', order: 'asc' }, limit: 1000 })).toHaveLength(103);
  });

  test('signs that mean something in a pattern mean nothing in a prefix or a search', async () => {
    const folder = unique('sign');
    for (const name of ['a_b.png', 'axb.png']) ok(await bucket().upload(`${folder}/${name}`, file(name)));
    const found = ok(await bucket().list(folder, { search: 'A_b' }));
    expect(found.map(each => each.name)).toEqual(['a_b.png']);
    expect(ok(await bucket().list('%'))).toEqual([]);
    expect(ok(await bucket().list('_'.repeat(folder.length)))).toEqual([]);
  });
});
