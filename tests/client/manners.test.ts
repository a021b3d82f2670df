import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { bearer, json, ok, read, serve, unique } from './clients.ts';

const site = serve();
const measured = serve({
  UMEED_METRICS_TOKEN: 'a-token-for-metrics',
  UMEED_PUBLIC_URL: 'https://umeed.example',
});

/** Sends bytes and gives back all that the server answers. */
function raw(bytes: string | Buffer): Promise<string> {
  return new Promise((done, failed) => {
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', part => {
      text += part.toString('latin1');
    });
    socket.on('end', () => done(text)).on('error', failed);
    socket.write(bytes);
  });
}

describe('[API-1] what cannot be read is refused readably', () => {
  const post = (path: string, body: BodyInit, headers = {}) =>
    site.ask(path, { method: 'POST', headers: { ...json, ...bearer(site.token), ...headers }, body });

  // Each with a key that the service reads.
  test.each([
    ['/rest/v1/projects', 'title'],
    ['/auth/v1/token?grant_type=password', 'email'],
    ['/auth/v1/token?grant_type=refresh_token', 'refresh_token'],
    ['/auth/v1/signup', 'email'],
    ['/auth/v1/recover', 'email'],
    ['/storage/v1/object/list/website_images', 'prefix'],
    ['/storage/v1/object/move', 'sourceKey'],
  ])('bad JSON and bad encodings at %s', async (path, key) => {
    const invalid = Buffer.concat([
      Buffer.from(`{"${key}":"`),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('"}'),
    ]);
    const deep = '['.repeat(50_000);
    for (const body of [`{"${key}":`, '\u0000', `${key}=a`, deep, invalid, `{"${key}":"\\ud800"}`]) {
      const answer = await post(path, body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.json?.message ?? answer.json?.msg, answer.text).toMatch(/\w/);
    }
  });

  test.each([
    'title=eq.%FF%FE',
    'select=%C3%28',
    'title=eq.%',
    'title=eq.a%00b',
    '%FF=eq.1',
    '&&&=',
    'limit=99999999999999999999',
    'limit=-1',
    'offset=-5',
    'limit=many',
  ])('an odd query (%s) is a 200 or a clear 400', async query => {
    const answer = await site.ask(`/rest/v1/projects?${query}`);
    expect([200, 400, 416]).toContain(answer.status);
    expect(answer.json).toBeDefined();
  });

  test('a body over the limit is refused in the words of each service', async () => {
    const large = JSON.stringify({ title: 'x'.repeat(20 * 1024 * 1024) });
    const table = await post('/rest/v1/projects', large);
    expect(table.status).toBe(413);
    expect(table.json).toMatchObject({ message: expect.stringMatching(/\w/), code: expect.any(String) });
    const account = await post('/auth/v1/token?grant_type=password', large);
    expect(account.status).toBe(413);
    expect(account.json.msg ?? account.json.message).toMatch(/\w/);
    const { error } = await site.staff.from('projects').insert({ title: 'x'.repeat(20 * 1024 * 1024) });
    expect(error?.message).toMatch(/\w/);
  });

  test('a body over the limit without a length (chunked) is refused too', async () => {
    const stream = new ReadableStream({
      start(controller) {
        const part = new Uint8Array(1024 * 1024).fill(32);
        for (let n = 0; n < 20; n++) controller.enqueue(part);
        controller.close();
      },
    });
    const answer = await read(
      await fetch(`${site.url}/rest/v1/projects`, {
        method: 'POST',
        headers: { ...json, ...bearer(site.token) },
        body: stream,
        duplex: 'half',
      } as RequestInit),
    );
    expect(answer.status).toBe(413);
    expect(answer.json.message).toMatch(/\w/);
  });

  test('64 KB of headers, or of address: 431 with a sentence', async () => {
    const long = await site.ask('/rest/v1/projects', { headers: { 'x-long': 'x'.repeat(64 * 1024) } });
    expect(long.status).toBe(431);
    expect(long.json.message).toMatch(/too long/);
    const address = await site.ask(`/rest/v1/projects?title=eq.${'x'.repeat(40 * 1024)}`);
    expect([414, 431]).toContain(address.status);
    expect(address.json.message).toMatch(/too long/);
    expect([414, 431]).toContain((await site.ask(`/rest/v1/x?${'x'.repeat(128 * 1024)}`)).status);
  });

  test('a megabyte of headers is answered, not dropped', async () => {
    const text = await raw(
      `GET /rest/v1/projects HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(1024 * 1024)}\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
  });

  test.each([
    'GARBAGE\r\n\r\n',
    'GET / HTTP/1.1\r\nbad header\r\n\r\n',
    'GET /\x00 HTTP/1.1\r\nhost: x\r\n\r\n',
  ])('what is no HTTP (%j) is 400', async bytes => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 400 /);
  });

  // Also what is kept in memory, which never reaches the router: /about.
  test.each(['/about', '/rest/v1/projects'])('%s for no host, or for two, is 400', async path => {
    const ask = (line: string, ...headers: string[]) => raw(`${line}\r\n${headers.join('\r\n')}\r\n\r\n`);
    const close = 'connection: close';
    expect((await site.ask(path)).status).toBe(200);
    expect(await ask(`GET ${path} HTTP/1.1`, 'host: x', close)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask(`GET ${path} HTTP/1.0`, close)).toMatch(/^HTTP\/1\.0 200 /);
    const second = `GET ${path} HTTP/1.1\r\nhost: x`;
    for (const hosts of [
      [],
      ['host: x', 'host: x'],
      ['host: x', 'Host: evil.example'],
      ['host:'],
      ['host: x/y'],
      ['host: a@x'],
    ]) {
      // What follows on the connection is not answered either.
      const text = await ask(`GET ${path} HTTP/1.1`, ...hosts, '', second, close);
      expect(text, hosts.join()).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain('must name one host');
      expect(text.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
    }
    expect(await ask(`GET http://x${path} HTTP/1.1`, 'host: evil.example')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('a path that does not exist', () => {
  test.each([
    '/rest/v1',
    '/rest/v1/a/b',
    '/rest/v1/rpc',
    '/auth/v1/nope',
    '/auth/v1/admin/users',
    '/storage/v1/nope',
    '/storage/v1/bucket/private',
    '/realtime/v1/api',
    '/functions/v1/hello',
  ])('%s answers in JSON', async path => {
    const answer = await site.ask(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.json.message ?? answer.json.msg).toMatch(/\w/);
  });

  test.each(['/no-such-page', '/projects/42', '/wp-login.php'])(
    '%s is a page for people, with 404',
    async path => {
      const answer = await read(await fetch(site.url + path, { headers: { accept: 'text/html' } }));
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(answer.text).toMatch(/<h1/);
    },
  );
});

describe('every answer', () => {
  test.each([
    '/rest/v1/projects',
    '/rest/v1/fake',
    '/auth/v1/user',
    '/storage/v1/nope',
    '/healthz',
    '/',
    '/no-such-page',
  ])('%s has a request id of its own and the security headers', async path => {
    const [one, two] = [await site.ask(path), await site.ask(path)];
    expect(one.headers.get('x-request-id')).toMatch(/^[\w-]{16,}$/);
    expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'));
    expect(one.headers.get('x-content-type-options')).toBe('nosniff');
    expect(one.headers.get('x-frame-options')).toMatch(/^(DENY|SAMEORIGIN)$/);
    expect(one.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(one.headers.get('content-security-policy')).toMatch(/default-src/);
    expect(one.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*'unsafe-inline'/);
    expect(one.headers.get('server')).toBeNull();
  });

  test('speaks of HTTPS only where the site has it', async () => {
    expect((await site.ask('/healthz')).headers.get('strict-transport-security')).toBeNull();
    expect((await measured.ask('/healthz')).headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });
});

describe('metrics', () => {
  test('do not exist without a token', async () => {
    expect((await site.ask('/metrics')).status).toBe(404);
    expect((await site.ask('/metrics', { headers: bearer(site.token) })).status).toBe(404);
    expect((await measured.ask('/metrics')).status).toBe(404);
    expect((await measured.ask('/metrics', { headers: bearer('a-token-for-metric') })).status).toBe(404);
  });

  test('count requests for one who has it', async () => {
    await measured.ask('/rest/v1/projects');
    const answer = await measured.ask('/metrics', { headers: bearer('a-token-for-metrics') });
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/umeed_requests_total\{.*surface="rest".*\} \d+/);
  });
});

describe('a page of another origin', () => {
  const preflight = (path: string, method: string, headers: string) =>
    fetch(site.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': method,
        'access-control-request-headers': headers,
      },
    });
  const asked: [string, string, string][] = [
    ['/rest/v1/projects?select=*', 'GET', 'accept-profile,apikey,authorization,x-client-info'],
    ['/rest/v1/projects?select=*', 'GET', 'accept-profile,apikey,authorization,x-client-info,x-retry-count'],
    ['/rest/v1/projects', 'POST', 'apikey,authorization,content-profile,content-type,prefer,x-client-info'],
    [
      '/rest/v1/projects?id=eq.1',
      'PATCH',
      'apikey,authorization,content-profile,content-type,prefer,x-client-info',
    ],
    [
      '/rest/v1/projects?id=eq.1',
      'DELETE',
      'apikey,authorization,content-profile,content-type,prefer,x-client-info',
    ],
    [
      '/auth/v1/token?grant_type=password',
      'POST',
      'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
    ],
    ['/auth/v1/user', 'PUT', 'apikey,authorization,content-type,x-client-info,x-supabase-api-version'],
    [
      '/storage/v1/object/website_images/a.png',
      'POST',
      'apikey,authorization,cache-control,content-type,x-client-info,x-upsert',
    ],
    ['/storage/v1/object/website_images/a.png', 'PUT', 'apikey,authorization,x-client-info'],
    ['/rest/v1/projects', 'GET', 'apikey,authorization,x-my-header,traceparent,sentry-trace'],
  ];

  test.each(asked)('may ask: %s %s with %s', async (path, method, headers) => {
    const answer = await preflight(path, method, headers);
    expect([200, 204]).toContain(answer.status);
    expect(answer.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/elsewhere\.example)$/);
    expect(answer.headers.get('access-control-allow-methods')).toMatch(new RegExp(`\\b${method}\\b|\\*`));
    const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/);
    for (const header of headers.split(',')) expect(allowed).toContain(header);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('may read the answer, its refusals and the headers the client needs', async () => {
    for (const path of ['/rest/v1/projects', '/rest/v1/volunteers', '/auth/v1/user', '/storage/v1/nope']) {
      const answer = await site.ask(path, { headers: { origin: 'https://elsewhere.example' } });
      expect(answer.headers.get('access-control-allow-origin'), path).not.toBeNull();
      const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase();
      expect(exposed).toContain('content-range');
      expect(exposed).toContain('x-supabase-api-version');
    }
  });
});

describe('the log', () => {
  test('names no person, no address, no password and no token', async () => {
    const phone = '+92 300 1234567';
    const [name, email] = [unique('Ayesha'), `${unique('reader')}@example.org`];
    await site.visitor.from('volunteers').insert({ name, city: 'Lahore', phone });
    await site.visitor.from('subscribers').insert({ email });
    await site.visitor.from('subscribers').insert({ email });
    ok(await site.staff.from('subscribers').select().eq('email', email));
    await site.client().auth.signInWithPassword({ email, password: 'a-mistyped-password' });
    const log = site.log();
    expect(log).toMatch(/answered|request/);
    for (const secret of [phone, name, email, 'a-mistyped-password', site.password, site.token, site.email]) {
      expect(log).not.toContain(secret);
      expect(log).not.toContain(encodeURIComponent(secret));
    }
    expect(log).not.toContain(site.secret().trim());
  });
});
