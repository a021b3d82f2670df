// The phone's Back closes what lies over the page first, and nothing that was closed leaves an entry behind.
import { hydrated, open, phone } from './support/site';
import { expect, type Page, test } from './support/test';

test.use({ viewport: phone, hasTouch: true });

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu', exact: true });
const overlay = (page: Page) => page.getByRole('dialog', { name: 'Enlarged picture' });
const thumbnail = (page: Page) => page.locator('main li a').nth(1);
const openMenu = (page: Page) => page.getByRole('button', { name: 'Open menu' }).click();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Home, and then the gallery by a link: one Back from there is home. */
async function fromHome(page: Page) {
  await open(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Gallery' }).click();
  await expect(page).toHaveURL('/gallery');
  await expect(thumbnail(page)).toBeVisible();
}

test('[SHL-6] Back closes the enlarged picture; the next one leaves the gallery', async ({ page }) => {
  await fromHome(page);
  await thumbnail(page).click();
  await expect(overlay(page)).toBeVisible();
  await page.goBack();
  await expect(overlay(page)).toHaveCount(0);
  await expect(page).toHaveURL('/gallery');
  await expect(thumbnail(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/');
});

for (const [way, close] of Object.entries<(page: Page) => Promise<void>>({
  'the close button': page => overlay(page).getByRole('button', { name: 'Close' }).click(),
  Escape: page => page.keyboard.press('Escape'),
})) {
  test(`[SHL-6] closed by ${way}, the enlarged picture leaves nothing to go back to`, async ({ page }) => {
    await fromHome(page);
    for (let time = 0; time < 2; time++) {
      await thumbnail(page).click();
      await expect(overlay(page)).toBeVisible();
      await close(page);
      await expect(overlay(page)).toHaveCount(0);
    }
    await expect.poll(() => page.evaluate(() => Boolean(history.state.over))).toBe(false);
    await page.goBack();
    await expect(page).toHaveURL('/');
  });
}

test('[SHL-6] opened again at once, the picture stays open', async ({ page }) => {
  await fromHome(page);
  await thumbnail(page).click();
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('dialog button')?.click();
    setTimeout(() => document.querySelectorAll<HTMLElement>('main li a')[1]?.click());
  });
  await page.waitForTimeout(300);
  await expect(overlay(page)).toBeVisible();
  await page.goBack();
  await expect(overlay(page)).toHaveCount(0);
  await expect(page).toHaveURL('/gallery');
});

test('[SHL-6] a reload with the picture open leaves one Back to the page before', async ({ page }) => {
  await fromHome(page);
  await thumbnail(page).click();
  await expect(overlay(page)).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(overlay(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => Boolean(history.state.over))).toBe(false);
  await page.waitForTimeout(200);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('[SHL-6] Back closes the menu; the next one leaves the page', async ({ page }) => {
  await fromHome(page);
  await openMenu(page);
  await expect(menu(page)).toBeVisible();
  await page.goBack();
  await expect(menu(page)).toBeHidden();
  await expect(page).toHaveURL('/gallery');
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('[SHL-6] a link of the menu takes its entry: one Back is the page it was opened on', async ({
  page,
}) => {
  await fromHome(page);
  await openMenu(page);
  await menu(page).getByRole('link', { name: 'Blog' }).click();
  await expect(heading(page)).toHaveText('Blog & Updates');
  await page.goBack();
  await expect(page).toHaveURL('/gallery');
  await expect(menu(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('[SHL-6] the menu’s link to the page one is on closes it, and leaves one Back', async ({ page }) => {
  await fromHome(page);
  await openMenu(page);
  await menu(page).getByRole('link', { name: 'Gallery' }).click();
  await expect(menu(page)).toBeHidden();
  await expect(page).toHaveURL('/gallery');
  await page.waitForTimeout(200);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('[SHL-6] closed by its button or by Escape, the menu leaves nothing to go back to', async ({ page }) => {
  await fromHome(page);
  await openMenu(page);
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu(page)).toBeHidden();
  await openMenu(page);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect.poll(() => page.evaluate(() => Boolean(history.state.over))).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL('/');
});
