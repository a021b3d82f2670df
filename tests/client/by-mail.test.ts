// Links and codes by mail, as the official client asks for them and uses them, with a real mail server.
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { linkTo, type MailServer, mailServer } from '../mail.ts';
import { itself, type Running, start } from '../server.ts';
import { type Client, connect } from './clients.ts';

let mail: MailServer;
let server: Running;
const password = 'a good long one';
let count = 0;

beforeAll(async () => {
  mail = await mailServer({ encryption: 'none' });
  server = await start({
    UMEED_SMTP: `smtp://localhost:${mail.port}`,
    UMEED_MAIL_FROM: 'office@umeed.example',
    UMEED_PUBLIC_URL: itself,
  });
});
afterAll(async () => {
  await server?.stop();
  await mail?.stop();
});

const client = () => connect(server.url, server.anonKey);

/** One of its own for each test: there is one mail a minute to each. */
async function account(): Promise<string> {
  count += 1;
  const email = `member${count}@umeed.test`;
  const { code } = await server.command(['staff', 'add', email], password);
  expect(code).toBe(0);
  return email;
}

async function signedIn(email: string, secret = password): Promise<Client> {
  const signed = client();
  const { error } = await signed.auth.signInWithPassword({ email, password: secret });
  if (error) throw error;
  return signed;
}

const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash') ?? '';

test('a forgotten password: the mail, PASSWORD_RECOVERY, the new password, and a notice', async () => {
  const email = await account();
  const visitor = client();
  const events: string[] = [];
  visitor.auth.onAuthStateChange(event => events.push(event));
  expect(await visitor.auth.resetPasswordForEmail(email)).toEqual({ data: {}, error: null });
  const { link } = await linkTo(mail, email);
  expect(link.startsWith(`${server.url}/admin/link#token_hash=`)).toBe(true);
  const token_hash = tokenOf(link);
  const { data, error } = await visitor.auth.verifyOtp({ type: 'recovery', token_hash });
  expect([error, data.user?.email]).toEqual([null, email]);
  expect(events).toContain('PASSWORD_RECOVERY');
  expect((await visitor.auth.updateUser({ password: 'chosen anew today' })).error).toBeNull();
  await signedIn(email, 'chosen anew today');
  expect((await client().auth.verifyOtp({ type: 'recovery', token_hash })).error?.code).toBe('otp_expired');
  await expect
    .poll(() => mail.taken.filter(({ to, text }) => to.includes(email) && /was changed/.test(text)).length)
    .toBe(1);
});

test('a link of the client’s own leads to its page with the session behind the #', async () => {
  const email = await account();
  const redirectTo = `${server.url}/my/page`;
  expect((await client().auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
  const { link } = await linkTo(mail, email);
  expect(link.startsWith(`${server.url}/auth/v1/verify?token=`)).toBe(true);
  const opened = await fetch(link.replaceAll('&amp;', '&'), { redirect: 'manual' });
  expect(opened.status).toBe(303);
  const to = new URL(opened.headers.get('location') ?? '');
  const given = new URLSearchParams(to.hash.slice(1));
  expect([to.pathname, given.get('type')]).toEqual(['/my/page', 'recovery']);
  const session = {
    access_token: given.get('access_token') ?? '',
    refresh_token: given.get('refresh_token') ?? '',
  };
  expect((await client().auth.setSession(session)).data.user?.email).toBe(email);
});

test('signing in by mail, with the code; an unknown address is answered alike and gets no account', async () => {
  const email = await account();
  for (const asked of [email, 'nobody@umeed.test']) {
    const { data, error } = await client().auth.signInWithOtp({ email: asked });
    expect([data, error]).toEqual([{ user: null, session: null }, null]);
    const again = await client().auth.signInWithOtp({ email: asked });
    expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  }
  const { code } = await linkTo(mail, email);
  const { data, error } = await client().auth.verifyOtp({ email, token: code, type: 'email' });
  expect([error, data.session?.user.email]).toEqual([null, email]);
  expect(mail.taken.some(({ to }) => to.includes('nobody@umeed.test'))).toBe(false);
  const service = connect(server.url, server.serviceKey);
  const { data: listed } = await service.auth.admin.listUsers();
  expect(listed.users.map(user => user.email)).not.toContain('nobody@umeed.test');
});

test('a new address counts once it is confirmed', async () => {
  const email = await account();
  const next = `new-${email}`;
  const mine = await signedIn(email);
  const { data } = await mine.auth.updateUser({ email: next });
  expect(data.user).toMatchObject({ email, new_email: next, email_change_sent_at: expect.any(String) });
  expect((await mine.auth.resend({ type: 'email_change', email })).error).toBeNull();
  await expect.poll(() => mail.taken.filter(({ to }) => to.includes(next)).length).toBe(2);
  const { link } = await linkTo(mail, next);
  const confirmed = await client().auth.verifyOtp({ type: 'email_change', token_hash: tokenOf(link) });
  expect(confirmed).toEqual({ data: { user: null, session: null }, error: null });
  const renewed = await mine.auth.refreshSession();
  expect(renewed.data.user?.email).toBe(next);
  expect(renewed.data.user?.new_email).toBeUndefined();
  await expect
    .poll(() => mail.taken.some(({ to, text }) => to.includes(email) && text.includes(`It is now ${next}`)))
    .toBe(true);
});

test('an owner invites by mail', async () => {
  const owner = await signedIn(server.email, server.password);
  const { data } = await owner.auth.getSession();
  const admin = connect(server.url, data.session?.access_token ?? '').auth.admin;
  const email = 'invited@umeed.test';
  const invited = await admin.inviteUserByEmail(email, { data: { full_name: 'Win a prize' } });
  expect([invited.error, invited.data.user?.email]).toEqual([null, email]);
  const { link } = await linkTo(mail, email);
  const letter = mail.taken.find(({ to }) => to.includes(email))?.text ?? '';
  expect(letter).toContain(`${server.email} invites you`);
  expect(letter).not.toContain('prize');
  const theirs = client();
  const { error } = await theirs.auth.verifyOtp({ type: 'invite', token_hash: tokenOf(link) });
  expect(error).toBeNull();
  expect((await theirs.auth.updateUser({ password: 'chosen by the invited' })).error).toBeNull();
  await signedIn(email, 'chosen by the invited');
  expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
});

test('the code flow is refused in clear words', async () => {
  const pkce = createClient(server.url, server.anonKey, {
    auth: { flowType: 'pkce', persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
  const { error } = await pkce.auth.resetPasswordForEmail(await account());
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  expect(error?.message).toContain('implicit');
});

// Last: it looks at what the others left.
test('the log holds no address, no link and no code', async () => {
  const log = server.log();
  expect(log).toContain('a link was sent by mail');
  for (const { to, text } of mail.taken) {
    for (const address of to) expect(log).not.toContain(address);
    const token = text.match(/token(?:_hash)?=([\w-]{20,})/)?.[1];
    if (token) expect(log).not.toContain(token);
  }
});
