// A page of somebody else's, on another origin, that uses this server through the official client, with headers of its own
// as tracing tools add them. Everything must pass the browser's checks, not only the server's.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as Supabase from '@supabase/supabase-js';
import { expect, test } from './support/test';

declare const supabase: typeof Supabase;

const BUNDLE = new URL('../../node_modules/@supabase/supabase-js/dist/umd/supabase.js', import.meta.url);
const OWN_HEADERS = {
  'x-my-header': '1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'sentry-trace': '0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1',
};

let elsewhere: Server;
let origin: string;

test.beforeAll(async () => {
  const bundle = readFileSync(BUNDLE);
  elsewhere = createServer((request, response) => {
    const script = request.url === '/supabase.js';
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
    response.end(
      script ? bundle : '<!doctype html><title>Elsewhere</title><script src="/supabase.js"></script>',
    );
  });
  await new Promise<void>(done => elsewhere.listen(0, 'localhost', done));
  origin = `http://localhost:${(elsewhere.address() as AddressInfo).port}`;
});

test.afterAll(() => new Promise(done => elsewhere.close(done)));

test('a page on another origin reads, signs in, writes and keeps files', async ({ page, url }) => {
  const { UMEED_ANON_KEY: key = '', UMEED_EMAIL: email = '', UMEED_PASSWORD: password = '' } = process.env;
  await page.goto(origin);
  expect(new URL(url).origin).not.toBe(origin);

  const seen = await page.evaluate(
    async ({ url, key, email, password, headers, mark, picture }) => {
      const client = supabase.createClient(url, key, { global: { headers } });
      const ok = <T>({ data, error }: { data: T; error: unknown }): NonNullable<T> => {
        if (error || data === null || data === undefined) throw new Error(JSON.stringify(error ?? 'no data'));
        return data;
      };
      const projects = () => client.from('projects');
      const counted = await projects().select('id', { count: 'exact' }).limit(1);
      const refused = (await projects().insert({ title: mark })).error?.code;

      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      const made = ok(await projects().insert({ title: mark }).select().single());
      const changed = ok(
        await projects()
          .update({ title: `${mark} b` })
          .eq('id', made.id)
          .select()
          .single(),
      );
      const removed = ok(await projects().delete().eq('id', made.id).select());

      const files = client.storage.from('website_images');
      const bytes = Uint8Array.from(atob(picture), sign => sign.charCodeAt(0));
      const path = `gallery/${mark}.gif`;
      const sent = ok(await files.upload(path, new File([bytes], 'a.gif', { type: 'image/gif' })));
      const listed = ok(await files.list('gallery', { search: mark }));
      const shown = await new Promise<boolean>(done => {
        const image = new Image();
        image.onload = () => done(true);
        image.onerror = () => done(false);
        image.src = files.getPublicUrl(path).data.publicUrl;
      });
      const downloaded = ok(await files.download(path)).size;
      const gone = ok(await files.remove([path]));
      const out = (await client.auth.signOut()).error;
      return {
        counted: counted.count,
        refused,
        changed: changed.title,
        removed: removed.length,
        sent: sent.path,
        listed: listed.map(file => file.name),
        shown,
        downloaded,
        gone: gone.length,
        out,
      };
    },
    {
      url,
      key,
      email,
      password,
      headers: OWN_HEADERS,
      mark: `elsewhere-${randomUUID().slice(0, 8)}`,
      picture: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    },
  );

  const mark = seen.changed.slice(0, -2);
  expect(seen).toEqual({
    counted: expect.any(Number),
    refused: '42501',
    changed: `${mark} b`,
    removed: 1,
    sent: `gallery/${mark}.gif`,
    listed: [`${mark}.gif`],
    shown: true,
    downloaded: 42,
    gone: 1,
    out: null,
  });
});

test('each of its own headers passes the preflight of every service', async ({ request, url }) => {
  for (const path of ['/rest/v1/projects', '/auth/v1/user', '/storage/v1/object/list/website_images']) {
    const asked = Object.keys(OWN_HEADERS).join(',');
    const answer = await request.fetch(url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': asked },
    });
    expect(answer.ok()).toBe(true);
    const allowed = answer.headers()['access-control-allow-headers']?.toLowerCase().split(/,\s*/) ?? [];
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(OWN_HEADERS)));
  }
});
