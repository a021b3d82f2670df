// The rest of the file API, as the official client drives it: uploads by a signed address, lists by cursor, pictures made
// as asked, the buckets themselves, and documents.

import { describe, expect, test } from 'vitest';
import { ok, serve, UUID, unique } from './clients.ts';
import { file, path, png } from './pictures.ts';

const site = serve();
const bucket = () => site.staff.storage.from('website_images');
const visitor = () => site.visitor.storage.from('website_images');
const pdf = new TextEncoder().encode('%PDF-1.7\ntrailer <<>>\nstartxref\n9\n%%EOF\n');

describe('signed uploads', () => {
  test('one who holds the address uploads that file, and no other', async () => {
    const name = path('gallery', 'by hand é.png');
    const { token, signedUrl } = ok(await bucket().createSignedUploadUrl(name));
    expect(signedUrl).toContain('/storage/v1/object/upload/sign/website_images/');
    const sent = await visitor().uploadToSignedUrl(name, token, file('a.png'), { cacheControl: '60' });
    expect(sent).toEqual({ data: { path: name, fullPath: `website_images/${name}` }, error: null });
    const served = await fetch(visitor().getPublicUrl(name).data.publicUrl);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(png());
    expect(served.headers.get('cache-control')).toBe('max-age=60');

    const again = await visitor().uploadToSignedUrl(name, token, file('a.png'), { upsert: true });
    expect(again.error).toMatchObject({ code: 'KeyAlreadyExists' });
    const other = await visitor().uploadToSignedUrl(path('gallery'), token, file('a.png'));
    expect(other.error).toMatchObject({ code: 'InvalidSignature' });
  });

  test('upsert is said when it is signed', async () => {
    const name = path('gallery');
    ok(await bucket().upload(name, file('a.png')));
    expect((await bucket().createSignedUploadUrl(name)).error).toMatchObject({ code: 'KeyAlreadyExists' });
    const { token } = ok(await bucket().createSignedUploadUrl(name, { upsert: true }));
    expect((await visitor().uploadToSignedUrl(name, token, png(7, 7))).error).toBeNull();
    expect((await bucket().info(name)).data).toMatchObject({ size: png(7, 7).length, metadata: {} });
  });

  test('a visitor signs none', async () => {
    const { error } = await visitor().createSignedUploadUrl(path('gallery'));
    expect(error).toMatchObject({ code: 'AccessDenied' });
  });
});

describe('listV2', () => {
  test('goes from page to page, flat or by folder', async () => {
    const folder = unique('pages');
    const names = ['a.png', 'b/1.png', 'b/2.png', 'c.png', 'd/3.png'].map(name => `${folder}/${name}`);
    for (const name of names) ok(await bucket().upload(name, file('x.png')));
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = ok(await bucket().listV2({ prefix: `${folder}/`, limit: 2, cursor }));
      expect(page.folders).toEqual([]);
      found.push(...page.objects.map(({ name }) => name));
      expect(page.hasNext).toBe(page.nextCursor !== undefined);
      cursor = page.nextCursor;
    } while (cursor);
    expect(found).toEqual(names);

    const page = ok(await bucket().listV2({ prefix: `${folder}/`, with_delimiter: true }));
    expect(page.folders.map(({ name }) => name)).toEqual([`${folder}/b/`, `${folder}/d/`]);
    expect(page.objects).toHaveLength(2);
    expect(page.objects[0]).toMatchObject({
      name: names[0],
      id: expect.stringMatching(UUID),
      metadata: { mimetype: 'image/png' },
    });
    expect(ok(await visitor().listV2({ prefix: `${folder}/` }))).toEqual({
      hasNext: false,
      folders: [],
      objects: [],
    });
    expect((await bucket().listV2({ cursor: 'nonsense' })).error).toMatchObject({ code: 'InvalidRequest' });
  });
});

describe('pictures made as asked', () => {
  test('a signed address says how, and nobody changes it', async () => {
    const name = path('gallery');
    ok(await bucket().upload(name, file('a.png', png(400, 300))));
    const transform = { width: 100, height: 100, resize: 'cover', quality: 50, format: 'origin' } as const;
    const { signedUrl } = ok(await bucket().createSignedUrl(name, 60, { transform }));
    expect(signedUrl).toContain('/storage/v1/render/image/sign/website_images/');
    const served = await fetch(signedUrl);
    expect(served.status).toBe(200);
    expect(served.headers.get('content-type')).toBe('image/png');
    const forged = await fetch(signedUrl.replace(name, path('gallery')));
    expect(await forged.json()).toMatchObject({ code: 'InvalidSignature' });
  });

  test('by its public address and as a download, and what makes no sense is refused', async () => {
    const name = path('gallery');
    ok(await bucket().upload(name, file('a.png', png(400, 300))));
    const { publicUrl } = visitor().getPublicUrl(name, { transform: { width: 100, resize: 'contain' } }).data;
    expect((await fetch(publicUrl)).status).toBe(200);
    expect(
      ok(await bucket().download(name, { transform: { height: 100, width: 200, resize: 'fill' } })).size,
    ).toBeGreaterThan(0);
    const { error } = await bucket().download(name, { transform: { width: -5 } });
    expect(error).not.toBeNull();
  });
});

describe('buckets', () => {
  test('staff see both, sorted, searched and paged; visitors none', async () => {
    const names = async (options?: object) =>
      ok(await site.staff.storage.listBuckets(options as never)).map(({ name }) => name);
    expect(await names()).toEqual(['website_images', 'documents']);
    expect(await names({ sortColumn: 'name', sortOrder: 'asc' })).toEqual(['documents', 'website_images']);
    expect(await names({ limit: 1, offset: 1 })).toEqual(['documents']);
    expect(await names({ search: 'doc' })).toEqual(['documents']);
    expect(ok(await site.visitor.storage.listBuckets())).toEqual([]);
    expect(ok(await site.staff.storage.getBucket('documents'))).toMatchObject({
      public: true,
      file_size_limit: 52_428_800,
    });
    expect((await site.staff.storage.createBucket('mine', { public: true })).error).toMatchObject({
      code: 'AccessDenied',
    });
  });
});

describe('documents', () => {
  test('a report is uploaded, opened by everyone and removed', async () => {
    const documents = site.staff.storage.from('documents');
    const name = `reports/${unique('report')} 2025.pdf`;
    ok(await documents.upload(name, new File([pdf], 'r.pdf', { type: 'application/pdf' })));
    const served = await fetch(site.visitor.storage.from('documents').getPublicUrl(name).data.publicUrl);
    expect(served.headers.get('content-type')).toBe('application/pdf');
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(pdf);
    const refused = await documents.upload('a.pdf', new File([png()], 'a.pdf', { type: 'application/pdf' }));
    expect(refused.error).toMatchObject({ code: 'InvalidMimeType' });
    expect(ok(await documents.remove([name]))).toHaveLength(1);
  });

  test('a CSV is known by its name, and is saved rather than shown', async () => {
    const documents = site.staff.storage.from('documents');
    const name = `${unique('list')}.csv`;
    ok(await documents.upload(name, new File(['a,b\n1,2\n'], 'x', { type: 'text/csv' })));
    const served = await fetch(documents.getPublicUrl(name).data.publicUrl);
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(served.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });
});
