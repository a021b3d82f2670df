import { open } from './support/site';
import { expect, type Page, test } from './support/test';

const overlay = (page: Page) => page.getByRole('dialog', { name: 'Enlarged picture' });
const thumbnail = (page: Page, index: number) => page.locator('main li a').nth(index);

test('[GAL-2] a picture opens at full size', async ({ page }) => {
  await open(page, '/gallery');
  await thumbnail(page, 1).click();
  const large = overlay(page).locator('img');
  await expect(large).toBeVisible();
  await expect
    .poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(700);
  await expect(large).toHaveAttribute('alt', /.+/);
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
});

const ways: Record<string, (page: Page) => Promise<void>> = {
  'the close button': page => overlay(page).getByRole('button', { name: 'Close' }).click(),
  'a click outside': page => page.mouse.click(12, 400),
  Escape: page => page.keyboard.press('Escape'),
};

for (const [way, close] of Object.entries(ways)) {
  test(`[GAL-2] ${way} closes it, and the focus returns`, async ({ page }) => {
    await open(page, '/gallery');
    await thumbnail(page, 2).click();
    await expect(overlay(page)).toBeVisible();
    await close(page);
    await expect(overlay(page)).toHaveCount(0);
    await expect(thumbnail(page, 2)).toBeFocused();
  });
}

test('[GAL-2] a click on the picture itself does not close it', async ({ page }) => {
  await open(page, '/gallery');
  await thumbnail(page, 0).click();
  await overlay(page).locator('img').click();
  await expect(overlay(page)).toBeVisible();
});

test('the arrow keys go through the pictures', async ({ page }) => {
  await open(page, '/gallery');
  await thumbnail(page, 0).press('Enter');
  await expect(overlay(page)).toContainText('1 of');
  await page.keyboard.press('ArrowRight');
  await expect(overlay(page)).toContainText('2 of');
  await page.keyboard.press('ArrowLeft');
  await expect(overlay(page)).toContainText('1 of');
});
