import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Answer, bearer, type Client, json, serve, tokenOf } from './clients.ts';

const site = serve();

const refreshTokenOf = async (client: Client) =>
  (await client.auth.getSession()).data.session?.refresh_token ?? '';
const refresh = (refresh_token: string): Promise<Answer> =>
  site.ask('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { ...json, 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ refresh_token }),
  });
const reads = async (token: string) =>
  (await site.ask('/rest/v1/volunteers', { headers: bearer(token) })).status;

describe('[API-6] refreshing', () => {
  test('gives a new session with a new refresh token; the old access token lives on until it expires', async () => {
    const client = await site.signedIn();
    const before = (await client.auth.getSession()).data.session;
    const events: string[] = [];
    client.auth.onAuthStateChange(event => void events.push(event));
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token);
    expect(data.session).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user: { email: site.email },
    });
    expect(events).toContain('TOKEN_REFRESHED');
    expect(await reads(data.session?.access_token ?? '')).toBe(200);
    expect(await reads(before?.access_token ?? '')).toBe(200);
  });

  test('the parent of the active token gives the same active token, as often as asked', async () => {
    const parent = await refreshTokenOf(await site.signedIn());
    const first = await refresh(parent);
    expect(first.status).toBe(200);
    for (let again = 0; again < 3; again++) {
      const answer = await refresh(parent);
      expect(answer.status).toBe(200);
      expect(answer.json.refresh_token).toBe(first.json.refresh_token);
      expect(await reads(answer.json.access_token)).toBe(200);
    }
    expect((await refresh(first.json.refresh_token)).status).toBe(200);
  });

  test('an older token is forgiven for ten seconds', async () => {
    const grandparent = await refreshTokenOf(await site.signedIn());
    const parent = (await refresh(grandparent)).json.refresh_token;
    const active = (await refresh(parent)).json.refresh_token;
    expect(new Set([grandparent, parent, active]).size).toBe(3);
    const late = await refresh(grandparent);
    expect(late.status).toBe(200);
    expect(await reads(late.json.access_token)).toBe(200);
  });

  test('two tabs with one session refresh at the same moment and both go on', async () => {
    const [one, two] = [site.client(), site.client()];
    const session = (await (await site.signedIn()).auth.getSession()).data.session;
    const stored = { access_token: session?.access_token ?? '', refresh_token: session?.refresh_token ?? '' };
    await Promise.all([one, two].map(client => client.auth.setSession(stored)));
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all([one.auth.refreshSession(), two.auth.refreshSession()]);
      for (const { error } of answers) expect(error).toBeNull();
    }
    for (const client of [one, two]) {
      expect((await client.auth.getUser()).error).toBeNull();
      expect((await client.from('volunteers').select('id')).error).toBeNull();
    }
  });

  test('many at the same moment with one token all succeed', async () => {
    const token = await refreshTokenOf(await site.signedIn());
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(token)));
    expect(answers.map(answer => answer.status)).toEqual(Array(12).fill(200));
    expect(new Set(answers.map(answer => answer.json.refresh_token)).size).toBe(1);
  });

  test.each(['', 'x', 'aaaaaaaaaaaa', '../../etc', 'اُمید', 'a'.repeat(5000)])(
    'a refresh token that never was (%.12s) is refused',
    async token => {
      const answer = await refresh(token);
      expect(answer.status).toBe(400);
      expect(answer.json.code).toMatch(/^(refresh_token_not_found|validation_failed)$/);
    },
  );

  test('a token with one letter changed is not found, and the real one still works', async () => {
    const token = await refreshTokenOf(await site.signedIn());
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    expect((await refresh(token.slice(0, -1) + last)).json.code).toBe('refresh_token_not_found');
    expect((await refresh(token)).status).toBe(200);
  });

  test('the client keeps a session that is still good when a refresh is refused', async () => {
    const client = await site.signedIn();
    const { error } = await client.auth.refreshSession({ refresh_token: 'aaaaaaaaaaaa' });
    expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
    expect((await client.auth.getUser()).error).toBeNull();
  });
});

describe('[API-6] signing out', () => {
  const three = async () => {
    const account = await site.account();
    return Promise.all([1, 2, 3].map(() => site.signedIn(account)));
  };
  const states = (tokens: string[]) => Promise.all(tokens.map(reads));

  test.each([
    ['global', [401, 401, 401]],
    ['local', [401, 200, 200]],
    ['others', [200, 401, 401]],
  ] as const)('scope %s ends exactly its sessions, at once', async (scope, expected) => {
    const clients = await three();
    const tokens = await Promise.all(clients.map(tokenOf));
    const refreshTokens = await Promise.all(clients.map(refreshTokenOf));
    expect(await states(tokens)).toEqual([200, 200, 200]);
    expect((await clients[0]?.auth.signOut({ scope }))?.error).toBeNull();
    expect(await states(tokens)).toEqual(expected);
    for (const [index, token] of refreshTokens.entries()) {
      const answer = await refresh(token);
      expect(answer.status).toBe(expected[index] === 200 ? 200 : 400);
      if (answer.status === 400)
        expect(answer.json.code).toMatch(/^(refresh_token_not_found|session_not_found)$/);
    }
  });

  test('session_not_found makes the other client sign itself out', async () => {
    const [one, two] = await three();
    const events: string[] = [];
    two?.auth.onAuthStateChange(event => void events.push(event));
    await one?.auth.signOut({ scope: 'global' });
    const answer = await site.ask('/auth/v1/user', {
      headers: { ...bearer(await tokenOf(two as Client)), 'x-supabase-api-version': '2024-01-01' },
    });
    expect(answer.status).toBe(403);
    expect(answer.json.code).toBe('session_not_found');
    const { error } = (await two?.auth.getUser()) ?? {};
    expect(error?.name).toBe('AuthSessionMissingError');
    expect((await two?.auth.getSession())?.data.session).toBeNull();
    expect(events).toContain('SIGNED_OUT');
  });

  test('logout with the JSON type and an empty body is 204; a second time the session is missing', async () => {
    const token = await tokenOf(await site.signedIn());
    const init = {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json;charset=UTF-8' },
    };
    const first = await site.ask('/auth/v1/logout?scope=local', init);
    expect(first.status).toBe(204);
    expect(first.text).toBe('');
    const second = await site.ask('/auth/v1/logout?scope=local', init);
    expect([401, 403, 404]).toContain(second.status);
  });

  test('a signed-out token opens no door: tables, files, account', async () => {
    const client = await site.signedIn();
    const headers = bearer(await tokenOf(client));
    await client.auth.signOut({ scope: 'local' });
    const image = { method: 'POST', headers: { ...headers, 'content-type': 'image/png' }, body: 'x' };
    const upload = await site.ask('/storage/v1/object/website_images/team/1-a.png', image);
    expect(upload.json).toMatchObject({
      statusCode: '403',
      code: expect.stringMatching(/AccessDenied|InvalidJWT/),
    });
    const write = await site.ask('/rest/v1/projects', {
      method: 'POST',
      headers: { ...headers, ...json },
      body: '{"title":"t"}',
    });
    expect(write.status).toBe(401);
    expect((await site.ask('/auth/v1/user', { headers })).status).toBe(403);
  });
});

describe('[API-6] forged tokens', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const payload = async () => JSON.parse(Buffer.from(site.token.split('.')[1] ?? '', 'base64url').toString());
  const signed = (header: object, body: object, secret: string | Buffer) => {
    const text = `${encode(header)}.${encode(body)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };

  test.each([
    ['alg none', async () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(await payload())}.`],
    ['alg None, any signature', async () => `${encode({ alg: 'None' })}.${encode(await payload())}.AAAA`],
    ['a guessed secret', async () => signed({ alg: 'HS256' }, await payload(), 'secret')],
    ['the public key as secret', async () => signed({ alg: 'HS256' }, await payload(), site.anonKey)],
    ['an empty secret', async () => signed({ alg: 'HS256' }, await payload(), '')],
    [
      'another payload under a real signature',
      async () => {
        const [head, , signature] = site.token.split('.');
        return `${head}.${encode({ ...(await payload()), exp: 4_000_000_000 })}.${signature}`;
      },
    ],
    ['the signature cut short', async () => site.token.slice(0, -4)],
    ['no signature', async () => `${site.token.split('.').slice(0, 2).join('.')}.`],
    ['two parts', async () => site.token.split('.').slice(0, 2).join('.')],
    ['words', async () => 'let.me.in'],
  ])('%s: 401 PGRST301 at the tables, bad_jwt at the account', async (_, forge) => {
    const token = await forge();
    const table = await site.ask('/rest/v1/volunteers', { headers: bearer(token) });
    expect(table.status).toBe(401);
    expect(table.json.code).toBe('PGRST301');
    expect(table.headers.get('www-authenticate')).toMatch(/^Bearer/);
    const open = await site.ask('/rest/v1/projects', { headers: bearer(token) });
    expect(open.status).toBe(401);
    const account = await site.ask('/auth/v1/user', {
      headers: { ...bearer(token), 'x-supabase-api-version': '2024-01-01' },
    });
    expect(account.status).toBe(403);
    expect(account.json.code).toBe('bad_jwt');
  });
});
