// One's own account: name, address, password, and the devices on which one is signed in. On a server of its own without mail,
// since it changes how somebody signs in.
import { type Running, start } from '../../server';
import { violations } from '../support/axe';
import { desktop, notice, phone } from '../support/site';
import { type Browser, expect, type Page, test } from '../support/test';
import { signInAt, told } from './desk';

test.describe.configure({ mode: 'serial', timeout: 60_000 });

let server: Running;
const sana = { email: 'sana@umeed.test', password: 'a-good-password' };

test.beforeAll(async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  await server.command(['staff', 'add', sana.email, '--role', 'editor'], sana.password);
});
test.afterAll(() => server.stop());

async function signIn(page: Page, who = sana) {
  await signInAt(server.url, page, who);
  await told(page, 'Login Successful');
}

async function elsewhere(browser: Browser) {
  const page = await (await browser.newContext()).newPage();
  await signIn(page);
  return page;
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('the address at the foot of the menu leads there, on a phone and on a desk', async ({ page }) => {
  await signIn(page);
  await page.getByRole('link', { name: `My account: ${sana.email}` }).click();
  await expect(page).toHaveURL(`${server.url}/admin/account`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account');
  await expect(part(page, 'Where you are signed in')).toContainText('Chrome on Linux');
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  }
  await page.setViewportSize(phone);
  await page.goto(`${server.url}/admin`);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^My account/ })
    .click();
  await expect(page).toHaveURL(`${server.url}/admin/account`);
});

test('a name is saved, shown to owners, and taken away again', async ({ page, browser }) => {
  await signIn(page);
  await page.goto(`${server.url}/admin/account`);
  await page.getByRole('textbox', { name: 'Your name' }).fill('  Sana Bibi ');
  await page.getByRole('button', { name: 'Save Name' }).click();
  await told(page, 'Name saved');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Sana Bibi');
  const owner = await (await browser.newContext()).newPage();
  await signIn(owner, server);
  await owner.goto(`${server.url}/admin/accounts`);
  await expect(owner.locator(`[data-account="${sana.email}"]`)).toContainText('Sana Bibi');
  await owner.context().close();
  await page.getByRole('textbox', { name: 'Your name' }).fill('');
  await page.getByRole('button', { name: 'Save Name' }).click();
  await told(page, 'Name saved');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('');
});

test('devices are signed out one by one, or all others at once', async ({ page, browser }) => {
  const one = await elsewhere(browser);
  const two = await elsewhere(browser);
  await signIn(page);
  await page.goto(`${server.url}/admin/account`);
  const devices = part(page, 'Where you are signed in').getByRole('listitem');
  await expect(devices.first()).toContainText('This device');
  const before = await devices.count();
  await devices.nth(1).getByRole('button', { name: 'Sign Out: Chrome on Linux' }).click();
  await told(page, 'Signed out: Chrome on Linux');
  await expect(devices).toHaveCount(before - 1);
  await page.getByRole('button', { name: 'Sign Out All Others' }).click();
  await told(page, 'All other devices are signed out');
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign Out All Others' })).toHaveCount(0);
  for (const other of [one, two]) {
    // They notice when they come back to the tab.
    await other.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(other).toHaveURL(/\/admin\/login$/);
    await other.context().close();
  }
  // Here only: another device stays.
  const stays = await elsewhere(browser);
  await page.getByRole('button', { name: 'Sign Out Here' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await stays.goto(`${server.url}/admin/account`);
  await expect(part(stays, 'Where you are signed in').getByRole('listitem')).toHaveCount(1);
  await stays.context().close();
});

test('a new password: rules are said, other devices are out, and it is the one that counts', async ({
  page,
  browser,
}) => {
  const other = await elsewhere(browser);
  await signIn(page);
  await page.goto(`${server.url}/admin/account`);
  const form = part(page, 'Password');
  await expect(form).toContainText('At least 8 characters.');
  await form.getByLabel('Old password').fill(sana.password);
  await form.getByLabel('New password').fill('password123');
  await form.getByRole('button', { name: 'Change Password' }).click();
  await told(page, 'The password was not changed', /easy to guess/);
  await form.getByLabel('New password').fill(sana.password);
  await form.getByRole('button', { name: 'Change Password' }).click();
  await told(page, 'The password was not changed', /the password you have now/);
  await form.getByLabel('New password').fill('rain over the wheat');
  await form.getByRole('button', { name: 'Show password' }).click();
  await expect(form.getByLabel('New password')).toHaveAttribute('type', 'text');
  await form.getByRole('button', { name: 'Change Password' }).click();
  await told(page, 'Password changed', 'All your other devices are signed out.');
  await expect(form.getByLabel('Old password')).toHaveValue('');
  await other.goto(`${server.url}/admin/manage-projects`);
  await expect(other).toHaveURL(/\/admin\/login$/);
  sana.password = 'rain over the wheat';
  await signIn(other);
  await other.context().close();
});

async function changeAddress(page: Page) {
  await part(page, 'Email address').getByRole('button', { name: 'Change Address' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change Address' }).click();
}

test('a new address counts at once where no mail is sent', async ({ page }) => {
  await signIn(page);
  await page.goto(`${server.url}/admin/account`);
  const form = part(page, 'Email address');
  await form.getByLabel('New address').fill('sana@umeed');
  await form.getByRole('button', { name: 'Change Address' }).click();
  await told(page, 'The address was not changed', /a dot after the @/);
  await form.getByLabel('New address').fill(server.email);
  await changeAddress(page);
  await told(page, 'The address was not changed', 'There is already an account with this address.');
  await form.getByLabel('New address').fill('Sana.Bibi@umeed.test');
  await changeAddress(page);
  await told(page, 'Address changed', /^You now sign in with sana\.bibi@umeed\.test\./);
  await expect(form).toContainText('sana.bibi@umeed.test');
  await expect(page.getByRole('link', { name: 'My account: sana.bibi@umeed.test' })).toBeVisible();
  sana.email = 'sana.bibi@umeed.test';
});

test('an address that waits to be confirmed is said', async ({ page }) => {
  await signIn(page);
  await page.route('**/auth/v1/user', async route => {
    const answer = await route.fetch();
    const json = { ...(await answer.json()), new_email: 'new@umeed.test', email: sana.email };
    return route.fulfill({ response: answer, json });
  });
  await page.goto(`${server.url}/admin/account`);
  const form = part(page, 'Email address');
  await form.getByLabel('New address').fill(sana.email);
  await changeAddress(page);
  await told(page, 'Please confirm the new address', /the mail that we sent to new@umeed\.test/);
  await expect(form.locator('[data-new-email]')).toContainText('new@umeed.test');
  expect(await violations(page)).toEqual([]);
});

test('without a connection the failure is told, and what was typed stays', async ({ page }) => {
  await signIn(page);
  await page.goto(`${server.url}/admin/account`);
  await page.route('**/auth/v1/user', route => route.abort());
  await page.getByRole('textbox', { name: 'Your name' }).fill('Typed offline');
  await page.getByRole('button', { name: 'Save Name' }).click();
  await expect(notice(page)).toContainText('The name was not saved');
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Typed offline');
});
