// Personal data stays where it belongs: the log of a busy server holds none of it, nothing is left of what was deleted,
// nobody else on the machine can read the folder, and nobody but staff who sign in is given a cookie.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Running, start } from '../server.ts';
import { Caller, picture } from './ledger.ts';

let server: Running;
afterEach(() => server?.stop());

const NAME = 'Zulekha-canary';
const PHONE = '+92-300-canary';
const EMAIL = 'reader.canary@example.org';
const json = (value: unknown) => ({ method: 'POST', body: JSON.stringify(value) });

async function live(caller: Caller) {
  const volunteer = { name: NAME, city: 'Faisalabad', phone: PHONE, skills: `knows ${NAME}` };
  expect((await caller.ask('/rest/v1/volunteers', json(volunteer), 'visitor')).status).toBe(201);
  expect((await caller.ask('/rest/v1/subscribers', json({ email: EMAIL }), 'visitor')).status).toBe(201);
  expect((await caller.ask('/rest/v1/subscribers', json({ email: EMAIL }), 'visitor')).status).toBe(409);
}

/** Every file of the folder, read to its last byte. */
function everything(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name));
  const plain = files.filter(path => statSync(path).isFile());
  return new Map(plain.map(path => [path, readFileSync(path, 'latin1')]));
}

test('the log holds no address, name, number, query or token', async () => {
  server = await start({ UMEED_TRUSTED_PROXIES: '127.0.0.0/8', UMEED_LOG: 'debug' });
  const caller = await Caller.signIn(server);
  await live(caller);
  const from = { headers: { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'canary-agent' } };
  for (const path of [
    `/rest/v1/volunteers?name=eq.${NAME}`,
    `/rest/v1/volunteers?phone=like.*${encodeURIComponent(PHONE)}*`,
    `/rest/v1/volunteers?canary_column=eq.1`,
    `/rest/v1/subscribers?email=eq.${EMAIL}`,
    `/storage/v1/object/public/website_images/${NAME}.png`,
    `/storage/v1/object/${NAME}.png`,
    `//storage/v1/object/public/website_images/${NAME}.png`,
    `/rest/v1/volunteers/${NAME}`,
    `/unsubscribe/${EMAIL}`,
    `/page-data/${NAME}`,
    `/admin/${NAME}`,
    `/auth/v1/${EMAIL}`,
    '/auth/v1/user?canary=1',
    '/about?canary=1',
  ]) {
    await caller.ask(path, from);
    await caller.ask(path, from, 'visitor');
  }
  await caller.ask(`/storage/v1/object/website_images/${NAME}/${NAME}.png`, {
    method: 'POST',
    body: 'no picture',
  });
  const wrong = { email: EMAIL, password: 'canary password' };
  await caller.ask('/auth/v1/token?grant_type=password', { ...json(wrong), ...from }, 'visitor');
  await caller.ask('/auth/v1/token?grant_type=refresh_token', json({ refresh_token: 'canary' }), 'visitor');
  await caller.ask('/rest/v1/volunteers', { method: 'POST', body: `{"name": "${NAME}", broken` }, 'visitor');
  const signedIn = await caller.ask(
    '/auth/v1/token?grant_type=password',
    json({ email: server.email, password: server.password }),
  );
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
  expect(cookie).toMatch(/^umeed-device-/);
  const session = await signedIn.json();
  await server.halt();

  const log = server.log();
  expect(log.split('\n').length, 'the log was written').toBeGreaterThan(20);
  expect(log).toContain('a sign-in was refused');
  expect(log).toContain('signed in');
  const secrets = [
    'canary',
    'Zulekha',
    'example.org',
    '203.0.113.77',
    '127.0.0.1:',
    server.email,
    server.password,
    session.access_token,
    session.refresh_token,
    cookie.split('=')[0] ?? '',
    cookie.split('=')[1] ?? '',
    server.anonKey,
  ];
  for (const secret of secrets) expect(log.includes(secret), `the log holds ${secret}`).toBe(false);
});

test('what is deleted is gone, to the last byte', async () => {
  server = await start();
  const caller = await Caller.signIn(server);
  await live(caller);
  expect([...everything(server.folder).values()].join('')).toContain('canary');
  for (const path of ['volunteers?id=not.is.null', 'subscribers?id=not.is.null']) {
    expect((await caller.ask(`/rest/v1/${path}`, { method: 'DELETE' })).status).toBe(204);
  }
  await server.halt();
  for (const [path, text] of everything(server.folder)) {
    expect(text.includes('canary') || text.includes('Zulekha'), `${path} still holds it`).toBe(false);
  }
});

test('nobody else on the machine can read the folder', async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  const caller = await Caller.signIn(server);
  await live(caller);
  const others = (path: string) => statSync(path).mode & 0o077;
  expect(others(server.folder)).toBe(0);
  for (const path of everything(server.folder).keys()) expect(others(path), path).toBe(0);
});

test('no answer but that of a sign-in sets a cookie, and settings left empty are settings not made', async () => {
  server = await start({
    UMEED_SAMPLE_CONTENT: 'on',
    UMEED_PUBLIC_URL: '',
    UMEED_TRUSTED_PROXIES: '',
    UMEED_METRICS_TOKEN: '',
    UMEED_ALLOW_SIGN_UP: '',
  });
  const caller = await Caller.signIn(server);
  for (const path of [
    '/',
    '/admin',
    '/donate',
    '/rest/v1/projects',
    '/auth/v1/user',
    '/auth/v1/settings',
    '/healthz',
    '/readyz',
  ]) {
    const answer = await caller.ask(path);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get('set-cookie'), path).toBeNull();
    expect(
      answer.headers.get('strict-transport-security'),
      'without https there is no promise of it',
    ).toBeNull();
  }
  const wrong = await caller.ask(
    '/auth/v1/token?grant_type=password',
    json({ email: server.email, password: 'wrong password' }),
    'visitor',
  );
  expect(wrong.status).toBe(400);
  expect(wrong.headers.get('set-cookie')).toBeNull();
  for (const table of ['volunteers', 'subscribers']) {
    const row = table === 'volunteers' ? { name: NAME, city: 'c', phone: PHONE } : { email: EMAIL };
    const sent = await caller.ask(`/rest/v1/${table}`, json(row), 'visitor');
    expect(sent.status).toBe(201);
    expect(sent.headers.get('set-cookie'), table).toBeNull();
  }
  expect((await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer ' } })).status).toBe(404);
});

test('few descriptors: connections wait for one another, and the database and the files go on', async () => {
  server = await start({}, undefined, ['prlimit', '--nofile=256']);
  const { hostname, port } = new URL(server.url);
  const idle = Array.from({ length: 300 }, () => connect(Number(port), hostname).on('error', () => {}));
  await sleep(300);
  for (const socket of idle) socket.destroy();
  const caller = await Caller.signIn(server);
  await live(caller);
  const upload = { method: 'POST', body: picture(5) };
  expect((await caller.ask('/storage/v1/object/website_images/a.png', upload)).status).toBe(200);
  expect(server.log()).not.toMatch(/panicked|Too many open files/);
});
