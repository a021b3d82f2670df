import { describe, expect, test } from 'vitest';
import { json, serve, unique } from './clients.ts';

const direct = serve();
const behindProxy = serve({ UMEED_TRUSTED_PROXIES: '127.0.0.0/8' });

type Where = typeof direct;
const attempt = (site: Where, email: string, password: string, from?: string) =>
  site.ask('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: {
      ...json,
      'x-supabase-api-version': '2024-01-01',
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    },
    body: JSON.stringify({ email, password }),
  });

/** Wrong passwords until the server has enough of them. */
async function exhaust(site: Where, email: string, from?: (n: number) => string) {
  for (let n = 0; n < 40; n++) {
    const answer = await attempt(site, email, 'wrong-password', from?.(n));
    if (answer.status !== 400) return { answer, failures: n };
  }
  return expect.unreachable('forty wrong passwords and no limit');
}

describe('[API-6] limits on signing in', () => {
  test('many failures on one account: 429 with Retry-After, also for the right password', async () => {
    const account = await direct.account();
    const { answer, failures } = await exhaust(direct, account.email);
    expect(failures).toBeGreaterThanOrEqual(5);
    expect(answer.status).toBe(429);
    expect(answer.json).toMatchObject({
      code: 'over_request_rate_limit',
      message: expect.stringMatching(/\w+ \w+/),
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(300);
    const { error } = await direct.client().auth.signInWithPassword(account);
    expect(error).toMatchObject({ name: 'AuthApiError', status: 429, code: 'over_request_rate_limit' });
    // Another account at the same address is not held up.
    expect((await direct.client().auth.signInWithPassword(await direct.account())).error).toBeNull();
  });

  test('the limit counts the account, not how its address is written', async () => {
    const { email } = await direct.account();
    await exhaust(direct, email);
    expect((await attempt(direct, email.toUpperCase(), 'wrong-password')).status).toBe(429);
  });

  test('an address that has no account is limited in the same way', async () => {
    const { answer } = await exhaust(direct, `${unique()}@umeed.test`);
    expect(answer.status).toBe(429);
  });

  test('X-Forwarded-For is not believed from just anyone', async () => {
    const { email } = await direct.account();
    const { answer } = await exhaust(direct, email, n => `203.0.113.${n}`);
    expect(answer.status).toBe(429);
  });

  test('signing in well does not use the limit up', async () => {
    const account = await direct.account();
    for (let n = 0; n < 15; n++) {
      expect((await attempt(direct, account.email, account.password)).status).toBe(200);
    }
  });

  test('behind a trusted proxy a stranger elsewhere does not lock the account’s owner out', async () => {
    const account = await behindProxy.account();
    const { answer } = await exhaust(behindProxy, account.email, () => '203.0.113.7');
    expect(answer.status).toBe(429);
    expect((await attempt(behindProxy, account.email, account.password, '198.51.100.9')).status).toBe(200);
    // What stands before the nearest hop was written by the stranger.
    const spoofed = await attempt(behindProxy, account.email, account.password, '198.51.100.9, 203.0.113.7');
    expect(spoofed.status).toBe(429);
  });

  test('a hundred visitors behind one carrier’s address all get through', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        behindProxy.ask('/rest/v1/subscribers', {
          method: 'POST',
          headers: { ...json, 'x-forwarded-for': '192.0.2.1' },
          body: JSON.stringify({ email: `${unique()}@example.org` }),
        }),
      ),
    );
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([201]));
  });

  // Told by the work it takes, not by the clock, on which a busy machine has more influence than the server.
  test('an unknown account takes as long as a known one', async () => {
    const { email } = await behindProxy.account();
    const took = { known: 0, unknown: 0 };
    for (let turn = 0; turn < 2; turn++) {
      for (const who of ['known', 'unknown'] as const) {
        const before = behindProxy.processorTime();
        for (let n = 0; n < 4; n++) {
          const tried = who === 'known' ? email : `${unique()}@umeed.test`;
          expect((await attempt(behindProxy, tried, 'wrong-password', '192.0.2.77')).status).toBe(400);
        }
        took[who] += behindProxy.processorTime() - before;
      }
    }
    expect(took.known).toBeGreaterThan(0);
    expect(took.unknown / took.known).toBeGreaterThan(0.5);
    expect(took.unknown / took.known).toBeLessThan(2.5);
  });
});
