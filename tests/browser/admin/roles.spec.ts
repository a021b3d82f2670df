// An editor works on everything but what only owners change; that is shown, with the reason why it cannot be changed. On a
// server of its own, since it adds an account.
import { type Running, start } from '../../server';
import { violations } from '../support/axe';
import { expect, type Page, test } from '../support/test';
import { screenPaths, signInAt, told } from './desk';

let server: Running;
const editor = { email: 'editor@umeed.test', password: 'a-good-password' };

test.beforeAll(async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  const added = await server.command(['staff', 'add', editor.email, '--role', 'editor'], editor.password);
  expect(added.code, added.stderr).toBe(0);
});
test.afterAll(() => server.stop());

async function signIn(page: Page, who: typeof editor) {
  await signInAt(server.url, page, who);
  await told(page, 'Login Successful');
}

test('[ADON-1] an editor sees the bank details, and why they cannot be changed', async ({ page }) => {
  await signIn(page, editor);
  await page.goto(`${server.url}/admin/manage-donations`);
  await expect(page.getByText(/^Only an owner of this website can change these details/)).toBeVisible();
  await expect(page.getByLabel('Bank name')).toHaveValue('Sample Bank Limited');
  for (const field of await page.getByRole('main').locator('input, textarea').all())
    await expect(field).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test('[ADM-3] an editor finds every screen, and saves the others', async ({ page }) => {
  await signIn(page, editor);
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  await expect(links).toHaveCount(screenPaths.length);
  await page.goto(`${server.url}/admin/manage-homepage`);
  await page.getByLabel('Heading', { exact: true }).fill('Written by an editor');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await told(page, 'Content saved!');
});

test('[ADON-1] an owner changes the bank details as ever', async ({ page }) => {
  await signIn(page, server);
  await page.goto(`${server.url}/admin/manage-donations`);
  await expect(page.getByText(/^Only an owner/)).toHaveCount(0);
  await page.getByLabel('Bank name').fill('Bank of Hope');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await told(page, 'Donation details saved!');
});

test('an editor sees who changed the bank details and what, and cannot restore a version', async ({
  page,
}) => {
  await signIn(page, server);
  await page.goto(`${server.url}/admin/manage-donations`);
  await page.getByLabel('Account number', { exact: true }).fill('0303-CHANGED');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await told(page, 'Donation details saved!');
  await page.evaluate(() => localStorage.clear());
  await signIn(page, editor);
  await page.goto(`${server.url}/admin/manage-donations`);
  const latest = page.getByRole('region', { name: 'Latest changes' });
  await expect(latest.getByRole('listitem').first()).toContainText(`Changed by ${server.email}, today at`);
  await expect(latest.getByRole('listitem').first()).toContainText('0303-CHANGED');
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toContainText('0303-CHANGED');
  await expect(history.getByRole('button', { name: 'Restore this version' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  // What an editor may write can be restored by one.
  await page.goto(`${server.url}/admin/manage-homepage`);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(history.getByRole('listitem').last()).toContainText('Added by the server itself');
});
