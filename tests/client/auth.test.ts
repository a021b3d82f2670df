import { describe, expect, test } from 'vitest';
import { bearer, type Client, json, ok, serve, tokenOf, UUID, unique } from './clients.ts';

const site = serve();
const signIn = (email: string, password: string) =>
  site.client().auth.signInWithPassword({ email, password });
const parts = (token: string) =>
  token.split('.').map(part => Buffer.from(part, 'base64url').toString()) as [string, string, string];

describe('[API-6] signing in', () => {
  test('gives a session of the documented shape', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { data, error } = await signIn(site.email, site.password);
    expect(error).toBeNull();
    const session = data.session;
    expect(session).toMatchObject({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^\S{12,}$/),
      token_type: 'bearer',
      expires_in: 3600,
    });
    expect(session?.expires_at).toBeGreaterThanOrEqual(before + 3600);
    expect(session?.expires_at).toBeLessThanOrEqual(before + 3610);
    expect(session?.user).toMatchObject({
      id: expect.stringMatching(UUID),
      email: site.email,
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: expect.any(Object),
      is_anonymous: false,
    });
    for (const time of ['created_at', 'updated_at', 'last_sign_in_at', 'email_confirmed_at'] as const) {
      expect(session?.user[time], time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    }
    expect(session?.user.identities?.[0]).toMatchObject({ provider: 'email', user_id: session?.user.id });
    expect(JSON.stringify(data)).not.toMatch(/argon2|password/i);
  });

  test('gives a token with the claims that clients and Realtime read', async () => {
    const { data } = await signIn(site.email, site.password);
    const [header, payload] = parts(data.session?.access_token ?? '');
    expect(JSON.parse(header)).toMatchObject({ alg: expect.stringMatching(/^(HS|RS|ES)256$/) });
    expect(JSON.parse(payload)).toMatchObject({
      iss: expect.any(String),
      sub: data.user?.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: site.email,
      exp: data.session?.expires_at,
      iat: expect.any(Number),
      aal: 'aal1',
      session_id: expect.stringMatching(UUID),
    });
  });

  test('does not mind the case of the address', async () => {
    const { error, data } = await signIn(site.email.toUpperCase(), site.password);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(site.email);
  });

  test.each([
    ['a wrong password', () => [site.email, 'not the password']],
    ['an unknown address', () => [`${unique()}@umeed.test`, 'not the password']],
    ['the password in another case', () => [site.email, site.password.toUpperCase()]],
    ['a password with a space after it', () => [site.email, `${site.password} `]],
  ])('%s: invalid_credentials, in the same words', async (_, given) => {
    const [email = '', password = ''] = given();
    const { error, data } = await signIn(email, password);
    expect(error).toMatchObject({
      name: 'AuthApiError',
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect(data.session).toBeNull();
  });

  test('getSession and the events of a client, from nothing to signed in to signed out', async () => {
    const account = await site.account(); // signing out ends every session of the account
    const client = site.client();
    const events: string[] = [];
    client.auth.onAuthStateChange((event, session) => {
      events.push(`${event} ${session?.user.email ?? '-'}`);
    });
    expect((await client.auth.getSession()).data.session).toBeNull();
    await client.auth.signInWithPassword(account);
    expect((await client.auth.getSession()).data.session?.user.email).toBe(account.email);
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
    expect(events).toEqual(['INITIAL_SESSION -', `SIGNED_IN ${account.email}`, 'SIGNED_OUT -']);
  });

  test('getUser and getClaims ask the server', async () => {
    expect((await site.staff.auth.getUser()).data.user?.email).toBe(site.email);
    const claims = ok(await site.staff.auth.getClaims()).claims;
    expect(claims).toMatchObject({ email: site.email, role: 'authenticated' });
  });
});

describe('[ADM-12] signing up', () => {
  test('is refused by default: signup_disabled', async () => {
    const email = `${unique()}@umeed.test`;
    const { error, data } = await site.client().auth.signUp({
      email,
      password: 'a-good-password',
      options: { data: { name: 'x' }, emailRedirectTo: 'http://localhost/' },
    });
    expect(error).toMatchObject({
      status: 422,
      code: 'signup_disabled',
      message: 'Signups not allowed for this instance',
    });
    expect(data.session).toBeNull();
    expect((await signIn(email, 'a-good-password')).error?.code).toBe('invalid_credentials');
  });

  test('is refused in the same words for an address that has an account', async () => {
    const { error } = await site.client().auth.signUp({ email: site.email, password: 'a-good-password' });
    expect(error?.code).toBe('signup_disabled');
  });

  test('is refused to signed-in staff too', async () => {
    const { error } = await site.staff.auth.signUp({
      email: `${unique()}@umeed.test`,
      password: 'a-good-password',
    });
    expect(error?.code).toBe('signup_disabled');
  });
});

describe('[API-6] changing an account', () => {
  async function member(): Promise<{ client: Client; email: string; password: string }> {
    const account = await site.account();
    return { ...account, client: await site.signedIn(account) };
  }

  test('a new password: the old one is void, other sessions end, this one stays', async () => {
    const { client, email, password } = await member();
    const other = await site.signedIn({ email, password });
    const otherToken = await tokenOf(other);
    const events: string[] = [];
    client.auth.onAuthStateChange(event => void events.push(event));
    expect((await client.auth.updateUser({ password: 'another-password' })).error).toBeNull();
    expect(events).toContain('USER_UPDATED');
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await client.from('volunteers').select('id')).error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await site.ask('/rest/v1/volunteers', { headers: bearer(otherToken) })).status).toBe(401);
    expect((await other.auth.refreshSession()).error?.status).toBe(400);
    expect((await signIn(email, password)).error?.code).toBe('invalid_credentials');
    expect((await signIn(email, 'another-password')).error).toBeNull();
  });

  test('weak_password: fewer than eight letters', async () => {
    const { client, email, password } = await member();
    const { error } = await client.auth.updateUser({ password: '7letter' });
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      reasons: ['length'],
    });
    expect(error?.message).toMatch(/at least 8/);
    expect((await signIn(email, password)).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'eight888' })).error).toBeNull();
  });

  test('same_password', async () => {
    const { client, password } = await member();
    const { error } = await client.auth.updateUser({ password });
    expect(error).toMatchObject({
      status: 422,
      code: 'same_password',
      message: 'New password should be different from the old password.',
    });
  });

  test('a new address; one that is taken is email_exists; one that is none is validation_failed', async () => {
    const { client, password } = await member();
    const email = `${unique('new')}@umeed.test`;
    const updated = await client.auth.updateUser({ email: email.toUpperCase() });
    expect(updated.error).toBeNull();
    expect(updated.data.user?.email).toBe(email);
    expect((await signIn(email, password)).error).toBeNull();
    const taken = await client.auth.updateUser({ email: site.email.toUpperCase() });
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' });
    const wrong = await client.auth.updateUser({ email: 'not an address' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });

  test('data of one’s own is merged into user_metadata', async () => {
    const { client } = await member();
    await client.auth.updateUser({ data: { name: 'Amina', colour: 'green' } });
    await client.auth.updateUser({ data: { colour: 'blue' } });
    const { data } = await client.auth.getUser();
    expect(data.user?.user_metadata).toMatchObject({ name: 'Amina', colour: 'blue' });
    expect(data.user?.role).toBe('authenticated');
  });

  test('needs a session', async () => {
    const put = (headers: Record<string, string>) =>
      site.ask('/auth/v1/user', {
        method: 'PUT',
        headers: { ...json, ...headers },
        body: '{"password":"12345678x"}',
      });
    expect((await put({})).status).toBeGreaterThanOrEqual(401);
    expect((await put({ authorization: '' })).status).toBe(401);
  });
});

describe('[API-6] the words of the service', () => {
  const version = { 'x-supabase-api-version': '2024-01-01' };
  const wrong = (headers: Record<string, string>) =>
    site.ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
      body: JSON.stringify({
        email: `${unique()}@umeed.test`,
        password: 'wrong-password',
        gotrue_meta_security: {},
      }),
    });

  test('a versioned client finds the code in code, and the version in a header', async () => {
    const answer = await wrong(version);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' });
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  });

  test('an older client finds it in error_code and msg', async () => {
    const answer = await wrong({});
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  });

  test('no_authorization without a token, bad_jwt with a bad one', async () => {
    const none = await fetch(`${site.url}/auth/v1/user`, { headers: { apikey: site.anonKey, ...version } });
    expect(none.status).toBe(401);
    expect(await none.json()).toMatchObject({ code: 'no_authorization' });
    const bad = await site.ask('/auth/v1/user', { headers: { ...version, ...bearer('a.b.c') } });
    expect(bad.status).toBe(403);
    expect(bad.json).toMatchObject({ code: 'bad_jwt' });
    const key = await site.ask('/auth/v1/user', { headers: version });
    expect([401, 403]).toContain(key.status);
  });

  test('recover answers the same for a known and an unknown address', async () => {
    for (const email of [site.email, `${unique()}@umeed.test`]) {
      const { error, data } = await site
        .client()
        .auth.resetPasswordForEmail(email, { redirectTo: 'http://localhost/' });
      expect(error).toBeNull();
      expect(data).toEqual({});
    }
  });

  test.each([
    ['half an object', '{'],
    ['a list', '[]'],
    ['nothing', '{}'],
    ['numbers', '{"email":1,"password":2}'],
    ['a password of 100 KB', JSON.stringify({ email: 'a@b.org', password: 'x'.repeat(100_000) })],
  ])('a sign-in with %s is refused with a sentence', async (_, body) => {
    const answer = await site.ask('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: json,
      body,
    });
    expect([400, 413, 422]).toContain(answer.status);
    expect(answer.json.msg ?? answer.json.message).toMatch(/\w/);
  });

  test('an unknown grant is refused', async () => {
    const answer = await site.ask('/auth/v1/token?grant_type=magic', {
      method: 'POST',
      headers: json,
      body: '{}',
    });
    expect(answer.status).toBe(400);
    expect(answer.json.error_code ?? answer.json.code).toBeTypeOf('string');
  });
});
