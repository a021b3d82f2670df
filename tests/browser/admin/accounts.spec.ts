// The accounts of everyone, for owners: who is there, inviting, roles, signing out, removing. On a server of its own without
// mail, since accounts are for the whole site.
import { type Running, start } from '../../server';
import { violations } from '../support/axe';
import { overflow, speakPseudo, untranslated } from '../support/pseudo';
import { desktop, notice, phone } from '../support/site';
import { type Browser, expect, type Page, test } from '../support/test';
import { signInAt, told } from './desk';

test.describe.configure({ mode: 'serial', timeout: 60_000 });

let server: Running;
const editor = { email: 'editor@umeed.test', password: 'a-good-password' };

test.beforeAll(async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  await server.command(['staff', 'add', editor.email, '--role', 'editor'], editor.password);
});
test.afterAll(() => server.stop());

async function signIn(page: Page, who = server as { email: string; password: string }) {
  await signInAt(server.url, page, who);
  await told(page, 'Login Successful');
}

/** Somebody at another device. */
async function elsewhere(browser: Browser, who: { email: string; password: string }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

async function openAccounts(page: Page) {
  await page.goto(`${server.url}/admin/accounts`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accounts');
}

const item = (page: Page, email: string) => page.locator(`[data-account="${email}"]`);
const open = (page: Page, email: string) => item(page, email).getByRole('button').first().click();

/** Nothing that axe minds, and nothing that sticks out, on a phone and on a desk. */
async function holdsUp(page: Page) {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  }
}

/** As if the owner had signed in long ago: a session that is old to the server. */
async function refuseOnce(page: Page, path: string | RegExp) {
  let refusals = 0;
  await page.route(path, route => {
    refusals += 1;
    return refusals > 1
      ? route.fallback()
      : route.fulfill({
          status: 400,
          headers: { 'x-supabase-api-version': '2024-01-01' },
          json: { code: 'reauthentication_needed', message: 'Account update requires reauthentication' },
        });
  });
}

test('an owner sees everybody, and where they are signed in', async ({ page, browser }) => {
  const other = await elsewhere(browser, editor);
  await signIn(page);
  await page.goto(`${server.url}/admin/manage-settings`);
  const more = page.getByRole('navigation', { name: 'More settings' });
  await more.getByRole('link', { name: /^Accounts/ }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 accounts' })).toBeVisible();
  await expect(item(page, server.email)).toContainText('You');
  await expect(item(page, server.email)).toContainText('Owner');
  await expect(item(page, editor.email)).toContainText('Editor');
  await expect(item(page, editor.email)).toContainText(/Last signed in today at \d\d:\d\d · 1 device/);
  await open(page, editor.email);
  await expect(item(page, editor.email)).toContainText(/Chrome on Linux, last used today at/);
  await expect(item(page, editor.email)).toContainText('Second factor');
  await open(page, server.email);
  await expect(item(page, server.email)).toContainText('The only owner.');
  await expect(item(page, server.email).getByRole('combobox')).toBeDisabled();
  await expect(item(page, server.email).getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await holdsUp(page);
  await other.context().close();
});

test('somebody is invited by a link that is handed over, and a new one until they have come', async ({
  page,
  browser,
}) => {
  await signIn(page);
  await openAccounts(page);
  await page.getByRole('button', { name: 'Invite Somebody' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByRole('radio', { name: /^Editor/ })).toBeChecked();
  await holdsUp(page);
  await page.getByLabel('Email').fill('Sana@umeed.test');
  await page.getByLabel('Name', { exact: true }).fill('ثناء');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = page.getByRole('region', { name: 'Link' });
  await expect(link).toBeFocused();
  await expect(link).toContainText('Give this link to ثناء.');
  const address = await link.getByRole('textbox').inputValue();
  expect(address).toMatch(new RegExp(`^${server.url}/admin/link#token_hash=[\\w-]{40,}&type=invite$`));
  await expect(link.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/?text=${encodeURIComponent(`You are invited to look after our website. Choose your password here: ${address}`)}`,
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await link.getByRole('button', { name: 'Copy Link' }).click();
  await told(page, 'Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await holdsUp(page);
  await link.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Invite Somebody' })).toBeFocused();

  await expect(item(page, 'sana@umeed.test')).toContainText('Invited, not here yet');
  await open(page, 'sana@umeed.test');
  await item(page, 'sana@umeed.test').getByRole('button', { name: 'New Invitation Link' }).click();
  const second = await item(page, 'sana@umeed.test').getByRole('textbox').inputValue();
  expect(second).not.toBe(address);

  // The person comes, by the wire: the page behind the link is tested where it is made.
  const verify = (link: string) =>
    page.request.post(`${server.url}/auth/v1/verify`, {
      headers: { apikey: server.anonKey },
      data: {
        type: 'invite',
        token_hash: new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash'),
      },
    });
  expect((await verify(address)).status()).toBe(403);
  const session = await (await verify(second)).json();
  expect(session.user).toMatchObject({
    app_metadata: { role: 'editor' },
    user_metadata: { full_name: 'ثناء' },
  });
  await page.reload();
  await expect(item(page, 'sana@umeed.test')).toContainText(/Last signed in today/);
  await open(page, 'sana@umeed.test');
  await expect(
    item(page, 'sana@umeed.test').getByRole('button', { name: 'Link for a New Password' }),
  ).toBeVisible();
  await expect(
    item(page, 'sana@umeed.test').getByRole('button', { name: 'New Invitation Link' }),
  ).toHaveCount(0);

  await page.getByRole('button', { name: 'Invite Somebody' }).click();
  await page.getByLabel('Email').fill('sana@umeed.test');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await told(page, 'Nobody was invited', 'There is already an account with this address.');
  await expect(page.getByLabel('Email')).toHaveValue('sana@umeed.test');
  await browser.contexts().at(-1)?.clearPermissions();
});

test('who was given a password and has not come gets a link for another', async ({ page }) => {
  await server.command(['staff', 'add', 'given@umeed.test', '--role', 'editor'], 'a-good-password');
  await signIn(page);
  await openAccounts(page);
  await expect(item(page, 'given@umeed.test')).toContainText('Invited, not here yet');
  await open(page, 'given@umeed.test');
  await item(page, 'given@umeed.test').getByRole('button', { name: 'New Invitation Link' }).click();
  const link = item(page, 'given@umeed.test').getByRole('region', { name: 'Link' });
  await expect(link).toContainText('With it they choose a new password.');
  await expect(link.getByRole('textbox')).toHaveValue(/&type=recovery$/);
});

test('an old sign-in asks for the password in place; nothing on the screen is lost', async ({ page }) => {
  await signIn(page);
  await openAccounts(page);
  const sessions = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('sb-127-auth-token') ?? '{}').access_token);
  const before = await sessions();
  await page.getByRole('button', { name: 'Invite Somebody' }).click();
  await page.getByLabel('Email').fill('late@umeed.test');
  await page.getByRole('radio', { name: /^Owner/ }).check();
  await refuseOnce(page, /generate_link/);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
  await expect(dialog).toContainText(server.email);
  await holdsUp(page);
  await dialog.getByLabel('Password').fill('not the right one');
  await dialog.getByRole('button', { name: 'Go On' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The password is not right.');
  await dialog.getByLabel('Password').fill(server.password);
  await dialog.getByRole('button', { name: 'Go On' }).click();
  await expect(page.getByRole('region', { name: 'Link' })).toContainText('late@umeed.test');
  await expect(notice(page)).toHaveCount(0);
  expect(await sessions()).not.toBe(before);
  const old = await page.request.get(`${server.url}/auth/v1/user`, {
    headers: { apikey: server.anonKey, Authorization: `Bearer ${before}` },
  });
  expect(old.status(), 'the session before has ended').toBe(403);

  await page.unrouteAll();
  await open(page, 'late@umeed.test');
  await refuseOnce(page, /admin\/users\//);
  await item(page, 'late@umeed.test').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice(page)).toHaveCount(0);
  await expect(item(page, 'late@umeed.test')).toBeVisible();
});

test('a role is changed, and the one it is about notices without signing in again', async ({
  page,
  browser,
}) => {
  const other = await elsewhere(browser, editor);
  await other.goto(`${server.url}/admin/accounts`);
  await expect(other.getByText('Only an owner of this website can see its accounts.')).toBeVisible();
  await signIn(page);
  await openAccounts(page);
  await open(page, editor.email);
  const role = page.getByRole('combobox', { name: `Role of ${editor.email}` });
  await role.selectOption('owner');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Owners change everything: also accounts');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(role).toHaveValue('editor');
  await role.selectOption('owner');
  await question.getByRole('button', { name: 'Make Owner' }).click();
  await told(page, `${editor.email} is now an owner`);
  // They come back to their tab.
  await other.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(other.getByRole('status').filter({ hasText: 'accounts' })).toBeVisible();
  await expect(item(other, server.email)).toBeVisible();

  // And are an editor again: the next thing that is refused says so.
  await role.selectOption('editor');
  await question.getByRole('button', { name: 'Make Editor' }).click();
  await told(page, `${editor.email} is now an editor`);
  await other.clock.install();
  await other.clock.fastForward(16_000);
  await other.getByRole('button', { name: 'Invite Somebody' }).click();
  await other.getByLabel('Email').fill('x@umeed.test');
  await other.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(other.getByText('Only an owner of this website can see its accounts.')).toBeVisible();
  await other.context().close();
});

test('somebody is signed out everywhere, and removed; the activity tells both', async ({ page, browser }) => {
  const other = await elsewhere(browser, editor);
  await signIn(page);
  await openAccounts(page);
  await open(page, editor.email);
  await item(page, editor.email).getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await told(page, `${editor.email} is signed out everywhere`);
  await expect(item(page, editor.email)).toContainText('Not signed in anywhere');
  await other.goto(`${server.url}/admin/manage-projects`);
  await expect(other).toHaveURL(/\/admin\/login$/);

  await item(page, editor.email)
    .getByRole('button', { name: /^Remove/ })
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('What they have done stays, also in the activity.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(item(page, editor.email)).toBeVisible();
  await item(page, editor.email)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await told(page, `${editor.email} was removed`);
  await expect(item(page, editor.email)).toHaveCount(0);
  await page.goto(`${server.url}/admin/activity`);
  await expect(page.getByText(`You signed ${editor.email} out everywhere`)).toBeVisible();
  await expect(page.getByText(`You removed the account ${editor.email}`)).toBeVisible();
  await other.context().close();
});

test('the accounts, an invitation and the question for the password in another language', async ({
  page,
}) => {
  await signIn(page);
  await speakPseudo(page);
  const check = async () => {
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      expect.soft(await untranslated(page)).toEqual([]);
      expect.soft(await overflow(page)).toBeLessThanOrEqual(0);
    }
  };
  await page.goto(`${server.url}/admin/accounts`);
  for (const email of [server.email, 'sana@umeed.test']) await open(page, email);
  await page.locator('[data-invite]').click();
  await check();
  await page.locator('[name=email]').fill('zainab@umeed.test');
  await page.locator('form [type=submit]').click();
  await expect(page.locator('[data-link]')).toBeVisible();
  await check();
  await page.goto(`${server.url}/admin/account`);
  await expect(page.locator('main li').first()).toBeVisible();
  await check();
  await page.route(/auth\/v1\/user/, route =>
    route.fulfill({
      status: 400,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'reauthentication_needed', message: '۔' },
    }),
  );
  await page.locator('form [type=submit]').first().click();
  await expect(page.locator('dialog')).toBeVisible();
  await check();
});

test('200 accounts are quick to open and to search', async ({ page }) => {
  const headers = { apikey: server.anonKey, Authorization: `Bearer ${server.serviceKey}` };
  for (let ten = 0; ten < 20; ten += 1)
    await Promise.all(
      Array.from({ length: 10 }, (_, one) =>
        page.request.post(`${server.url}/auth/v1/admin/users`, {
          headers,
          data: { email: `member-${ten * 10 + one}@umeed.test`, app_metadata: { role: 'editor' } },
        }),
      ),
    );
  await signIn(page);
  const began = Date.now();
  await openAccounts(page);
  await expect(page.locator('[data-account]')).toHaveCount(20);
  expect(Date.now() - began).toBeLessThan(4_000);
  await expect(page.getByRole('button', { name: /^Show more/ })).toBeVisible();
  await page.getByLabel('Search accounts').fill('member-137');
  await expect(page.locator('[data-account]')).toHaveCount(1);
  await page.getByLabel('Search accounts').fill('nobody like that');
  await expect(page.getByText('Nobody was found for “nobody like that”.')).toBeVisible();
  await holdsUp(page);
});
