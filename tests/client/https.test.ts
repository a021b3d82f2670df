// https by itself: certificates from an authority that really asks, renewed, refused and put off; from files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Authority, authority } from '../acme.ts';
import { certificate } from '../certificates.mjs';
import { freePorts, get, getPlain, type Secure, secured, startSecure, until } from '../secure.ts';
import { type Environment, run } from '../server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function site(names: string, options: { validity?: number } = {}, more: Environment = {}) {
  const ports = await freePorts();
  const given = await authority({ httpsPort: ports.https, httpPort: ports.http, ...options });
  cleanups.push(() => given.stop());
  const open = (before?: Environment) =>
    startSecure(ports, {
      UMEED_DOMAIN: names,
      UMEED_ACME: given.directory,
      UMEED_ACME_ROOT: given.root,
      ...more,
      ...before,
    }).then(server => {
      cleanups.push(() => server.stop());
      return server;
    });
  return { ports, given, open };
}

const ready = (server: Secure, name: string, given: Authority) =>
  until(async () => (await get(server.ports, name, given.issuer)).status === 200).catch(cause => {
    const logs = `The server printed:\n${server.log()}\nThe authority printed:\n${given.log()}`;
    throw new Error(`There is no certificate for ${name}. ${logs}`, { cause });
  });

const serial = async (server: Secure, name: string, ca: string) => {
  const socket = await secured(server.ports, name, ca, ['http/1.1']);
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
};

/** In Unix time, of the certificate that a visitor is shown. */
const notAfter = async (server: Secure, name: string, ca: string) => {
  const socket = await secured(server.ports, name, ca, ['http/1.1']);
  const { valid_to } = socket.getPeerCertificate();
  socket.destroy();
  return Date.parse(valid_to) / 1000;
};

/** What /metrics tells of them. */
async function expiries(server: Secure, ca: string): Promise<Map<string, number>> {
  const headers = { authorization: 'Bearer metrics' };
  const { body } = await get(server.ports, 'umeed.example', ca, '/metrics', headers);
  const lines = body.matchAll(/^umeed_certificate_expiry_timestamp_seconds\{name="([^"]+)"\} (\d+)$/gm);
  return new Map([...lines].map(([, name = '', end]) => [name, Number(end)]));
}

test('each name gets a certificate, which is kept over a restart', async () => {
  const { given, open } = await site(
    'umeed.example, www.umeed.example',
    {},
    { UMEED_METRICS_TOKEN: 'metrics' },
  );
  const server = await open();
  await ready(server, 'umeed.example', given);
  await ready(server, 'www.umeed.example', given);
  expect(server.welcome()).toContain('Umeed serves https://umeed.example');
  const first = await serial(server, 'umeed.example', given.issuer);
  expect(await serial(server, 'www.umeed.example', given.issuer)).not.toBe(first);
  expect(given.orders).toBe(2);
  const ends = await expiries(server, given.issuer);
  expect([...ends.keys()]).toEqual(['umeed.example', 'www.umeed.example']);
  for (const [name, end] of ends) expect(end).toBe(await notAfter(server, name, given.issuer));

  const home = await get(server.ports, 'umeed.example', given.issuer, '/');
  expect(home.status).toBe(200);
  expect(home.headers['strict-transport-security']).toContain('max-age=31536000');
  expect(home.body).toContain('https://umeed.example/');

  expect((await server.halt()).code).toBe(0);
  await server.again();
  await ready(server, 'umeed.example', given);
  expect(await serial(server, 'umeed.example', given.issuer)).toBe(first);
  expect(given.orders).toBe(2);
  expect(server.log()).not.toContain('PRIVATE KEY');
}, 60_000);

test('http leads to https, and says so while the certificate is on its way', async () => {
  const { given, open } = await site('umeed.example,www.umeed.example');
  given.refusals.push({ type: 'serverInternal', status: 500 }, { type: 'serverInternal', status: 500 });
  const server = await open();
  await until(async () => server.log().includes('there is no new certificate'));
  const early = await getPlain(server.ports, 'umeed.example', '/donate');
  expect([early.status, early.headers['retry-after']]).toEqual([503, '30']);

  await ready(server, 'umeed.example', given);
  const led = async (host: string, path: string) => {
    const { status, headers } = await getPlain(server.ports, host, path);
    return [status, headers.location];
  };
  expect(await led('umeed.example', '/donate?a=b')).toEqual([308, 'https://umeed.example/donate?a=b']);
  expect(await led('WWW.umeed.example:80', '/')).toEqual([308, 'https://www.umeed.example/']);
  expect(await led('evil.example', '//evil.example')).toEqual([308, 'https://umeed.example//evil.example']);
  const challenge = await getPlain(server.ports, 'umeed.example', '/.well-known/acme-challenge/unknown');
  expect(challenge.status).toBe(404);
}, 90_000);

test('a certificate is renewed before it ends, and no visitor notices', async () => {
  const { given, open } = await site('umeed.example', { validity: 24 });
  const server = await open();
  await ready(server, 'umeed.example', given);
  const first = await serial(server, 'umeed.example', given.issuer);
  // Each of these checks that the certificate is good at this moment.
  await until(async () => {
    expect((await get(server.ports, 'umeed.example', given.issuer)).status).toBe(200);
    return (await serial(server, 'umeed.example', given.issuer)) !== first;
  }, 40_000);
  expect(given.orders).toBe(2);
}, 90_000);

test('one that ended while the server was off is renewed at once', async () => {
  const { given, open } = await site('umeed.example', { validity: 6 });
  const server = await open();
  await ready(server, 'umeed.example', given);
  await server.halt();
  await sleep(7000);
  await server.again();
  await ready(server, 'umeed.example', given);
}, 90_000);

test('a name that leads elsewhere is told of in plain words, and the other way is tried', async () => {
  const { given, open, ports } = await site('umeed.example');
  await given.lead('umeed.example', '127.0.0.9'); // where nobody answers
  const server = await open();
  await until(async () => server.log().includes('there is no new certificate'));
  expect(server.log()).toContain('the authority does not find this server under the name');
  expect(server.log()).toMatch(/The next attempt is at \d{4}-/);
  await expect(get(ports, 'umeed.example', given.issuer)).rejects.toThrow();
  await given.lead('umeed.example', '127.0.0.1');
  await ready(server, 'umeed.example', given);
  expect(given.orders).toBe(2);
}, 90_000);

test('over http the authority is answered where it cannot reach the https port', async () => {
  const ports = await freePorts();
  const elsewhere = await freePorts();
  const given = await authority({ httpsPort: elsewhere.https, httpPort: ports.http });
  cleanups.push(() => given.stop());
  const server = await startSecure(ports, {
    UMEED_DOMAIN: 'umeed.example',
    UMEED_ACME: given.directory,
    UMEED_ACME_ROOT: given.root,
  });
  cleanups.push(() => server.stop());
  await ready(server, 'umeed.example', given);
  expect(given.orders).toBe(2);
}, 90_000);

test('an authority that was asked too often is left alone as long as it says, also after a restart', async () => {
  const { given, open } = await site('umeed.example');
  given.refusals.push({ type: 'rateLimited', status: 429, wait: 3600 });
  const server = await open();
  await until(async () => server.log().includes('asked too often'));
  const [, time = ''] = server.log().match(/The next attempt is at (\S+)/) ?? [];
  expect(Date.parse(time) - Date.now()).toBeGreaterThan(50 * 60_000);
  await server.halt();
  await server.again();
  await sleep(4000);
  expect(given.orders).toBe(1);
}, 60_000);

test('an authority that is away does not keep the server from starting', async () => {
  const { given, open } = await site('umeed.example');
  given.leave();
  const server = await open();
  await until(async () => server.log().includes('the authority cannot be asked'));
  expect((await getPlain(server.ports, 'umeed.example')).status).toBe(503);
}, 60_000);

test('certificates from files are read again when they change, and bad ones are not taken', async () => {
  const [old, renewed] = [certificate('DNS:umeed.example'), certificate('DNS:umeed.example')];
  cleanups.push(old.remove, renewed.remove);
  const ports = await freePorts();
  const place = join(old.authority, '..');
  const [cert, key] = [join(place, 'served.pem'), join(place, 'served.key')];
  const put = (from: typeof old) => {
    writeFileSync(cert, from.cert);
    writeFileSync(key, from.key);
  };
  put(old);
  const server = await startSecure(ports, {
    UMEED_TLS_CERT: cert,
    UMEED_TLS_KEY: key,
    UMEED_PUBLIC_URL: 'https://umeed.example',
    UMEED_METRICS_TOKEN: 'metrics',
  });
  cleanups.push(() => server.stop());
  const roots = [old, renewed].map(made => readFileSync(made.authority, 'utf8'));
  const [oldRoot = '', newRoot = ''] = roots;
  expect((await get(ports, 'umeed.example', oldRoot)).status).toBe(200);
  writeFileSync(cert, renewed.cert); // its key is still the old one
  await until(async () => server.log().includes('the old one stays'));
  expect((await get(ports, 'umeed.example', oldRoot)).status).toBe(200);
  put(renewed);
  await until(async () => (await get(ports, 'umeed.example', newRoot)).status === 200);
  const end = await notAfter(server, 'umeed.example', newRoot);
  expect(await expiries(server, newRoot)).toEqual(new Map([['umeed.example', end]]));
}, 60_000);

test('settings that cannot be meant are refused in words', async () => {
  const refused = async (settings: Environment) => {
    const { code, stderr } = await run(['serve', '--data', '/nowhere/umeed'], '', settings);
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await refused({ UMEED_DOMAIN: 'localhost' })).toContain('is no full name');
  expect(await refused({ UMEED_DOMAIN: '*.umeed.example' })).toContain('cannot be proved over the web');
  expect(await refused({ UMEED_TLS_CERT: '/nowhere/cert.pem' })).toContain('--tls-cert needs --tls-key');
  expect(await refused({ UMEED_ACME: 'http://ca.example/dir' })).toContain('begins with https://');
});
