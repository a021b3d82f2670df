// HTTP/2, as one server speaks it with a certificate from files: chosen, refused, and held against those who misuse it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Certificate, certificate } from '../certificates.mjs';
import {
  freePorts,
  get,
  getAll,
  overHttp2,
  type Ports,
  type Secure,
  secured,
  startSecure,
} from '../secure.ts';

const name = 'umeed.example';
let made: Certificate;
let ca: string;
let ports: Ports;
let server: Secure;

beforeAll(async () => {
  made = certificate(`DNS:${name}`);
  ca = readFileSync(made.authority, 'utf8');
  ports = await freePorts();
  server = await startSecure(ports, {
    UMEED_TLS_CERT: made.files.cert,
    UMEED_TLS_KEY: made.files.key,
    UMEED_PUBLIC_URL: `https://${name}`,
    UMEED_SAMPLE_CONTENT: 'on',
  });
});

afterAll(async () => {
  await server?.stop();
  made?.remove();
});

test('HTTP/2 is chosen where the client knows it, and serves what HTTP/1.1 serves', async () => {
  for (const [offered, chosen] of [
    [['h2', 'http/1.1'], 'h2'],
    [['http/1.1'], 'http/1.1'],
  ] as const) {
    const socket = await secured(ports, name, ca, [...offered]);
    expect(socket.alpnProtocol).toBe(chosen);
    expect(socket.getProtocol()).toBe('TLSv1.3');
    socket.destroy();
  }
  const paths = ['/', '/about', '/projects', '/nowhere', '/rest/v1/projects?select=title', '/healthz'];
  const over2 = await getAll(ports, name, ca, paths);
  for (const [index, path] of paths.entries()) {
    const over1 = await get(ports, name, ca, path);
    expect([path, over2[index]?.status, over2[index]?.body]).toEqual([path, over1.status, over1.body]);
  }
  // Many at a time, more than are worked on at once.
  const many = await getAll(ports, name, ca, Array(300).fill('/about'));
  expect(many.every(({ status, body }) => status === 200 && body === over2[1]?.body)).toBe(true);
}, 60_000);

test('a request of HTTP/2 that names two hosts is refused', async () => {
  // A server that has ended resets what is open.
  const session = overHttp2(ports, name, ca).on('error', () => {});
  const status = async (headers: Record<string, string>) => {
    const [head] = await once(session.request({ ':path': '/about', ...headers }).resume(), 'response');
    return head[':status'];
  };
  const authority = { ':authority': name };
  expect(await status(authority)).toBe(200);
  expect(await status({ ...authority, host: 'UMEED.example' })).toBe(200);
  expect(await status({ ...authority, host: 'evil.example' })).toBe(400);
  expect(await status(authority)).toBe(200);
  session.destroy();
}, 60_000);

// A quick client has sent much of a body, or all of it, before the server has looked at the request.
test('a large body over HTTP/2 is answered, also where the answer does not wait for it', async () => {
  const answers: string[] = [];
  for (const path of [
    '/auth/v1/token?grant_type=password',
    '/rest/v1/rpc/nothing',
    '/storage/v1/object/a/b.png',
  ]) {
    for (const size of [20_000, 100_000, 3_000_000]) {
      for (let time = 0; time < 5; time++) {
        const session = overHttp2(ports, name, ca);
        await once(session, 'remoteSettings');
        const lost = once(session, 'error').then(([cause]) => `the connection: ${cause}`);
        const stream = session.request({
          ':method': 'POST',
          ':path': path,
          'content-type': 'application/json',
        });
        // One that is answered before it has sent everything may be told to stop.
        stream.on('error', () => {}).end(JSON.stringify({ email: 'a@b.pk', password: 'x'.repeat(size) }));
        const status = once(stream.resume(), 'response').then(([head]) => `${head[':status']}`);
        answers.push(`${path} ${size}: ${await Promise.race([status, lost])}`);
        session.destroy();
      }
    }
  }
  expect(answers).toHaveLength(45);
  expect(answers.filter(answer => !/: 4\d\d$/.test(answer))).toEqual([]);
}, 60_000);

test('a client of HTTP/2 that asks and takes nothing, talks and asks nothing, or sends a crowd of heads is not waited for', async () => {
  const takesNothing = { initialWindowSize: 0 };
  const session = () => overHttp2(ports, name, ca, takesNothing).on('error', () => {});

  const many = session();
  const headers = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`x-${index}`, '1']));
  const [refused] = await once(many.request({ ':path': '/rest/v1/projects', ...headers }), 'response');
  expect(refused[':status']).toBe(431);
  many.destroy();

  const talking = session();
  await once(talking, 'connect');
  const talkedOut = once(talking, 'close');
  const timer = setInterval(() => {
    for (let count = 0; count < 100 && !talking.destroyed; count++) talking.ping(() => {});
  }, 5);
  await talkedOut.finally(() => clearInterval(timer));

  const stalled = session();
  const picture = '/storage/v1/object/public/website_images/hero/sample-hero.webp';
  const begun = Date.now();
  const ended = once(stalled, 'close');
  const asked = stalled.request({ ':path': picture }).on('error', () => {});
  const [answer] = await once(asked, 'response');
  expect(answer[':status']).toBe(200);
  const pinging = setInterval(() => !stalled.destroyed && stalled.ping(() => {}), 2000);
  await ended.finally(() => clearInterval(pinging));
  expect(Date.now() - begun).toBeGreaterThan(20_000);
}, 90_000);
