import { gate, notice, open } from './support/site';
import { withOnlyRows } from './support/staff';
import { expect, type Page, test } from './support/test';

const overlay = (page: Page) => page.getByRole('dialog', { name: 'Enlarged picture' });
const thumbnail = (page: Page, index: number) => page.locator('main li a').nth(index);

test.describe('on a cheap phone, 720 dots wide', () => {
  test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });

  test('a picture comes no larger than it is shown', async ({ page }) => {
    await open(page, '/gallery');
    const first = thumbnail(page, 0).locator('img');
    await expect
      .poll(() => first.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toContain('width=360');
  });
});

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

test('[GAL-2] on a slow connection a spinner stands where the picture will be', async ({ page }) => {
  await open(page, '/gallery');
  const coming = gate();
  await page.route(/width=(1280|1920|960|640)/, async route => {
    await coming.opened;
    await route.continue();
  });
  await thumbnail(page, 5).click();
  await expect(overlay(page).locator('[data-spinner]')).toBeVisible();
  coming.open();
  await expect(overlay(page).locator('[data-spinner]')).toHaveCount(0);
  await expect(overlay(page).locator('img')).toBeVisible();
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

const many = Array.from({ length: 30 }, (_, index) => ({
  image_url: '/placeholders/project.svg',
  alt_text: `Picture ${index}`,
  created_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
}));

test('[GAL-2] closed while the next pictures load, it stays closed', async ({ page }) => {
  await withOnlyRows('gallery_images', many, async () => {
    const loading = gate();
    await page.route('**/page-data/gallery/2', async route => {
      await loading.opened;
      await route.continue();
    });
    await open(page, '/gallery');
    await thumbnail(page, 23).click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(overlay(page)).toHaveCount(0);
    loading.open();
    await expect(page.locator('main li a')).toHaveCount(30);
    await expect(overlay(page)).toHaveCount(0);
  });
});

test('[GAL-2] [NOTE-1] what failed is said above the enlarged picture, where it can be closed', async ({
  page,
}) => {
  await withOnlyRows('gallery_images', many, async () => {
    await page.route('**/page-data/gallery/2', route => route.abort());
    await open(page, '/gallery');
    await thumbnail(page, 23).click();
    await page.keyboard.press('ArrowRight');
    await expect(overlay(page).locator('[data-notice]')).toContainText('More pictures could not be loaded.');
    await expect(notice(page)).toHaveCount(1);
    await overlay(page).getByRole('button', { name: 'Close notice' }).click();
    await expect(notice(page)).toHaveCount(0);
    await expect(overlay(page)).toBeVisible();
  });
});

test('[GAL-1] back from another page shows as many pictures as before, at the same place', async ({
  page,
}) => {
  await withOnlyRows('gallery_images', many, async () => {
    await open(page, '/gallery');
    await page.getByRole('link', { name: 'Show more' }).click();
    await expect(page.locator('main li a')).toHaveCount(30);
    await thumbnail(page, 29).scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(500);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog & Updates');
    await page.goBack();
    await expect(page.locator('main li a')).toHaveCount(30);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(place - 100);
  });
});
