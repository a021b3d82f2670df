// The clock jumps: a year ahead and back while the server runs, and it is in 1970 or in 2200 when it starts. The clock is the
// real one of the program, moved by `clock.c`, which is compiled with the compiler that Rust needs anyway.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { png } from '../client/pictures.ts';
import { solved } from '../proof.ts';
import { floods, type Running, run, start } from '../server.ts';

const YEAR = 365 * 24 * 3600;
const seconds = (date: string) => Math.round((Date.parse(date) - Date.now()) / 1000);

const folder = mkdtempSync(join(tmpdir(), 'umeed-clock-'));
const library = join(folder, 'clock.so');
const offset = join(folder, 'offset');

/** Moves the server's clock so many seconds away from ours. In place: the server has the file open. */
function setClock(away: number) {
  const number = Buffer.alloc(8);
  number.writeBigInt64LE(BigInt(away));
  writeFileSync(offset, number, { flag: 'r+' });
}

let server: Running | undefined;
const launch = async (settings = {}) => {
  server = await start({ ...floods, LD_PRELOAD: library, CLOCK_OFFSET: offset, ...settings });
  return server;
};

beforeAll(() => {
  const source = fileURLToPath(new URL('clock.c', import.meta.url));
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source]);
  writeFileSync(offset, Buffer.alloc(8));
});
afterEach(async () => {
  expect(server?.log() ?? '').not.toMatch(/panicked/);
  await server?.stop().catch(() => {});
  server = undefined;
  setClock(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Session {
  access_token: string;
  refresh_token: string;
}

/** Asks as somebody, and never gets an answer that is the server's fault. */
async function ask(path: string, init: RequestInit = {}, token?: string): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('apikey', server?.anonKey ?? '');
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (typeof init.body === 'string') headers.set('content-type', 'application/json');
  const answer = await fetch(`${server?.url}${path}`, { ...init, headers });
  expect(answer.status, `${path}: ${await answer.clone().text()}`).toBeLessThan(500);
  return answer;
}

const post = (path: string, body: unknown, token?: string, headers?: Record<string, string>) =>
  ask(path, { method: 'POST', body: JSON.stringify(body), headers }, token);

const enter = (password = server?.password) =>
  post('/auth/v1/token?grant_type=password', { email: server?.email, password });
const renew = (session: Session) =>
  post('/auth/v1/token?grant_type=refresh_token', { refresh_token: session.refresh_token });

async function signIn(): Promise<Session> {
  const answer = await enter();
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.json();
}

interface Row {
  id: string;
  title: string;
  created_at: string;
}

async function write(title: string, session: Session): Promise<Row> {
  const row = { title, description: 'd' };
  const answer = await post('/rest/v1/projects', row, session.access_token, {
    prefer: 'return=representation',
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return (await answer.json())[0];
}

async function apply(name: string, proof?: string): Promise<number> {
  const entry = { name, city: 'c', phone: '1' };
  return (await post('/rest/v1/volunteers', entry, undefined, proof ? { 'form-proof': proof } : {})).status;
}

async function proven(): Promise<string> {
  const asked = await ask('/rest/v1/rpc/form_challenge?form=volunteers');
  expect(asked.status).toBe(200);
  return solved(await asked.json());
}

/** What staff and visitors do, each of which must work whatever the clock says. */
async function everythingWorks(name: string, away: number): Promise<Session> {
  const session = await signIn();
  const row = await write(name, session);
  const expected = Date.now() + away * 1000;
  expect(Math.abs(Date.parse(row.created_at) - expected), row.created_at).toBeLessThan(60_000);
  expect(await (await ask('/projects')).text(), 'a kept page is made anew').toContain(name);
  expect(await apply(name)).toBe(201);
  expect(await apply(name, await proven())).toBe(201);
  const picture = `/storage/v1/object/website_images/${name}.png`;
  const sent = await ask(picture, { method: 'POST', body: png() }, session.access_token);
  expect(sent.status, await sent.text()).toBe(200);
  expect((await ask(`/storage/v1/object/public/website_images/${name}.png`)).status).toBe(200);
  const renewed = await renew(session);
  expect(renewed.status, await renewed.clone().text()).toBe(200);
  expect((await ask('/healthz')).status).toBe(200);
  return renewed.json();
}

test('a jump of a year ahead and back', async () => {
  await launch();
  const before = await everythingWorks('before', 0);
  const waiting = await proven();

  setClock(YEAR);
  const ended = await ask('/rest/v1/volunteers?select=id', {}, before.access_token);
  expect(ended.status).toBe(401);
  expect([400, 401]).toContain((await renew(before)).status);
  expect(await apply('late', waiting), 'an old proof is none, and the entry counts like any other').toBe(201);
  const ahead = await everythingWorks('ahead', YEAR);
  for (let guess = 0; guess < 15; guess++) await enter('a wrong password');
  const limited = await enter('a wrong password');
  expect(limited.status).toBe(429);

  setClock(0);
  // No limit holds until the clock is there again.
  const stillLimited = await enter('a wrong password');
  expect(stillLimited.status).toBe(429);
  expect(Number(stillLimited.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  const went = await ask('/rest/v1/volunteers?select=id', {}, ahead.access_token);
  expect([200, 401]).toContain(went.status);
  const renewed = await renew(ahead);
  expect(renewed.status).toBe(200);
  const session: Session = await renewed.json();
  expect((await ask('/rest/v1/volunteers?select=id', {}, session.access_token)).status).toBe(200);
  const rows = [await write('first', session), await write('second', session)];
  for (const row of rows) expect(Math.abs(Date.parse(row.created_at) - Date.now())).toBeLessThan(60_000);
  const list = await ask('/rest/v1/projects?select=title&order=created_at.desc');
  expect((await list.json()).map((row: Row) => row.title)).toEqual(['ahead', 'second', 'first', 'before']);
  expect(await (await ask('/projects')).text()).toContain('second');
  expect(await apply('back'), 'entries of the future do not use up the hour').toBe(201);
  expect(await apply('back', await proven())).toBe(201);
  // The limit was for the address; after a restart somebody who knows the password enters.
  await server?.kill();
  await server?.again();
  await everythingWorks('after', 0);
  const checked = await server?.command(['check']);
  expect(checked, checked?.stderr).toMatchObject({ code: 0 });
});

test.each([
  ['that has just begun', '1970-01-01T00:00:10Z'],
  ['in 2200', '2200-06-01T00:00:00Z'],
])('a start with a clock %s', async (_, date) => {
  const away = seconds(date);
  setClock(away);
  const running = await launch();
  expect(running.log()).toMatch(/WARN.*the clock of this machine says (1970|2200)-/);
  await everythingWorks('wrong', away);
  // It is put right, as it is when a board without a battery has reached its network.
  setClock(0);
  await everythingWorks('right', 0);
});

test('a start with a clock before 1970 ends in words', async () => {
  setClock(seconds('1969-07-20T20:17:00Z'));
  const place = join(folder, 'data');
  const environment = { LD_PRELOAD: library, CLOCK_OFFSET: offset };
  const outcome = await run(['serve', '--listen', '127.0.0.1:0', '--data', place], '', environment);
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toMatch(/the clock of this machine says 1969-07-20.*: set it, and start again/);
});
