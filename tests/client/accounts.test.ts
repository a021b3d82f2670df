// Accounts by an owner's session, and who is signed in where, with the official client.

import { describe, expect, test } from 'vitest';
import { bearer, type Client, ok, serve, tokenOf, unique } from './clients.ts';
import { changes } from './live.ts';

const site = serve();

async function editor() {
  const account = await site.account();
  expect((await site.command(['staff', 'set-role', account.email, 'editor'])).code).toBe(0);
  return account;
}

/** What came, of a call whose answer may also be empty. */
function fine<A extends { data: unknown; error: unknown }>(answer: A): A['data'] {
  expect(answer.error).toBeNull();
  return answer.data;
}

const idOf = async (client: Client) => (await client.auth.getUser()).data.user?.id ?? '';
const reads = async (token: string) =>
  (await site.ask('/rest/v1/volunteers', { headers: bearer(token) })).status;

interface Session {
  id: string;
  device: string;
  began_at: string;
  used_at: string;
  current: boolean;
}

const ownSessions = async (client: Client) => ok(await client.rpc('own_sessions')) as Session[];

describe('own sessions', () => {
  test('are listed with device and times, and ended one by one', async () => {
    const account = await editor();
    const [one, two] = [await site.signedIn(account), await site.signedIn(account)];
    const listed = await ownSessions(one);
    expect(listed.map(({ device, current }) => [device, current])).toEqual([
      ['supabase-js', true],
      ['supabase-js', false],
    ]);
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(['began_at', 'current', 'device', 'id', 'used_at']);
    const token = await tokenOf(two);
    expect(ok(await one.rpc('end_session', { id: listed[1]?.id }))).toEqual({ done: true });
    expect([await reads(await tokenOf(one)), await reads(token)]).toEqual([200, 401]);
    expect((await one.rpc('end_session', { id: listed[1]?.id })).error?.code).toBe('PGRST116');
    expect((await ownSessions(one)).length).toBe(1);
  });

  test('of others cannot be ended, no matter who asks', async () => {
    const mine = await site.signedIn(await editor());
    const [session] = await ownSessions(mine);
    for (const client of [site.staff, await site.signedIn(await editor())])
      expect((await client.rpc('end_session', { id: session?.id })).error?.code).toBe('PGRST116');
    expect((await site.visitor.rpc('end_session', { id: session?.id })).status).toBe(401);
    expect(await reads(await tokenOf(mine))).toBe(200);
  });

  test('an ended one closes its channels within a second or so', async () => {
    const account = await editor();
    const [one, two] = [await site.signedIn(account), await site.signedIn(account)];
    const { states } = await changes(two, { table: 'volunteers' });
    const [, other] = await ownSessions(one);
    ok(await one.rpc('end_session', { id: other?.id }));
    await states.first(({ state }) => state === 'CLOSED', 2_000);
  });
});

describe('an owner', () => {
  test('sees where others are signed in and signs them out everywhere, sockets too', async () => {
    const account = await editor();
    const client = await site.signedIn(account);
    await site.signedIn(account);
    const id = await idOf(client);
    const { states } = await changes(client, { table: 'volunteers' });
    const shown = ok(await site.staff.rpc('account_sessions', { accounts: [id] }));
    expect(shown).toMatchObject([{ account: id, total: 2, sessions: [{ device: 'supabase-js' }, {}] }]);
    expect(JSON.stringify(shown)).not.toContain((await ownSessions(client))[0]?.id);
    const token = await tokenOf(client);
    ok(await site.staff.rpc('end_account_sessions', { account: id }));
    expect(await reads(token)).toBe(401);
    await states.first(({ state }) => state === 'CLOSED', 2_000);
    expect(ok(await site.staff.rpc('account_sessions', { accounts: [id] }))).toEqual([]);
    const lines = ok(
      await site.staff.from('history').select('verb,author_email,after').eq('row_key', id).order('id'),
    );
    expect(lines.at(-1)).toEqual({
      verb: 'sign_out',
      author_email: site.email,
      after: { scope: 'global', email: account.email },
    });
  });

  test('invites with a role, makes another link until the person has come, then none', async () => {
    const owner = site.client(await tokenOf(await site.signedIn())).auth.admin;
    const email = `${unique('sana')}@umeed.test`;
    const asked = { type: 'invite', email, options: { data: { full_name: 'Sana' } } } as const;
    const link = async () =>
      fine(await owner.generateLink({ ...asked, ...{ app_metadata: { role: 'editor' } } })).properties;
    const first = await link();
    const second = await link();
    const come = (token_hash = '') => site.client().auth.verifyOtp({ type: 'invite', token_hash });
    expect((await come(first?.hashed_token)).error?.code).toBe('otp_expired');
    const { data } = await come(second?.hashed_token);
    expect(data.user).toMatchObject({
      email,
      app_metadata: { role: 'editor' },
      user_metadata: { full_name: 'Sana' },
    });
    expect((await owner.generateLink(asked)).error?.code).toBe('email_exists');
  });

  test('and nobody else: an editor gets none of it', async () => {
    const client = await site.signedIn(await editor());
    const id = await idOf(site.staff);
    expect((await client.rpc('account_sessions', { accounts: [id] })).status).toBe(403);
    expect((await client.rpc('end_account_sessions', { account: id })).status).toBe(403);
    const { admin } = site.client(await tokenOf(client)).auth;
    expect((await admin.listUsers()).error?.code).toBe('not_admin');
    expect((await admin.generateLink({ type: 'invite', email: 'x@umeed.test' })).error?.code).toBe(
      'not_admin',
    );
  });
});

describe('umeed staff', () => {
  const origin = ['--public-url', 'https://umeed.example'];
  const tokenIn = (stdout: string) => {
    const link = stdout.trim().split('\n').at(-1) ?? '';
    expect(link).toMatch(/^https:\/\/umeed\.example\/admin\/link#token_hash=[\w-]+&type=(invite|recovery)$/);
    return new URLSearchParams(new URL(link).hash.slice(1));
  };

  test('invite: a link by which one chooses a password; list says the role', async () => {
    const email = `${unique('invited')}@umeed.test`;
    const made = await site.command([
      'staff',
      'invite',
      email,
      '--role',
      'editor',
      '--name',
      'Sana',
      ...origin,
    ]);
    expect(made.code, made.stderr).toBe(0);
    const link = tokenIn(made.stdout);
    expect(made.stderr).not.toContain(link.get('token_hash'));
    const client = site.client();
    const come = await client.auth.verifyOtp({ type: 'invite', token_hash: link.get('token_hash') ?? '' });
    expect(come.data.user?.user_metadata).toEqual({ full_name: 'Sana' });
    expect((await client.auth.updateUser({ password: 'chosen by the invited' })).error).toBeNull();
    await site.signedIn({ email, password: 'chosen by the invited' });
    const again = await site.command(['staff', 'invite', email, ...origin]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain(`umeed staff link ${email}`);
    const listed = (await site.command(['staff', 'list'])).stdout.split('\n');
    expect(listed.find(line => line.startsWith(email))).toMatch(/\tlast sign-in 20\S+\teditor$/);
    expect(listed.find(line => line.startsWith(site.email))).toMatch(/\towner$/);
  });

  test('link: signs one in who has lost the password, once', async () => {
    const account = await site.account();
    const made = await site.command(['staff', 'link', account.email, '--origin', 'https://umeed.example']);
    const token_hash = tokenIn(made.stdout).get('token_hash') ?? '';
    const client = site.client();
    expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'another one that is good' })).error).toBeNull();
    expect((await site.client().auth.verifyOtp({ type: 'recovery', token_hash })).error?.code).toBe(
      'otp_expired',
    );
    const nobody = await site.command(['staff', 'link', 'nobody@umeed.test', ...origin]);
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('there is no account')]);
    const nowhere = await site.command(['staff', 'link', account.email]);
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('UMEED_PUBLIC_URL')]);
  });

  test('remove keeps the last owner unless it is told twice', async () => {
    const lonely = await site.account();
    const { users } = fine(await site.client(site.serviceKey).auth.admin.listUsers({ perPage: 1000 }));
    for (const { email } of users)
      if (email && email !== lonely.email) await site.command(['staff', 'set-role', email, 'editor']);
    const refused = await site.command(['staff', 'remove', lonely.email]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/is the last owner; make another account an owner first, or say --force/);
    const forced = await site.command(['staff', 'remove', lonely.email, '--force']);
    expect([forced.code, forced.stderr]).toEqual([0, expect.stringContaining('no account is an owner')]);
    expect((await site.command(['staff', 'set-role', site.email, 'owner'])).code).toBe(0);
  });
});
