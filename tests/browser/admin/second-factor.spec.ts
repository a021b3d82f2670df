// The second factor as people meet it: set up on a phone or a desk, asked for after the password, lost and replaced, demanded of
// owners and for the bank details. On a server of its own, since what is demanded is for the whole site.
import { type Running, start } from '../../server';
import { codeOf, codesOf } from '../../totp';
import { violations } from '../support/axe';
import { desktop, phone } from '../support/site';
import { expect, type Page, test } from '../support/test';
import { told } from './desk';

test.describe.configure({ mode: 'serial', timeout: 150_000 });

let server: Running;
const colleague = { email: 'amina@umeed.test', password: 'a-good-password' };
/** What the owner keeps: the key in the app, and the codes on paper. */
let nextCode: () => Promise<string>;
let codes: string[] = [];

test.beforeAll(async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  await server.command(['staff', 'add', colleague.email], colleague.password);
});
test.afterAll(() => server.stop());

let newPassword = '';
const owner = () => ({ email: server.email, password: newPassword || server.password });

async function givePassword(page: Page, { email, password } = owner()) {
  await page.goto(`${server.url}/admin/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function giveCode(page: Page, code: string) {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function giveRecoveryCode(page: Page) {
  await page.getByRole('button', { name: /use a recovery code/ }).click();
  await page.getByLabel('Recovery code').fill(codes.shift() ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Nothing that axe minds, and nothing that sticks out, on a phone and on a desk. */
async function holdsUp(page: Page, name: string) {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    const folder = process.env.UMEED_SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${size.width}.png`, fullPage: true });
  }
}

/** From the first button to the recovery codes; gives back the key that stands in the app. */
async function setUp(page: Page, name: string): Promise<string> {
  await page.getByLabel('Name of the device').fill(name);
  await page.getByRole('button', { name: 'Next' }).click();
  const picture = page.getByRole('img', { name: 'QR code for the authenticator app' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const key = (await page.locator('[data-secret]').textContent()) ?? '';
  await expect(page.getByRole('link', { name: 'Open the App' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${key.replaceAll(' ', '')}$`),
  );
  return key;
}

async function finish(page: Page, code: string) {
  const field = page.getByLabel('Code', { exact: true });
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await field.fill(code);
  await page.getByRole('button', { name: 'Switch On' }).click();
}

test('an owner sets it up and keeps the recovery codes', async ({ page }) => {
  await givePassword(page);
  await told(page, 'Login Successful');
  await page.goto(`${server.url}/admin/second-factor`);
  await expect(page.getByRole('heading', { name: 'Your second factor is off' })).toBeVisible();
  await holdsUp(page, 'off');
  await page.getByRole('button', { name: 'Set Up' }).click();
  await holdsUp(page, 'name');
  const key = await setUp(page, 'My phone');
  await holdsUp(page, 'scan');
  await finish(page, codeOf(key, 7));
  await expect(page.getByRole('alert').filter({ hasText: 'This code is not right.' })).toBeVisible();
  nextCode = codesOf(key);
  await finish(page, await nextCode());
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused();
  codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  expect(codes[0]).toMatch(/^(\w{4}-){3}\w{4}$/);
  await holdsUp(page, 'codes');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe('recovery-codes.txt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByRole('heading', { name: 'Your second factor is on' })).toBeVisible();
  await expect(page.getByText('10 codes left')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Devices' })).toContainText('My phone');
  await holdsUp(page, 'on');
});

test('after the password the code is asked for, and nothing is shown before', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', response => {
    if (response.status() === 403) refused.push(response.url());
  });
  await givePassword(page);
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
  await expect(page.getByText('Login Successful')).toHaveCount(0);
  await holdsUp(page, 'step');
  await giveCode(page, '000000');
  await expect(page.getByRole('alert').filter({ hasText: 'This code is not right.' })).toBeVisible();
  await holdsUp(page, 'step-wrong');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible();
  expect(refused, 'nothing was asked that could only be refused').toEqual([]);
  await giveCode(page, await nextCode());
  await told(page, 'Login Successful', 'Welcome back!');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});

test('who has not got the phone uses a recovery code, or signs out', async ({ page }) => {
  await givePassword(page);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Staff sign in' })).toBeVisible();
  await givePassword(page);
  await page.getByRole('button', { name: /use a recovery code/ }).click();
  await holdsUp(page, 'step-recovery');
  await page.getByRole('button', { name: 'Use the code of the app' }).click();
  await giveRecoveryCode(page);
  await told(page, 'Login Successful', 'That recovery code is used up. You have 9 codes left.');
  await page.goto(`${server.url}/admin/activity`);
  await expect(page.getByText('a recovery code was used').first()).toBeVisible();
  await expect(page.getByText('a second factor was added').first()).toBeVisible();
});

test('what was typed is still there after the step', async ({ page, browser }) => {
  await givePassword(page);
  await giveRecoveryCode(page);
  await told(page, 'Login Successful');
  // A second device, with which another browser takes the first one away.
  await page.goto(`${server.url}/admin/second-factor`);
  await page.getByRole('button', { name: 'Add a Device' }).click();
  const key = await setUp(page, 'Tablet');
  const tablet = codesOf(key);
  await finish(page, await tablet());
  await expect(page.getByRole('list', { name: 'Devices' })).toContainText('Tablet');
  const elsewhere = await browser.newPage();
  await givePassword(elsewhere);
  await giveRecoveryCode(elsewhere);
  await told(elsewhere, 'Login Successful');

  await page.goto(`${server.url}/admin/manage-homepage`);
  await page.getByLabel('Subheading').fill('Typed before the step');
  await elsewhere.goto(`${server.url}/admin/second-factor`);
  await elsewhere.getByRole('button', { name: 'Remove Tablet' }).click();
  await elsewhere.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await told(elsewhere, 'Device removed');

  // The page may have heard of it already and ask by itself, before anybody can press the button.
  await page.getByText('Save Changes', { exact: true }).first().dispatchEvent('click');
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible();
  await giveRecoveryCode(page);
  await expect(page.getByLabel('Subheading')).toHaveValue('Typed before the step');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await told(page, 'Content saved!');
  await elsewhere.close();
});

test('who lacks one cannot demand it, and is led to where it is set up', async ({ page }) => {
  await givePassword(page, colleague);
  await told(page, 'Login Successful');
  await page.goto(`${server.url}/admin/features`);
  await expect(page.getByText('Before you can demand a second factor of others')).toBeVisible();
  await page.getByRole('switch', { name: 'Bank details need a second factor' }).check();
  await page.getByRole('button', { name: 'Save Features' }).click();
  await told(page, 'Failed to save features', /please set up your own/);
  await holdsUp(page, 'features');
  await page.getByRole('switch', { name: 'Bank details need a second factor' }).uncheck();
  await page.getByRole('link', { name: 'Set up a second factor' }).click();
  await expect(page.getByRole('heading', { name: 'Second Factor', level: 1 })).toBeVisible();
});

test('an owner demands it for the bank details and of owners', async ({ page }) => {
  await givePassword(page);
  await giveRecoveryCode(page);
  await told(page, 'Login Successful');
  await page.goto(`${server.url}/admin/features`);
  await expect(page.getByText('Before you can demand a second factor of others')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Bank details need a second factor' }).check();
  await page.getByRole('button', { name: 'Save Features' }).click();
  await told(page, 'Features saved!');
});

test('the bank details say what they want, and refuse without it', async ({ page }) => {
  await givePassword(page, colleague);
  await told(page, 'Login Successful');
  await page.goto(`${server.url}/admin/manage-donations`);
  await expect(page.getByText('The bank details can only be changed with a second factor')).toBeVisible();
  await holdsUp(page, 'bank-details');
  await page.getByLabel('Bank name').fill('A thief’s bank');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await told(page, 'Failed to save details', /only be changed with a second factor/);
});

test('an owner without one sets it up before anything else', async ({ page, browser }) => {
  const elsewhere = await browser.newPage();
  await givePassword(elsewhere);
  await giveRecoveryCode(elsewhere);
  await told(elsewhere, 'Login Successful');
  await elsewhere.goto(`${server.url}/admin/features`);
  await elsewhere.getByRole('switch', { name: 'Owners need a second factor' }).check();
  await elsewhere.getByRole('button', { name: 'Save Features' }).click();
  await told(elsewhere, 'Features saved!');
  await elsewhere.close();

  await givePassword(page, colleague);
  await expect(page.getByRole('heading', { name: 'Set up a second factor', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
  await holdsUp(page, 'demanded');
  const key = await setUp(page, 'My phone');
  await finish(page, codeOf(key));
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await page.goto(`${server.url}/admin/manage-donations`);
  await page.getByLabel('Bank name').fill('Bank of Hope');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await told(page, 'Donation details saved!');
});

test('a link for a forgotten password asks for the code before the new one', async ({ page }) => {
  const made = await fetch(`${server.url}/auth/v1/admin/generate_link`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${server.serviceKey}` },
    body: JSON.stringify({ type: 'recovery', email: server.email }),
  });
  const { hashed_token } = await made.json();
  await page.goto(`${server.url}/admin/link#token_hash=${hashed_token}&type=recovery`);
  await page.getByRole('main').getByRole('button').first().click();
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible();
  await giveRecoveryCode(page);
  await page.getByLabel('New password').fill('a new and good password');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  newPassword = 'a new and good password';
});

test('it is switched off again', async ({ page }) => {
  await givePassword(page);
  await giveRecoveryCode(page);
  await told(page, 'Login Successful');
  await page.goto(`${server.url}/admin/features`);
  await page.getByRole('switch', { name: 'Owners need a second factor' }).uncheck();
  await page.getByRole('switch', { name: 'Bank details need a second factor' }).uncheck();
  await page.getByRole('button', { name: 'Save Features' }).click();
  await told(page, 'Features saved!');
  await page.goto(`${server.url}/admin/second-factor`);
  await expect(page.getByText('Only a few are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch Off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch Off' }).click();
  await told(page, 'The second factor is off');
  await expect(page.getByRole('heading', { name: 'Your second factor is off' })).toBeVisible();
});
