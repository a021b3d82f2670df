import { notice, open } from './support/site';
import { expect, type Page, test } from './support/test';

const readMore = (page: Page) => page.getByRole('button', { name: /^Read More/ }).first();
const urdu = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Urdu/ }).first();

test.use({ fresh: true }); // a clock that is set stays with its context

test('[NOTE-1] a notice stays five seconds', async ({ page }) => {
  await page.clock.install();
  await open(page, '/blog');
  await page.clock.pauseAt(Date.now() + 60_000);
  await readMore(page).click();
  await expect(notice(page)).toBeVisible();
  await page.mouse.move(10, 400);
  await page.clock.runFor(4_990);
  await expect(notice(page)).toBeVisible();
  await page.clock.runFor(20);
  await expect(notice(page)).toHaveCount(0);
});

test('[NOTE-1] one at a time: a new one takes the place of the old', async ({ page }) => {
  await open(page, '/blog');
  await readMore(page).click();
  await expect(notice(page)).toContainText('Full Article Coming Soon!');
  await urdu(page).click();
  await expect(notice(page)).toHaveCount(1);
  await expect(notice(page)).toContainText('Feature in Progress');
});

test('[NOTE-1] the close button ends it and gives the focus back', async ({ page }) => {
  await open(page, '/blog');
  await readMore(page).focus();
  await page.keyboard.press('Enter');
  const close = page.getByRole('button', { name: 'Close notice' });
  await close.focus();
  await page.keyboard.press('Enter');
  await expect(notice(page)).toHaveCount(0);
  await expect(readMore(page)).toBeFocused();
});

for (const { by, gone } of [
  { by: 40, gone: false },
  { by: 60, gone: true },
  { by: -60, gone: true },
]) {
  test(`[NOTE-1] a swipe of ${by} px ${gone ? 'ends' : 'keeps'} it`, async ({ page }) => {
    await open(page, '/blog');
    await readMore(page).click();
    const box = await notice(page).boundingBox();
    if (!box) throw new Error('no notice');
    const x = box.x + 60;
    const y = box.y + box.height / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y);
    await page.mouse.move(x + by, y);
    await page.mouse.up();
    await expect(notice(page)).toHaveCount(gone ? 0 : 1);
  });
}

test('[NOTE-1] screen readers hear it: the live regions are there before the notice', async ({ page }) => {
  await open(page, '/blog');
  const region = page.locator('[role="status"][aria-live="polite"]');
  await expect(region).toBeAttached();
  await readMore(page).click();
  await expect(region).toContainText('Full Article Coming Soon!');
});

test('a notice waits while someone reads it', async ({ page }) => {
  await page.clock.install();
  await open(page, '/blog');
  await readMore(page).click();
  await notice(page).hover();
  await page.clock.runFor(6_000);
  await expect(notice(page)).toBeVisible();
  await page.mouse.move(10, 400);
  await page.clock.runFor(6_000);
  await expect(notice(page)).toHaveCount(0);
});
