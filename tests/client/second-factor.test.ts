// The second factor with the official client, unchanged: devices, levels, events, recovery codes, and what a socket hears.
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { codeOf, codesOf } from '../totp.ts';
import { type Client, type Schema, serve } from './clients.ts';

const site = serve();

/** As `site.signedIn`, with recovery codes, which the client has behind a switch. */
async function signedIn(as: { email: string; password: string }): Promise<Client> {
  const client = createClient<Schema>(site.url, site.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
    realtime: { transport: WebSocket as never },
  });
  const { error } = await client.auth.signInWithPassword(as);
  if (error) throw error;
  return client;
}

async function enrolled(client: Client, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  expect(error).toBeNull();
  if (data?.type !== 'totp') throw new Error('no device');
  return data;
}

async function withDevice() {
  const account = await site.account();
  const client = await signedIn(account);
  const { id: factorId, totp } = await enrolled(client);
  const next = codesOf(totp.secret);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: await next() });
  expect(error).toBeNull();
  return { account, client, factorId, next };
}

const levels = async (client: Client) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

describe('a device', () => {
  test('is set up, and the session is confirmed with it', async () => {
    const account = await site.account();
    const client = await signedIn(account);
    const events: string[] = [];
    client.auth.onAuthStateChange(event => void events.push(event));
    expect(await levels(client)).toEqual(['aal1', 'aal1']);
    const { id: factorId, type, totp } = await enrolled(client);
    expect(type).toBe('totp');
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/);
    expect(totp.uri).toContain(`secret=${totp.secret}`);
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      all: [{ id: factorId, status: 'unverified', friendly_name: 'Phone' }],
      totp: [],
    });

    const { data: asked } = await client.auth.mfa.challenge({ factorId });
    expect(asked).toMatchObject({ type: 'totp', expires_at: expect.any(Number) });
    const challengeId = asked?.id ?? '';
    const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(totp.secret, 5) });
    expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    const { data, error } = await client.auth.mfa.verify({
      factorId,
      challengeId,
      code: codeOf(totp.secret),
    });
    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    expect(await levels(client)).toEqual(['aal2', 'aal2']);
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await levels(client)).toEqual(['aal2', 'aal2']);
    expect((await client.from('volunteers').select()).error).toBeNull();
  });

  test('is asked for after the password, and nothing opens before', async () => {
    const { account, factorId, next } = await withDevice();
    const client = await signedIn(account);
    expect(await levels(client)).toEqual(['aal1', 'aal2']);
    const refused = await client.from('volunteers').select();
    expect(refused).toMatchObject({ status: 403, error: { code: 'insufficient_aal' } });
    const files = await client.storage.from('website_images').list();
    expect(files.error?.message).toContain('second factor');
    const { error } = await client.auth.updateUser({ password: 'a new long password' });
    expect(error).toMatchObject({ code: 'insufficient_aal' });
    await client.auth.mfa.challengeAndVerify({ factorId, code: await next() });
    expect((await client.from('volunteers').select()).error).toBeNull();
  });

  test('is removed by who was confirmed', async () => {
    const { account, client, factorId } = await withDevice();
    const other = await signedIn(account);
    const refused = await other.auth.mfa.unenroll({ factorId });
    expect(refused.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await client.auth.refreshSession();
    expect(await levels(client)).toEqual(['aal1', 'aal1']);
    expect((await (await signedIn(account)).from('volunteers').select()).error).toBeNull();
  });

  test('of other kinds is refused in the words of GoTrue', async () => {
    const client = await signedIn(await site.account());
    const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+923001234567' });
    expect(phone.error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' });
  });
});

describe('recovery codes', () => {
  test('stand in for the device, each once', async () => {
    const { account, client, factorId } = await withDevice();
    const before = await client.auth.mfa.recoveryCodes.getStatus();
    expect(before.error).toMatchObject({ code: 'mfa_factor_not_found' });
    const { data: made } = await client.auth.mfa.recoveryCodes.generate();
    expect(made).toMatchObject({ type: 'recovery_code', total: 10, friendly_name: 'Recovery codes' });
    const [code = '', second = ''] = made?.codes ?? [];
    const other = await signedIn(account);
    const events: string[] = [];
    other.auth.onAuthStateChange(event => void events.push(event));
    expect((await other.auth.mfa.recoveryCodes.verify({ code: code.toUpperCase() })).error).toBeNull();
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    expect(
      (await other.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentAuthenticationMethods,
    ).toMatchObject([{ method: 'mfa/recovery_code' }, { method: 'password' }]);
    const third = await signedIn(account);
    const used = await third.auth.mfa.recoveryCodes.verify({ code });
    expect(used.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect((await third.auth.mfa.challengeAndVerify({ factorId, code: second })).error).toBeNull();
    expect((await third.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 8 });
    const { data: fresh } = await third.auth.mfa.recoveryCodes.regenerate();
    expect(fresh?.id).toBe(made?.id);
    expect((await third.auth.mfa.recoveryCodes.unenroll()).data).toEqual({ id: made?.id });
  });
});

describe('others', () => {
  test('are looked after with the service key', async () => {
    const { client, factorId } = await withDevice();
    const userId = (await client.auth.getUser()).data.user?.id ?? '';
    const { mfa } = site.client(site.serviceKey).auth.admin;
    expect((await mfa.listFactors({ userId })).data?.factors).toMatchObject([
      { id: factorId, factor_type: 'totp' },
    ]);
    expect((await mfa.deleteFactor({ userId, id: factorId })).error).toBeNull();
    expect((await mfa.listFactors({ userId })).data?.factors).toEqual([]);
  });

  test('are helped by the operator', async () => {
    const { account } = await withDevice();
    const done = await site.command(['staff', 'reset-second-factor', account.email]);
    expect(done).toMatchObject({
      code: 0,
      stdout: `${account.email} signs in with the password alone now; its sessions have ended\n`,
    });
    expect((await (await signedIn(account)).from('volunteers').select()).error).toBeNull();
    expect((await site.command(['staff', 'reset-second-factor', 'nobody@umeed.test'])).code).not.toBe(0);
  });
});

test('a socket that was joined with the password alone ends with the second factor', async () => {
  const account = await site.account();
  const [client, other] = [await signedIn(account), await signedIn(account)];
  const statuses: string[] = [];
  const channel = other.channel('desk', { config: { private: true } });
  await new Promise<void>(joined => {
    channel.subscribe(status => {
      statuses.push(status);
      if (status === 'SUBSCRIBED') joined();
    });
  });
  const { id: factorId, totp } = await enrolled(client);
  await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) });
  await expect.poll(() => statuses.length, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(statuses[1]).not.toBe('SUBSCRIBED');

  const late = await signedIn(account);
  const refused = await new Promise<string>(told => {
    late.channel('desk', { config: { private: true } }).subscribe((status, cause) => {
      if (status !== 'SUBSCRIBED') told(`${status} ${cause?.message}`);
      else told(status);
    });
  });
  expect(refused).toContain('second factor');
  await Promise.all([other.removeAllChannels(), late.removeAllChannels()]);
});

test('nothing of it is logged', async () => {
  const { client } = await withDevice();
  const { data } = await client.auth.mfa.recoveryCodes.generate();
  const { totp } = await enrolled(client, 'Second');
  for (const secret of [...(data?.codes ?? []), totp.secret]) expect(site.log()).not.toContain(secret);
});
