// A slow connection: the page is there and its app is not. Nothing a visitor does meanwhile is lost, and an app that
// does not come is said so.
import { randomUUID } from 'node:crypto';
import { gate, hydrated, notice, phone } from './support/site';
import { staff, sure } from './support/staff';
import { expect, type Page, test } from './support/test';

test.use({ fresh: true });

const app = '**/assets/entry-client-*.js';

/** The page as it is while the app is on its way; answers how to let it come. */
async function early(page: Page, path: string) {
  const coming = gate();
  await page.route(app, async route => {
    await coming.opened;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/start/.test(name)),
  );
  return async () => {
    coming.open();
    await hydrated(page);
  };
}

test.describe('on a small screen', () => {
  test.use({ viewport: phone });

  test('[HDR-3] the menu opens at the first tap, and stays open when the app has come', async ({ page }) => {
    const arrive = await early(page, '/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const team = menu.getByRole('link', { name: 'Our Team' });
    const footprint = menu.getByRole('link', { name: 'Our Footprint' });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    await menu.getByRole('button', { name: 'About Us' }).click();
    await expect(team).toBeVisible();
    await menu.getByRole('button', { name: 'Our Work' }).click();
    await expect(footprint).toBeVisible();
    await expect(team).toBeHidden();
    await arrive();
    await expect(page.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true');
    await expect(menu).toBeVisible();
    await expect(footprint).toBeVisible();
    await expect(team).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.locator('body')).toHaveCSS('overflow', 'visible');
  });

  test('[HDR-3] a menu opened and closed before the app has come is closed', async ({ page }) => {
    const arrive = await early(page, '/');
    const button = page.locator('[aria-controls="menu"]');
    await button.click();
    await button.click();
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden();
    await arrive();
    await expect(button).toHaveAccessibleName('Open menu');
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden();
  });
});

test('[VOL-2] a form sent too early says that it waits, and is sent when the app has come', async ({
  page,
}) => {
  const name = `Early ${randomUUID()}`;
  const arrive = await early(page, '/volunteer');
  const form = page.getByRole('form', { name: 'Volunteer application' });
  await form.getByLabel('Full name').fill(name);
  await form.getByLabel('City').fill('Faisalabad');
  await form.getByLabel('Phone').fill('0300 0000000');
  await expect(form.getByText('this form is still loading')).toBeHidden();
  await form.getByRole('button').click();
  await expect(form.getByText('this form is still loading')).toBeVisible();
  await arrive();
  await expect(notice(page)).toContainText('Thank You!');
  await expect(page).toHaveURL('/volunteer');
  await expect(form.getByText('this form is still loading')).toBeHidden();
  const client = await staff();
  expect(sure(await client.from('volunteers').delete().eq('name', name).select('id'))).toHaveLength(1);
});

test('[BLOG-2] a button pressed too early answers when the app has come', async ({ page }) => {
  const arrive = await early(page, '/blog');
  await page.getByRole('button', { name: 'Read More' }).first().click();
  await arrive();
  await expect(notice(page)).toContainText('Full Article Coming Soon!');
});

const documents = (page: Page) => {
  const asked: string[] = [];
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) asked.push(request.url());
  });
  return asked;
};

const lost = (page: Page) => page.getByText('Part of this page did not load');

test('a page from before an upgrade, whose app is gone, is loaded once more', async ({ page }) => {
  const asked = documents(page);
  await page.route(
    '/blog',
    async route => {
      const answer = await route.fetch();
      const old = (await answer.text()).replaceAll(/entry-client-[\w-]+\.js/g, 'entry-client-gone.js');
      await route.fulfill({ response: answer, body: old });
    },
    { times: 1 },
  );
  await page.goto('/blog', { waitUntil: 'commit' });
  await expect.poll(() => asked.length).toBe(2);
  await hydrated(page);
  await expect(lost(page)).toBeHidden();
  expect(asked).toHaveLength(2);
});

test('an app that does not come at all is said so, once and without a loop', async ({ page }) => {
  const asked = documents(page);
  await page.route(app, route => route.abort());
  await page.goto('/contact', { waitUntil: 'commit' });
  await expect(lost(page)).toBeVisible();
  const form = page.getByRole('form', { name: 'Contact form' });
  await expect(form.getByText('This form could not be loaded.')).toBeVisible();
  expect(asked).toHaveLength(2);
  await page.unroute(app);
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect.poll(() => asked.length).toBe(3);
  await hydrated(page);
  await expect(lost(page)).toBeHidden();
});

test('what was typed is not thrown away for a fresh page', async ({ page }) => {
  const asked = documents(page);
  const coming = gate();
  await page.route(app, async route => {
    await coming.opened;
    await route.abort();
  });
  await page.goto('/contact', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Subject').fill('A long question');
  coming.open();
  await expect(lost(page)).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('A long question');
  expect(asked).toHaveLength(1);
});

test('without a connection the page that is there stays there', async ({ page }) => {
  const asked = documents(page);
  await page.route(app, route => route.abort());
  await page.route('/about', route =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.fallback(),
  );
  await page.goto('/about', { waitUntil: 'commit' });
  await expect(lost(page)).toBeVisible();
  await expect(page.locator('h1')).toBeVisible();
  expect(asked).toHaveLength(1);
});
