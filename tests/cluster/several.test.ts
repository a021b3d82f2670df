// Several servers, one truth: edits through one are seen through the others; each part is taken away and brought back
// under load; at the end every acknowledged write is there and no page is old.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { floods, ownSchema, type Running, start } from '../server.ts';
import { Load, PICTURE } from './load.ts';
import { type Bucket, startS3 } from './s3.ts';
import { Site } from './site.ts';

const run = promisify(execFile);
/** After a save was acknowledged, no page may be older than this. */
const FRESH_MS = 2_000;

let s3: Bucket;
let site: Site;
let settings: Record<string, string>;
const applied: string[] = [];
const uploaded: string[] = [];

const postgres = (action: 'start' | 'stop') =>
  run(process.env.UMEED_TEST_POSTGRES_CONTROL ?? 'none', [action]);
const others = () => site.servers.slice(1);

beforeAll(async () => {
  s3 = await startS3();
  settings = {
    ...ownSchema(),
    ...s3.settings,
    ...floods,
    UMEED_SAMPLE_CONTENT: 'on',
    UMEED_ADMIN_PASSWORD: 'one password for all',
  };
  if (!settings.UMEED_DATABASE) throw new Error('run within scripts/with-postgres');
  settings.UMEED_DATABASE += `&sslmode=verify-full&sslrootcert=${process.env.UMEED_TEST_POSTGRES_ROOT}`;
  // All at once, on an empty database.
  site = new Site(await Promise.all([start(settings), start(settings), start(settings)]));
  await site.signIn();
}, 90_000);

afterAll(async () => {
  await Promise.all(site?.servers.map(server => server.stop()) ?? []);
  await s3?.remove();
});

/** Saves a new title through one server; gives back the title. */
let saves = 0;
async function save(at: Running): Promise<string> {
  const title = `Saved ${++saves} ${Math.random().toString(36).slice(2)}`;
  const { text } = await site.ask(at, '/rest/v1/projects?select=id&order=created_at.asc&limit=1');
  const [{ id }] = JSON.parse(text);
  const path = `/rest/v1/projects?id=eq.${id}`;
  const saved = await site.ask(at, path, { method: 'PATCH', body: JSON.stringify({ title }) }, true);
  expect(saved.status, saved.text).toBe(204);
  return title;
}

/** Whether a server shows the title in time. */
async function seen(at: Running, title: string, since: number): Promise<boolean> {
  for (;;) {
    const asked = Date.now();
    const { text } = await site.ask(at, '/projects');
    if (text.includes(title)) return true;
    if (asked - since > FRESH_MS) return false;
    await sleep(20);
  }
}

async function underLoad(mark: string, work: (load: Load) => Promise<void>): Promise<Load> {
  const load = new Load(site, mark);
  await sleep(300);
  try {
    await work(load);
    await sleep(300);
  } finally {
    await load.stop();
  }
  applied.push(...load.applied);
  uploaded.push(...load.uploaded);
  expect(load.pages).toBeGreaterThan(10);
  return load;
}

test('an empty database is filled once, and all servers share its secret', async () => {
  const count = async (table: string) =>
    JSON.parse((await site.ask(site.first, `/rest/v1/${table}`)).text).length;
  expect(await count('website_content')).toBe(9);
  expect(await count('projects')).toBeLessThan(12);
  const keys = site.servers.map(server => server.anonKey);
  expect(new Set(keys).size).toBe(1);
});

test('the database is spoken to in secret', async () => {
  const encrypted =
    'SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = ';
  const { stdout } = await run('psql', [
    process.env.UMEED_TEST_POSTGRES ?? '',
    '-Atc',
    `${encrypted} 'umeed'`,
  ]);
  expect(stdout.trim()).toBe('t');
});

describe('one truth', () => {
  test('what is saved through one is seen through all the others', async () => {
    for (const at of site.servers) {
      const title = await save(at);
      const since = Date.now();
      expect(await seen(at, title, since - FRESH_MS), 'at once where it was saved').toBe(true);
      for (const other of site.servers) expect(await seen(other, title, since), other.url).toBe(true);
    }
  });

  test('a session holds everywhere, and ends everywhere at once', async () => {
    await site.signIn(others()[0]);
    const path = '/rest/v1/volunteers?limit=1';
    for (const server of site.servers) expect((await site.ask(server, path, {}, true)).status).toBe(200);
    const out = await site.ask(site.first, '/auth/v1/logout?scope=local', { method: 'POST' }, true);
    expect(out.status).toBe(204);
    for (const server of site.servers) expect((await site.ask(server, path, {}, true)).status).toBe(401);
    await site.signIn();
  });

  test('a refresh token is good once, whichever servers are asked', async () => {
    const body = JSON.stringify({ email: site.first.email, password: site.first.password });
    const grant = (kind: string) => `/auth/v1/token?grant_type=${kind}`;
    const begun = JSON.parse((await site.ask(site.first, grant('password'), { method: 'POST', body })).text);
    const refresh = (at: Running, refresh_token: string) =>
      site.ask(at, grant('refresh_token'), { method: 'POST', body: JSON.stringify({ refresh_token }) });
    const answers = await Promise.all(site.servers.map(server => refresh(server, begun.refresh_token)));
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200]);
    const next = new Set(answers.map(answer => JSON.parse(answer.text).refresh_token));
    expect(next.size, 'tabs that ask at once get one and the same token').toBe(1);
    const [token = ''] = next;
    expect((await refresh(others()[1] ?? site.first, token)).status).toBe(200);
  });

  test('guesses at a password are counted together', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const body = JSON.stringify({ email: 'nobody@umeed.test', password: `guess ${guess}` });
      const at = site.servers[guess % site.servers.length] ?? site.first;
      const answer = await site.ask(at, '/auth/v1/token?grant_type=password', { method: 'POST', body });
      statuses.push(answer.status);
    }
    expect(statuses.filter(status => status === 429).length, statuses.join()).toBeGreaterThan(0);
  });

  test('a device that signed in at one is known at all, and its guesses are counted together', async () => {
    const account = { email: 'device@umeed.test', password: 'a password of its own' };
    const added = await site.first.command(['staff', 'add', account.email], `${account.password}\n`);
    expect(added.code, added.stderr).toBe(0);
    const attempt = (at: Running, password: string, cookie?: string) =>
      site.ask(at, '/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: JSON.stringify({ email: account.email, password }),
        headers: cookie === undefined ? {} : { cookie },
      });
    const arrived = await attempt(site.first, account.password);
    const [cookie = ''] = (arrived.headers.get('set-cookie') ?? '').split(';');
    while ((await attempt(site.first, 'a guess')).status !== 429);
    for (const server of site.servers) {
      expect((await attempt(server, account.password)).status, 'a stranger').toBe(429);
      expect((await attempt(server, account.password, cookie)).status, 'the device').toBe(200);
    }
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const at = site.servers[guess % site.servers.length] ?? site.first;
      statuses.push((await attempt(at, `guess ${guess}`, cookie)).status);
    }
    expect(statuses.filter(status => status === 400).length, statuses.join()).toBe(10);
  });

  test('a picture put in through one is served, whole and resized, by all', async () => {
    const path = '/storage/v1/object/website_images/cluster/one.png';
    const headers = { 'content-type': 'image/png' };
    const put = await site.ask(site.first, path, { method: 'POST', headers, body: PICTURE }, true);
    expect(put.status, put.text).toBe(200);
    for (const server of site.servers) {
      const whole = await site.ask(server, path.replace('object/', 'object/public/'));
      expect(whole.status).toBe(200);
      const resized = await site.ask(
        server,
        '/storage/v1/render/image/public/website_images/cluster/one.png?width=320',
      );
      expect(resized.status).toBe(200);
    }
  });
});

describe('parts come and go', () => {
  test('a rolling restart fails no request', async () => {
    const load = await underLoad('rolling', async () => {
      for (const server of site.servers) {
        await server.halt();
        await server.again();
      }
    });
    expect(load.pageFailures).toEqual([]);
    expect(load.writeFailures).toEqual([]);
  });

  test('a server that is killed takes nothing acknowledged with it', async () => {
    const load = await underLoad('killed', async () => {
      for (const server of site.servers) {
        await server.kill();
        await server.again();
      }
    });
    expect(load.pageFailures).toEqual([]);
  });

  test('pages keep coming, marked as stale, while PostgreSQL is away; it recovers by itself', async () => {
    for (const server of site.servers) {
      for (const page of ['/', '/about', '/projects', '/gallery', '/donate']) await site.ask(server, page);
    }
    const load = await underLoad('postgres', async () => {
      await postgres('stop');
      await sleep(3_500);
      for (const server of site.servers) {
        const page = await site.ask(server, '/projects');
        expect(page.status).toBe(200);
        expect(page.headers.get('warning')).toContain('110');
        const body = JSON.stringify({ name: 'Lost', city: 'x', phone: '1' });
        const write = await site.ask(server, '/rest/v1/volunteers', { method: 'POST', body });
        expect(write.status).toBe(503);
        expect(write.headers.get('retry-after')).toBeTruthy();
      }
      await postgres('start');
      await sleep(2_500);
    });
    expect(load.pageFailures).toEqual([]);
    for (const server of site.servers) {
      expect((await site.ask(server, '/projects')).headers.get('warning')).toBeNull();
      const title = await save(server);
      const since = Date.now();
      for (const other of site.servers)
        expect(await seen(other, title, since), 'also after it came back').toBe(true);
    }
  });

  test('a save is seen also when every listening connection is cut', async () => {
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'umeed' AND pid <> pg_backend_pid()`;
    await run('psql', [process.env.UMEED_TEST_POSTGRES ?? '', '-qAtc', cut]);
    const title = await save(site.first);
    const since = Date.now();
    for (const other of others()) expect(await seen(other, title, since), other.url).toBe(true);
  });

  test('without the S3 pages stay, uploads fail clearly, and no row points to nothing', async () => {
    const load = await underLoad('bucket', async () => {
      await s3.stop();
      await sleep(200);
      const headers = { 'content-type': 'image/png' };
      const path = '/storage/v1/object/website_images/cluster/lost.png';
      const put = await site.ask(site.first, path, { method: 'POST', headers, body: PICTURE }, true);
      expect(put.status).toBe(503);
      const info = await site.ask(site.first, '/storage/v1/object/info/website_images/cluster/lost.png');
      expect(info.status).toBe(400);
      expect((await site.ask(site.first, '/projects')).status).toBe(200);
      await s3.again();
      const again = await site.ask(site.first, path, { method: 'POST', headers, body: PICTURE }, true);
      expect(again.status, again.text).toBe(200);
    });
    expect(load.pageFailures).toEqual([]);
  });
});

test('in the end every acknowledged write is there', async () => {
  expect(applied.length).toBeGreaterThan(20);
  expect(uploaded.length).toBeGreaterThan(20);
  const names = new Set<string>();
  for (let offset = 0; ; offset += 1000) {
    const path = `/rest/v1/volunteers?select=name&order=id&limit=1000&offset=${offset}`;
    const rows: { name: string }[] = JSON.parse((await site.ask(site.first, path, {}, true)).text);
    for (const row of rows) names.add(row.name);
    if (rows.length < 1000) break;
  }
  expect(applied.filter(name => !names.has(name))).toEqual([]);
  expect(names.has('Lost')).toBe(false);
  for (const [position, name] of uploaded.entries()) {
    const at = site.servers[position % site.servers.length] ?? site.first;
    expect((await site.ask(at, `/storage/v1/object/public/website_images/${name}`)).status, name).toBe(200);
  }
}, 120_000);
