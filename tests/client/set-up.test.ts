// What the first start says to the person who started it, and that its link is good for what it says.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { itself, type Running, start } from '../server.ts';

const servers: Running[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

/** A server whose password nobody has chosen. */
async function first(settings: Record<string, string> = {}, through: string[] = []): Promise<Running> {
  const server = await start({ UMEED_ADMIN_PASSWORD: '', ...settings }, undefined, through);
  servers.push(server);
  return server;
}

const file = (server: Running) => join(server.folder, 'first-password');
const link = /(http:\/\/\S+\/admin\/set-up)#(\S+)/;

function call(server: Running, name: string, token: string, body: object = {}) {
  const headers = { apikey: server.anonKey, 'Content-Type': 'application/json', 'X-Set-Up-Token': token };
  return fetch(`${server.url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

test('without a terminal the link is in the file of the first password, which the set-up removes', async () => {
  const server = await first({ UMEED_PUBLIC_URL: itself });
  expect(server.welcome()).toContain(`password       in ${file(server)}`);
  expect(server.welcome()).toMatch(/set up in a browser, once, within a day, by the link in the same file/);
  expect(server.welcome()).not.toMatch(link);
  expect(statSync(file(server)).mode & 0o777).toBe(0o600);
  const [email = '', password = '', address = '', ...rest] = readFileSync(file(server), 'utf8').split('\n');
  expect([email, rest]).toEqual([server.email, ['']]);
  const [, page, token = ''] = link.exec(address) ?? [];
  expect(page).toBe(`${server.url}/admin/set-up`);
  expect(await (await call(server, 'set_up_status', token)).json()).toEqual({ sample: 'absent' });

  const wanted = {
    site_name: 'Roshni Trust',
    email: 'amina@umeed.test',
    password: 'a few words of mine',
    time_zone: 'Asia/Karachi',
  };
  expect((await call(server, 'set_up', token, wanted)).status).toBe(200);
  expect((await call(server, 'set_up', token, wanted)).status).toBe(410);
  expect(existsSync(file(server))).toBe(false);
  expect(await (await fetch(server.url)).text()).toContain('Roshni Trust');
  for (const secret of [token, password, 'a few words of mine', 'amina@umeed.test']) {
    expect(server.log(), 'the log tells no secret').not.toContain(secret);
    expect(server.welcome()).not.toContain(secret);
  }
});

/** Runs a command on a terminal of its own, and passes on what it prints. */
const onTerminal = ['python3', '-c', 'import pty, sys; pty.spawn(sys.argv[1:])'];

test('on a terminal the link is printed, and no file holds it', async () => {
  const server = await first({}, onTerminal);
  await expect.poll(server.welcome).toMatch(link); // what a terminal shows passes through one more program
  const [, page, token = ''] = link.exec(server.welcome()) ?? [];
  expect(page).toBe(`${server.url}/admin/set-up`);
  expect(existsSync(file(server))).toBe(false);
  expect((await call(server, 'set_up_status', token)).status).toBe(200);
  expect(server.log()).not.toContain(token);
});

test('who has chosen the password gets no link, and no later start prints one', async () => {
  const chosen = await first({ UMEED_ADMIN_PASSWORD: 'chosen by the operator' });
  expect(chosen.welcome()).toContain('password       as set in UMEED_ADMIN_PASSWORD');
  expect(chosen.welcome()).not.toContain('set up');
  expect(existsSync(file(chosen))).toBe(false);

  const server = await first();
  const before = readFileSync(file(server), 'utf8');
  await server.halt();
  await server.again();
  expect(server.welcome().match(/set up in a browser/g)).toHaveLength(1);
  expect(readFileSync(file(server), 'utf8')).toBe(before);
  const [, , token = ''] = link.exec(before) ?? [];
  expect((await call(server, 'set_up_status', token)).status, 'a restart does not end it').toBe(200);
  const set = await server.command(['staff', 'set-password', server.email], 'set by the operator\n');
  expect(set.code, set.stderr).toBe(0);
  expect((await call(server, 'set_up_status', token)).status).toBe(410);
});

test('a site that gets its address later, as with the package, is led to there by the same link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'umeed-settings-'));
  const settings = join(folder, 'umeed.conf');
  writeFileSync(settings, '');
  const server = await first({ UMEED_SETTINGS: settings });
  const [email, password, before = ''] = readFileSync(file(server), 'utf8').split('\n');
  const [, page, token = ''] = link.exec(before) ?? [];
  expect(page).toBe(`${server.url}/admin/set-up`);
  await server.halt();
  writeFileSync(settings, 'UMEED_PUBLIC_URL=https://umeed.example\n');
  await server.again();
  const now = `https://umeed.example/admin/set-up#${token}`;
  expect(readFileSync(file(server), 'utf8')).toBe(`${email}\n${password}\n${now}\n`);
  expect(statSync(file(server)).mode & 0o777).toBe(0o600);
  expect((await call(server, 'set_up_status', token)).status).toBe(200);
  rmSync(folder, { recursive: true });
});
