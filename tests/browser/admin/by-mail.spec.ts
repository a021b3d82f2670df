// Links and codes by mail in a browser: a forgotten password, signing in without one, an invitation, a new address. On a
// server of its own, with a real mail server. Where there is no mail, the spec's notice stays (entry.spec.ts).
import { createRequire } from 'node:module';
import { createClient } from '@supabase/supabase-js';
import ws from 'ws';
import { linkTo, type MailServer, mailServer } from '../../mail';
import { itself, type Running, start } from '../../server';
import { violations } from '../support/axe';
import { overflow, speakPseudo, untranslated } from '../support/pseudo';
import { desktop, notice, phone } from '../support/site';
import { expect, type Page, test } from '../support/test';
import { told } from './desk';

test.describe.configure({ mode: 'serial', timeout: 60_000 });

let server: Running;
let mail: MailServer;
const password = 'a-good-password';
/** The official client as pages load it by a script tag. */
const umd = '@supabase/supabase-js/dist/umd/supabase.js';
const people = ['amina', 'bilal', 'chand', 'dania', 'ejaz', 'fatima'].map(name => `${name}@umeed.test`);
const [amina = '', bilal = '', chand = '', dania = '', ejaz = '', fatima = ''] = people;

test.beforeAll(async () => {
  mail = await mailServer({ encryption: 'none' });
  server = await start({
    UMEED_SAMPLE_CONTENT: 'on',
    UMEED_SMTP: `smtp://localhost:${mail.port}`,
    UMEED_MAIL_FROM: 'office@umeed.example',
    UMEED_PUBLIC_URL: itself,
  });
  for (const email of people) await server.command(['staff', 'add', email, '--role', 'editor'], password);
});
test.afterAll(async () => {
  await server.stop();
  await mail.stop();
});

/** Nothing that axe minds, and nothing that sticks out, on a phone and on a desk. */
async function holdsUp(page: Page, name: string) {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    expect(await violations(page), name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    await page.screenshot({ path: test.info().outputPath(`${name}-${size.width}.png`) });
  }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function forgot(page: Page, email: string) {
  await page.goto(`${server.url}/admin/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(heading(page)).toHaveText('Forgot your password?');
}

function client(key = server.anonKey) {
  return createClient(server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
}

test('a forgotten password: ask, open the link, choose another', async ({ page }) => {
  await forgot(page, amina);
  await expect(page.getByLabel('Email'), 'what was typed is kept').toHaveValue(amina);
  await holdsUp(page, 'forgot');
  await page.getByRole('button', { name: 'Send the Link' }).click();
  await expect(heading(page)).toHaveText('Check your mail');
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText(`If there is an account for ${amina}, a mail is on its way.`)).toBeVisible();
  await holdsUp(page, 'sent');
  // On a small phone the browser may have been put away for the mail program.
  await page.reload();
  await expect(heading(page)).toHaveText('Check your mail');
  await page.getByRole('button', { name: 'Send Another Mail' }).click();
  await told(page, 'The mail was not sent', /a short while ago.*You can ask again in \d+ seconds/);

  const { link } = await linkTo(mail, amina);
  const asked: string[] = [];
  page.on('request', request => asked.push(`${request.method()} ${request.url()}`));
  for (let looks = 0; looks < 2; looks++) {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(heading(page)).toHaveText('Choose a new password');
  }
  expect(asked.filter(line => line.includes('/verify') || line.includes('token_hash'))).toEqual([]);
  await holdsUp(page, 'link');
  await page.getByRole('button', { name: 'Choose a New Password' }).click();
  await expect(page).toHaveURL(`${server.url}/admin/new-password`);
  await expect(page.getByText('At least 8 characters')).toBeVisible();
  await holdsUp(page, 'new-password');
  const field = page.getByLabel('New password', { exact: true });
  await field.fill('password1');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await told(page, 'The password was not saved', /easy to guess/);
  await field.fill('chosen anew today');
  await page.getByLabel('Show the password').check();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await told(page, 'Password saved!');
  await expect(page).toHaveURL(`${server.url}/admin`);
  await expect(heading(page)).toHaveText('Dashboard');
  expect((await client().auth.signInWithPassword({ email: amina, password })).error?.code).toBe(
    'invalid_credentials',
  );

  await page.goto(link);
  await page.getByRole('button', { name: 'Choose a New Password' }).click();
  await expect(heading(page)).toHaveText('This link no longer works');
  await expect(page, 'nothing of it stays in the address').toHaveURL(`${server.url}/admin/link`);
  await holdsUp(page, 'old');
  await page.getByRole('link', { name: 'You are signed in' }).click();
  await expect(heading(page)).toHaveText('Dashboard');
});

test('an unknown address gets the same words, and no mail', async ({ page }) => {
  await forgot(page, 'nobody@umeed.test');
  await page.getByRole('button', { name: 'Send the Link' }).click();
  await expect(heading(page)).toHaveText('Check your mail');
  expect(mail.taken.filter(({ to }) => to.includes('nobody@umeed.test'))).toEqual([]);
});

test('one signs in without a password, by the code of a mail that was opened elsewhere', async ({ page }) => {
  await forgot(page, bilal);
  await page.getByRole('link', { name: 'Sign in with a link instead' }).click();
  await expect(heading(page)).toHaveText('Sign in with a link');
  await holdsUp(page, 'sign-in-link');
  await page.getByRole('button', { name: 'Send the Link' }).click();
  const { link, code } = await linkTo(mail, bilal);
  expect(link).toContain('type=magiclink');
  const digits = page.getByLabel('Six digits');
  await digits.fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await told(page, 'The code is wrong or has expired');
  await digits.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await told(page, 'Login Successful', 'Welcome back!');
  await expect(page).toHaveURL(`${server.url}/admin`);
});

test('a code also leads to a new password, and a link signs in', async ({ page, browser }) => {
  await forgot(page, chand);
  await page.getByRole('button', { name: 'Send the Link' }).click();
  const { code } = await linkTo(mail, chand);
  await page.getByLabel('Six digits').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${server.url}/admin/new-password`);

  expect((await client().auth.signInWithOtp({ email: dania })).error).toBeNull();
  const other = await browser.newPage();
  await other.goto((await linkTo(mail, dania)).link);
  await other.getByRole('button', { name: 'Sign In' }).click();
  await expect(other).toHaveURL(`${server.url}/admin`);
  await expect(heading(other)).toHaveText('Dashboard');
  await other.close();
});

test('who is invited accepts, chooses a password and is in', async ({ page }) => {
  const email = 'invited@umeed.test';
  const { error } = await client(server.serviceKey).auth.admin.inviteUserByEmail(email);
  expect(error).toBeNull();
  await page.goto((await linkTo(mail, email)).link);
  await expect(heading(page)).toHaveText('Welcome');
  await holdsUp(page, 'invite');
  await page.getByRole('button', { name: 'Accept the Invitation' }).click();
  await expect(page.getByText(`For ${email}.`)).toBeVisible();
  // The link is used up: without a password they could never come back.
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  await page.goto(`${server.url}/admin`);
  await page.getByLabel('New password', { exact: true }).fill('chosen by the invited');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await told(page, 'Password saved!');
  await expect(heading(page)).toHaveText('Dashboard');
  // Another account's link in the same browser says whom it would sign out.
  await client().auth.resetPasswordForEmail(ejaz);
  await page.goto((await linkTo(mail, ejaz)).link);
  await expect(page.getByText(`You are signed in here as ${email}.`)).toBeVisible();
});

test('a new address is confirmed, on any device', async ({ page }) => {
  const mine = client();
  expect((await mine.auth.signInWithPassword({ email: ejaz, password })).error).toBeNull();
  expect((await mine.auth.updateUser({ email: 'ejaz.new@umeed.test' })).data.user?.email).toBe(ejaz);
  await page.goto((await linkTo(mail, 'ejaz.new@umeed.test')).link);
  await expect(heading(page)).toHaveText('Confirm your new address');
  await page.getByRole('button', { name: 'Confirm the Address' }).click();
  await expect(heading(page)).toHaveText('Your new address is confirmed');
  await holdsUp(page, 'confirmed');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${server.url}/admin/login`);
  expect((await mine.auth.getUser()).data.user?.email).toBe('ejaz.new@umeed.test');
});

test('a page of another program that uses the official client hears of the recovery', async ({ browser }) => {
  const page = await browser.newPage({ bypassCSP: true });
  const redirectTo = `${server.url}/about`;
  expect((await client().auth.resetPasswordForEmail(fatima, { redirectTo })).error).toBeNull();
  await page.goto((await linkTo(mail, fatima)).link);
  await expect(page).toHaveURL(/\/about#access_token=.*type=recovery$/);
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve(umd) });
  const heard = await page.evaluate(
    ([url, key]) =>
      new Promise<string[]>(done => {
        // biome-ignore lint/suspicious/noExplicitAny: the script that was added
        const { auth } = (window as any).supabase.createClient(url, key);
        auth.onAuthStateChange((event: string, session: { user: { email: string } } | null) => {
          if (event !== 'INITIAL_SESSION') done([event, session?.user.email ?? '', location.hash]);
        });
      }),
    [server.url, server.anonKey] as const,
  );
  expect(heard.slice(0, 2)).toEqual(['PASSWORD_RECOVERY', fatima]);
  await page.close();
});

test('a link that was cut off, or leads nowhere, says so; a dead connection keeps it', async ({ page }) => {
  await page.goto(`${server.url}/admin/link#token_hash=abc`);
  await expect(heading(page)).toHaveText('This link is not complete');
  await page.goto('about:blank');
  await page.goto(`${server.url}/admin/link#token_hash=abc&type=magiclink`);
  await page.route('**/auth/v1/verify', route => route.abort());
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(notice(page)).toContainText('That did not work');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(heading(page)).toHaveText('This link no longer works');
  await page.getByRole('button', { name: 'Send Me a New Link' }).click();
  await expect(heading(page)).toHaveText('Sign in with a link');
});

test('in another language, from right to left', async ({ page }) => {
  await speakPseudo(page);
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    for (const path of ['forgot-password', 'sign-in-link', 'link#token_hash=a&type=invite', 'link']) {
      await page.goto('about:blank');
      await page.goto(`${server.url}/admin/${path}`);
      await expect(heading(page)).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      expect.soft(await untranslated(page), path).toEqual([]);
      expect.soft(await overflow(page), path).toBeLessThanOrEqual(0);
    }
  }
  await page.goto(`${server.url}/admin/forgot-password`);
  await page.locator('#email').fill('a@umeed.test');
  await page.locator('button[type=submit]').click();
  await expect(page.locator('#code')).toBeVisible();
  expect(await untranslated(page)).toEqual([]);
});
