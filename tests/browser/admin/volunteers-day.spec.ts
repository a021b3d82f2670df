// A volunteer's day on a cheap phone, with a connection that comes and goes and a tab that is closed by mistake. Nothing
// that was typed or chosen is lost. On a server of its own, so that nothing has to be put back.
import { type Running, start } from '../../server';
import { notice, phone } from '../support/site';
import { expect, type Locator, type Page, test } from '../support/test';
import { card, drawPicture, told } from './desk';

let server: Running;
test.beforeAll(async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
});
test.afterAll(() => server.stop());

test('[ADM-3] [ALST-1] [AGAL-1] a volunteer’s day on a phone loses nothing', async ({ browser }) => {
  test.setTimeout(240_000);
  const context = await browser.newContext({ baseURL: server.url, viewport: phone, hasTouch: true });
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage();
  const page = await context.newPage();

  await test.step('sign in', async () => {
    await page.goto('/admin');
    await page.getByLabel('Email').fill(server.email);
    await page.getByLabel('Password').fill(server.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await told(page, 'Login Successful', 'Welcome back!');
  });

  await test.step('change the hero; the connection is lost while saving', async () => {
    await goTo(page, 'Homepage');
    const heading = page.getByLabel('Heading', { exact: true });
    await heading.fill('Written on the bus');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await told(page, 'Failed to save content', /could not reach our server/);
    await expect(heading).toHaveValue('Written on the bus');
    await expect(page.getByText('Not saved yet')).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await told(page, 'Content saved!', 'Your homepage has been updated successfully.');
    await visitor.goto('/');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Written on the bus');
  });

  await test.step('add a project with a photo', async () => {
    await goTo(page, 'Projects');
    await page.getByRole('button', { name: 'Add Project' }).click();
    await told(page, 'Project added');
    const item = page.getByRole('article').first();
    await item.getByLabel('Title', { exact: true }).fill('پانی کا منصوبہ');
    const description = item.getByRole('textbox', { name: 'Description' });
    await expect(item.getByRole('toolbar')).toBeVisible();
    await description.fill('Clean water for Chak 204.');
    const buffer = await drawPicture(page, 'image/jpeg', 1200, 900);
    const file = { name: 'WhatsApp Image (2).jpeg', mimeType: 'image/jpeg', buffer };
    await item.getByLabel('Picture').setInputFiles(file);
    await told(page, 'Image uploaded!', "Don't forget to save your changes.");
    await item.getByRole('button', { name: 'Save', exact: true }).click();
    await told(page, 'Project saved!');
    await visitor.goto('/projects');
    await expect(visitor.getByRole('heading', { name: 'پانی کا منصوبہ' })).toBeVisible();
    await expect(visitor.locator('img[src*="WhatsApp%20Image%20(2).jpeg"]')).toHaveCount(1);
  });

  await test.step('upload fifteen pictures; the connection is lost after six', async () => {
    await goTo(page, 'Gallery');
    // Until it is there, the screen before shows items of its own.
    await expect(page.getByLabel('Upload Images')).toBeAttached();
    const tiles = page.getByRole('main').locator('[data-item]');
    await expect(tiles.first()).toBeVisible();
    const before = await tiles.count();
    const buffer = await drawPicture(page, 'image/png', 800, 600);
    const names = Array.from({ length: 15 }, (_, at) => `camp ${String(at + 1).padStart(2, '0')}.png`);
    let sent = 0;
    await page.route('**/storage/v1/object/website_images/**', route => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      return sent > 6 ? route.abort('internetdisconnected') : route.continue();
    });
    await page
      .getByLabel('Upload Images')
      .setInputFiles(names.map(name => ({ name, mimeType: 'image/png', buffer })));
    await told(page, 'An upload failed', /“camp 07\.png”.*“camp 15\.png”: We could not reach our server/);
    await notice(page).getByRole('button').last().click();
    const retries = page.getByRole('button', { name: /^Retry camp \d\d\.png$/ });
    await expect(retries).toHaveCount(9);
    await expect(tiles).toHaveCount(before + 6);
    await page.unrouteAll({ behavior: 'wait' });
    await retries.first().click();
    await expect(retries).toHaveCount(8);
    // The button below moves when a picture has landed, and a click at that moment would miss it.
    await expect(tiles).toHaveCount(before + 7);
    await page.getByRole('button', { name: 'Retry all' }).click();
    await expect(retries).toHaveCount(0);
    await expect(tiles).toHaveCount(before + 15);

    const texts = names.map((_, at) => `The camp, picture ${at + 1}`);
    for (const [at, text] of texts.entries())
      await tiles.nth(at).getByLabel('What the picture shows').fill(text);
    await page.getByRole('button', { name: 'Save all' }).click();
    await expect(page.getByText('Not saved yet')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Save all' })).toHaveCount(0);
    await page.reload();
    for (const [at, text] of texts.entries())
      await expect(tiles.nth(at).getByLabel('What the picture shows')).toHaveValue(text);
    await visitor.goto('/gallery');
    const shown = await visitor
      .locator('main img[alt^="The camp"]')
      .evaluateAll(all => all.map(one => one.getAttribute('src')));
    expect(new Set(shown).size).toBe(15);
  });

  await test.step('hide a testimonial', async () => {
    await goTo(page, 'Testimonials');
    const shown = page.getByRole('article').filter({ hasNotText: /hidden/i });
    const name = (await shown.first().getByRole('heading').textContent()) ?? '';
    const item = card(page, name);
    await open(item);
    await visitor.goto('/testimonials');
    await expect(visitor.getByText(name, { exact: true })).toBeVisible();
    await item.getByRole('switch', { name: 'Visible on website' }).uncheck();
    await item.getByRole('button', { name: 'Save', exact: true }).click();
    await told(page, 'Testimonial saved!');
    await visitor.reload();
    await expect(visitor.getByText(name, { exact: true })).toHaveCount(0);
  });

  let next = page;
  await test.step('change the bank details; the tab is closed before they are saved', async () => {
    await goTo(page, 'Donations');
    await page.getByLabel('Bank name').fill('Bank of Hope');
    await page.getByLabel('IBAN').fill('PK36 SCBL 0000 0011 2345 6702');
    await page.close({ runBeforeUnload: false });

    next = await context.newPage();
    await next.goto('/admin/manage-donations');
    await expect(next.getByLabel('Bank name')).not.toHaveValue('Bank of Hope');
    await next.getByRole('button', { name: 'Bring back' }).click();
    await expect(next.getByLabel('Bank name')).toHaveValue('Bank of Hope');
    await expect(next.getByLabel('IBAN')).toHaveValue('PK36 SCBL 0000 0011 2345 6702');
    await next.getByRole('button', { name: 'Save Changes' }).click();
    await told(next, 'Donation details saved!');
    await visitor.goto('/donate');
    await expect(visitor.getByText('Bank of Hope')).toBeVisible();
    await expect(visitor.getByText('PK36 SCBL 0000 0011 2345 6702')).toBeVisible();
  });

  await test.step('call a volunteer', async () => {
    await visitor.goto('/volunteer');
    await visitor.getByLabel('Name').first().fill('Bilal of Samundri');
    await visitor.getByLabel('City').fill('Samundri');
    await visitor.getByLabel(/Phone/).fill('0300 1234567');
    await visitor.locator('main form button[type=submit]').click();
    await told(visitor, 'Thank You!');
    await goTo(next, 'Volunteers');
    const row = next.getByRole('row').filter({ hasText: 'Bilal of Samundri' });
    await expect(row.locator('a[href^="tel:"]')).toHaveAttribute('href', 'tel:+923001234567');
  });

  await test.step('at the end nothing waits to be saved, and signing out leaves nothing behind', async () => {
    const kept = () =>
      next.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('umeed-draft:')));
    expect(await kept()).toEqual([]);
    await next.getByRole('button', { name: 'Open menu' }).click();
    await next.getByRole('button', { name: 'Sign Out' }).click();
    await expect(next).toHaveURL('/admin/login');
    expect(await kept()).toEqual([]);
  });
});

/** By the drawer, as on any phone. */
async function goTo(page: Page, label: string) {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: label, exact: true })
    .click();
}

/** On a phone an item is a row that opens. */
async function open(item: Locator) {
  await item.locator('button[aria-expanded]').click();
  await expect(item.locator('button[aria-expanded=true]')).toBeVisible();
}
