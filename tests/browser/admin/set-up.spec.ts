// The first start in a browser: the link that the server left for the person who started it, and the page behind it, on a
// phone. Each test has a server of its own, since a site is set up once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Running, start } from '../../server';
import { violations } from '../support/axe';
import { desktop, phone, tablet } from '../support/site';
import { test as base, expect, type Page } from '../support/test';
import { told } from './desk';

const test = base.extend<{ first: { server: Running; link: string } }>({
  first: async ({ page }, use) => {
    const { UMEED_WEB_DIST } = process.env;
    const server = await start({
      UMEED_SAMPLE_CONTENT: 'on',
      UMEED_ADMIN_PASSWORD: '',
      ...(UMEED_WEB_DIST && { UMEED_WEB_DIST }),
    });
    const link = readFileSync(join(server.folder, 'first-password'), 'utf8').split('\n')[2] ?? '';
    await page.setViewportSize(phone);
    await use({ server, link });
    await server.stop();
  },
});
test.use({ timezoneId: 'Asia/Karachi', locale: 'en-GB' });
test.describe.configure({ timeout: 90_000 });

const owner = { email: 'amina@umeed.test', password: 'a few words of mine' };
const picture = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="#0e6b4f"/></svg>',
  ),
};

const go = (page: Page) => page.getByRole('button', { name: 'Set Up the Website' });
const name = (page: Page) => page.getByLabel('Name of the foundation');
const email = (page: Page) => page.getByLabel('Your email address');
const password = (page: Page) => page.getByLabel('Choose a password');

async function fill(page: Page) {
  await name(page).fill('Roshni Trust');
  await email(page).fill(owner.email);
  await password(page).fill(owner.password);
}

/** Nothing that axe minds, and nothing that sticks out, at every width. */
async function holdsUp(page: Page, what: string) {
  for (const size of [desktop, tablet, phone]) {
    await page.setViewportSize(size);
    expect(await violations(page), `${what} at ${size.width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    const folder = process.env.UMEED_SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/${what}-${size.width}.png`, fullPage: true });
  }
}

test('[ASUP-1] a site is set up on a phone, and the person is signed in and told what to do first', async ({
  page,
  first: { server, link },
}) => {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set up your website' })).toBeVisible();
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Karachi');
  await expect(page.getByRole('radio', { name: 'Examples' })).toBeChecked();
  await holdsUp(page, 'set-up');

  await go(page).click();
  await expect(name(page)).toBeFocused();
  await expect(name(page)).toHaveAccessibleDescription(/Please type the name\./);
  await expect(email(page)).toHaveAccessibleDescription(/Please type your address\./);
  await expect(password(page)).toHaveAccessibleDescription(/at least 8 characters/);
  await holdsUp(page, 'set-up-wrong');

  await fill(page);
  await password(page).fill('password1');
  await page.getByLabel('Show the password').check();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByLabel('Logo', { exact: true }).setInputFiles(picture);
  await expect(page.getByRole('img', { name: 'The logo that you chose' })).toBeVisible();
  await go(page).click();
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription(/easy to guess\. Please choose/);
  await expect(name(page)).toHaveValue('Roshni Trust');
  await expect(page.getByRole('img', { name: 'The logo that you chose' })).toBeVisible();

  await password(page).fill(owner.password);
  await holdsUp(page, 'set-up-filled');
  await go(page).click();
  await expect(page).toHaveURL(`${server.url}/admin`);
  await expect(page.getByRole('main').getByText(owner.email)).toBeVisible();
  const steps = page.getByRole('region', { name: 'Your website is set up' });
  await expect(steps.getByRole('heading')).toBeFocused();
  await expect(steps.getByRole('heading')).toBeInViewport();
  await expect(steps.getByRole('link', { name: /Put in your bank details/ })).toContainText(
    'only an example',
  );
  await expect(page.getByText(/You set up this website by the link of the first start/)).toBeVisible();
  await holdsUp(page, 'set-up-dashboard');
  await steps.getByRole('link', { name: /Put in your bank details/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Donation');

  await page.goto(server.url);
  await expect(page).toHaveTitle('Roshni Trust');
  await expect(page.getByRole('banner')).toContainText('Roshni Trust');
  const logo = page.getByRole('banner').locator('[data-logo]');
  await expect(logo).toHaveAttribute('src', /\/logo\/\d+-logo\.svg/);
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await holdsUp(page, 'set-up-gone');
});

test('[ASUP-1] [ASUP-2] without examples the site is empty, its times are in its zone, and what was typed outlives a reload', async ({
  page,
  first: { server, link },
}) => {
  await page.goto(link);
  await fill(page);
  await page.getByRole('radio', { name: 'Empty pages' }).check();
  await page.getByLabel('Time zone').selectOption('Asia/Dubai');
  await page.reload();
  await expect(name(page)).toHaveValue('Roshni Trust');
  await expect(email(page)).toHaveValue(owner.email);
  await expect(page.getByRole('radio', { name: 'Empty pages' })).toBeChecked();
  await expect(password(page), 'a password is kept nowhere').toHaveValue('');
  await password(page).fill(owner.password);
  await go(page).click();
  await expect(page.getByRole('region', { name: 'Your website is set up' })).not.toContainText(
    'only an example',
  );

  // In the zone that was chosen, an hour behind that of this phone.
  const line = page.getByText(/set up this website/);
  await expect(line).toBeVisible();
  const { created_at } = await latest(page, server);
  const there = new Date(new Date(created_at).getTime() + 4 * 3_600_000).toISOString().slice(11, 16);
  await expect(page.getByRole('listitem').filter({ has: line })).toContainText(there);

  await page.goto(`${server.url}/projects`);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);
  await page.goto(`${server.url}/admin/features`);
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Dubai');
  await holdsUp(page, 'set-up-features');
  await page.getByLabel('Time zone').selectOption({ label: 'The one of each person’s device' });
  await page.getByRole('button', { name: 'Save Features' }).click();
  await told(page, 'Features saved!');
});

/** When the site was set up, as the database has it. */
async function latest(page: Page, server: Running): Promise<{ created_at: string }> {
  const key = Object.keys(await page.evaluate(() => ({ ...localStorage }))).find(name =>
    name.startsWith('sb-'),
  );
  const token = await page.evaluate(
    key => JSON.parse(localStorage.getItem(key) ?? '{}').access_token,
    key ?? '',
  );
  const path =
    '/rest/v1/history?select=created_at&table_name=eq.accounts&verb=eq.update&order=id.desc&limit=1';
  const answer = await page.request.get(server.url + path, {
    headers: { apikey: server.anonKey, Authorization: `Bearer ${token}` },
  });
  return (await answer.json())[0];
}

test('an answer that gets lost on its way does not keep anybody out, and a link that is cut short says so', async ({
  page,
  first: { server, link },
}) => {
  await page.goto(link);
  await fill(page);
  await page.route('**/rest/v1/rpc/set_up', async route => {
    await route.fetch();
    await route.abort();
  });
  await go(page).click();
  await told(page, 'The website was not set up');
  await expect(name(page)).toHaveValue('Roshni Trust');
  await expect(password(page)).toHaveValue(owner.password);
  await page.unroute('**/rest/v1/rpc/set_up');
  await go(page).click();
  await expect(page).toHaveURL(`${server.url}/admin`);
  await expect(page.getByRole('region', { name: 'Your website is set up' })).toBeVisible();

  await page.goto(`${server.url}/admin/set-up`);
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
  await holdsUp(page, 'set-up-incomplete');
});
