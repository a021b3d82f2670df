import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run, start } from '../server.ts';
import { bearer, connect, serve, tokenOf, unique } from './clients.ts';
import { file, path } from './pictures.ts';

const site = serve();
const address = () => `${unique('clerk')}@umeed.test`;
const signIn = (email: string, password: string) =>
  site.client().auth.signInWithPassword({ email, password });

describe('[API-3] umeed staff, while the server runs', () => {
  test('add: the account signs in at once', async () => {
    const email = address();
    const { code, stdout, stderr } = await site.command(
      ['staff', 'add', email.toUpperCase()],
      'from-standard-input\n',
    );
    expect(code, stderr).toBe(0);
    expect(stdout + stderr).not.toContain('from-standard-input');
    const { data, error } = await signIn(email, 'from-standard-input');
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test('add: a password is taken as it is, also without a line break and with spaces inside', async () => {
    const email = address();
    expect((await site.command(['staff', 'add', email], 'چار الفاظ with spaces')).code).toBe(0);
    expect((await signIn(email, 'چار الفاظ with spaces')).error).toBeNull();
  });

  test.each([
    ['a short password', () => address(), '7letter\n', /8/],
    ['no password', () => address(), '', /password/i],
    ['an account that exists', () => site.email, 'a-good-password\n', /already|exists/i],
    ['what is no address', () => 'not an address', 'a-good-password\n', /address|e-?mail/i],
  ])('add with %s fails and says why', async (_, email, input, words) => {
    const { code, stderr } = await site.command(['staff', 'add', email()], input);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/panicked/);
  });

  test('list: every account, no hash', async () => {
    const { email } = await site.account();
    const { code, stdout } = await site.command(['staff', 'list']);
    expect(code).toBe(0);
    expect(stdout).toContain(site.email);
    expect(stdout).toContain(email);
    expect(stdout).not.toMatch(/argon2/);
  });

  test('set-password: the old one is void and every session ends', async () => {
    const account = await site.account();
    const client = await site.signedIn(account);
    const token = await tokenOf(client);
    expect((await site.command(['staff', 'set-password', account.email], 'a-new-password\n')).code).toBe(0);
    expect((await site.ask('/rest/v1/volunteers', { headers: bearer(token) })).status).toBe(401);
    expect((await client.auth.refreshSession()).error?.status).toBe(400);
    expect((await signIn(account.email, account.password)).error?.code).toBe('invalid_credentials');
    expect((await signIn(account.email, 'a-new-password')).error).toBeNull();
    const short = await site.command(['staff', 'set-password', account.email], 'short\n');
    expect(short.code).not.toBe(0);
  });

  test('remove: the account is out at once, by every door', async () => {
    const account = await site.account();
    const client = await site.signedIn(account);
    const token = await tokenOf(client);
    expect((await site.ask('/rest/v1/volunteers', { headers: bearer(token) })).status).toBe(200);
    expect((await site.command(['staff', 'remove', account.email])).code).toBe(0);

    expect((await site.ask('/rest/v1/volunteers', { headers: bearer(token) })).status).toBe(401);
    const write = await client.from('projects').insert({ title: 'from the grave' });
    expect(write.status).toBe(401);
    const upload = await client.storage.from('website_images').upload(path('team'), file('a.png'));
    expect(upload.error).toMatchObject({ statusCode: '403' });
    const user = await site.ask('/auth/v1/user', {
      headers: { ...bearer(token), 'x-supabase-api-version': '2024-01-01' },
    });
    expect(user.status).toBe(403);
    expect(user.json.code).toMatch(/^(user_not_found|session_not_found)$/);
    expect((await client.auth.refreshSession()).error?.status).toBe(400);
    expect((await signIn(account.email, account.password)).error?.code).toBe('invalid_credentials');
    expect((await site.command(['staff', 'list'])).stdout).not.toContain(account.email);
  });

  test.each(['remove', 'set-password'])(
    '%s of an account that is not there fails and says so',
    async action => {
      const { code, stderr } = await site.command(['staff', action, address()], 'a-good-password\n');
      expect(code).not.toBe(0);
      expect(stderr).toMatch(/no .*account|not found|unknown|no such/i);
    },
  );
});

describe('[API-6] umeed keys', () => {
  test('prints the public key and the service key as JSON, each a token of its role', async () => {
    const { code, stdout } = await site.command(['keys']);
    expect(code).toBe(0);
    const { anon, service_role, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({});
    expect([anon, service_role]).toEqual([site.anonKey, site.serviceKey]);
    const role = (key: string) =>
      JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()).role;
    expect([role(anon), role(service_role)]).toEqual(['anon', 'service_role']);
  });
});

describe('the data folder', () => {
  test('is its owner’s alone, and so is the secret', () => {
    expect(statSync(site.folder).mode & 0o077).toBe(0);
    // Where several servers share a database, the secret is there and nothing is left in the folder.
    const secret = join(site.folder, 'secret');
    if (process.env.UMEED_TEST_POSTGRES) expect(existsSync(secret)).toBe(false);
    else expect(statSync(secret).mode & 0o077).toBe(0);
    expect(site.secret().length).toBeGreaterThan(40);
    expect(readdirSync(site.folder).length).toBeGreaterThan(1);
  });

  test('serves one server at a time: a second one says so and leaves', async () => {
    const second = await run(['serve', '--listen', '127.0.0.1:0', '--data', site.folder]);
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/another umeed/);
    expect((await site.ask('/healthz')).status).toBe(200);
  });

  test('staff commands on a folder that has no database do not pretend', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'umeed-test-'));
    try {
      const { code } = await run(['staff', 'remove', address(), '--data', join(folder, 'nowhere')]);
      expect(code).not.toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the first account', () => {
  test('without a password set, a good one is made, kept for its owner only, and works until it is changed', async () => {
    const server = await start({ UMEED_ADMIN_PASSWORD: '' });
    try {
      const path = /password\s+in (\S+)/.exec(server.welcome())?.[1] ?? '';
      expect(statSync(path).mode & 0o077).toBe(0);
      const [email, password = ''] = readFileSync(path, 'utf8').split('\n');
      expect(email).toBe(server.email);
      expect(password.length).toBeGreaterThanOrEqual(12);
      expect(server.welcome()).toContain(server.email);
      expect(server.welcome() + server.log(), 'a journal would keep it').not.toContain(password);
      const client = connect(server.url, server.anonKey);
      expect((await client.auth.signInWithPassword({ email: server.email, password })).error).toBeNull();
      await server.halt();
      await server.again();
      expect(server.welcome().split(path), 'said once').toHaveLength(2);
      expect((await client.auth.getUser()).error).toBeNull();
      expect((await client.auth.updateUser({ password: 'a password of my own' })).error).toBeNull();
      expect(existsSync(path), 'an old password is no use to anybody').toBe(false);
    } finally {
      await server.stop();
    }
  });

  test('with a password set, it is not shown', () => {
    expect(site.welcome()).toContain(site.url);
    expect(site.welcome()).not.toContain(site.password);
  });
});

describe('the command line', () => {
  test('takes no password as an argument', async () => {
    const { code } = await site.command(['staff', 'add', address(), 'a-good-password']);
    expect(code).not.toBe(0);
  });

  test.each([
    [{ UMEED_ACCESS_TOKEN_SECS: '1' }, /UMEED_ACCESS_TOKEN_SECS|access-token-secs/],
    [{ UMEED_ALLOW_SIGN_UP: 'maybe' }, /on or off/],
    [{ UMEED_LISTEN: 'nowhere' }, /listen/],
    [{ UMEED_TRUSTED_PROXIES: 'x' }, /not an address/],
    [{ UMEED_PUBLIC_URL: 'ftp://x' }, /https/],
  ])('a wrong setting %j is said, and nothing starts', async (settings, words) => {
    const folder = mkdtempSync(join(tmpdir(), 'umeed-test-'));
    const { code, stderr } = await run(['serve', '--data', folder], '', settings as Record<string, string>);
    rmSync(folder, { recursive: true });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(words);
  });
});
