import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { bearer, json, serve, tokenOf } from './clients.ts';

// The shortest life a token can be given, and at most five seconds of leeway for clocks that differ.
const site = serve({ UMEED_ACCESS_TOKEN_SECS: '5' });
const LIFE_AND_LEEWAY = 11_000;
const TEN_SECONDS = 10_500;

const refresh = (refresh_token: string) =>
  site.ask('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { ...json, 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ refresh_token }),
  });
const sessionOf = async () => {
  const session = (await (await site.signedIn()).auth.getSession()).data.session;
  return session ?? expect.unreachable('not signed in');
};

describe.concurrent('[API-6] time passes', () => {
  test('an expired token is PGRST303 at the tables and bad_jwt at the account; a refresh helps', async () => {
    const { data } = await site
      .client()
      .auth.signInWithPassword({ email: site.email, password: site.password });
    const old = data.session?.access_token ?? '';
    expect(data.session?.expires_in).toBe(5);
    expect((await site.ask('/rest/v1/volunteers', { headers: bearer(old) })).status).toBe(200);
    await sleep(LIFE_AND_LEEWAY);
    for (const table of ['volunteers', 'projects']) {
      const answer = await site.ask(`/rest/v1/${table}`, { headers: bearer(old) });
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({ code: 'PGRST303', message: 'JWT expired' });
    }
    const account = await site.ask('/auth/v1/user', {
      headers: { ...bearer(old), 'x-supabase-api-version': '2024-01-01' },
    });
    expect(account.status).toBe(403);
    expect(account.json.code).toBe('bad_jwt');
    const fresh = await refresh(data.session?.refresh_token ?? '');
    expect(fresh.status).toBe(200);
    expect((await site.ask('/rest/v1/volunteers', { headers: bearer(fresh.json.access_token) })).status).toBe(
      200,
    );
  });

  test('refresh_token_already_used: an old token after ten seconds ends the whole family', async () => {
    const session = await sessionOf();
    const parent = (await refresh(session.refresh_token)).json.refresh_token;
    const active = (await refresh(parent)).json.refresh_token;
    await sleep(TEN_SECONDS);
    const reuse = await refresh(session.refresh_token);
    expect(reuse.status).toBe(400);
    expect(reuse.json).toMatchObject({
      code: 'refresh_token_already_used',
      message: 'Invalid Refresh Token: Already Used',
    });
    for (const token of [active, parent, session.refresh_token]) {
      const after = await refresh(token);
      expect(after.status).toBe(400);
      expect(after.json.code).toMatch(
        /^(refresh_token_already_used|refresh_token_not_found|session_not_found)$/,
      );
    }
  });

  test('the parent of the active token is still good after ten seconds', async () => {
    const session = await sessionOf();
    const first = await refresh(session.refresh_token);
    await sleep(TEN_SECONDS);
    const late = await refresh(session.refresh_token);
    expect(late.status).toBe(200);
    expect(late.json.refresh_token).toBe(first.json.refresh_token);
  });

  test('the client refreshes by itself before a call when its token is about to end', async () => {
    const client = await site.signedIn();
    const before = await tokenOf(client);
    await sleep(1_100);
    const { error, data } = await client.from('volunteers').select('id');
    expect(error).toBeNull();
    expect(data).toEqual([]);
    expect(await tokenOf(client)).not.toBe(before);
  });

  test('the client signs itself out, once, when its token has expired and its session is gone', async () => {
    const client = await site.signedIn();
    const events: string[] = [];
    client.auth.onAuthStateChange(event => void events.push(event));
    await expect.poll(() => events).toContain('INITIAL_SESSION');
    const headers = bearer(await tokenOf(client));
    expect((await site.ask('/auth/v1/logout?scope=local', { method: 'POST', headers })).status).toBe(204);
    await sleep(LIFE_AND_LEEWAY);
    expect((await client.auth.getSession()).data.session).toBeNull();
    expect(events.filter(event => event === 'SIGNED_OUT')).toHaveLength(1);
  });
});
