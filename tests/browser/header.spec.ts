import { content, notice, open, phone } from './support/site';
import { withContent } from './support/staff';
import { expect, type Page, test } from './support/test';

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });

const groups = [
  { label: 'About Us', url: '/about', entries: ['Who We Are', "President's Messages", 'Our Team'] },
  { label: 'Our Work', url: '/projects', entries: ['Our Projects', 'Our Footprint', 'Upcoming Projects'] },
];

test('[HDR-1] the header is sticky and shows the logo from the settings', async ({ page, request }) => {
  const { logo_url } = await content(request, 'general_settings');
  await open(page, '/about');
  const header = page.getByRole('banner');
  const logo = header.locator('img[data-logo]');
  await expect(logo).toBeVisible();
  const name = logo_url.split('/').pop().split('?')[0];
  expect(await logo.getAttribute('src')).toContain(name);
  expect(await logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(
    true,
  );
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  expect((await header.boundingBox())?.y).toBe(0);
});

test('[HDR-1] a wide logo is as high as a square one, and readable', async ({ page }) => {
  const wide =
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="120"><rect width="600" height="120"/></svg>';
  await page.route('**/wide-logo.svg', route => route.fulfill({ contentType: 'image/svg+xml', body: wide }));
  await withContent(
    'general_settings',
    settings => ({ ...settings, logo_url: '/wide-logo.svg' }),
    async () => {
      for (const viewport of [phone, { width: 1280, height: 800 }]) {
        await page.setViewportSize(viewport);
        await open(page, '/about');
        const logo = page.getByRole('banner').locator('img[data-logo]');
        await expect.poll(async () => (await logo.boundingBox())?.width).toBeGreaterThan(120);
        const wideBy = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wideBy).toBeLessThanOrEqual(0);
      }
    },
  );
});

test('[HDR-2] the wide menu has the entries of the specification', async ({ page }) => {
  await open(page, '/');
  const top = main(page).locator('> ul > li > a');
  await expect(top).toHaveText(['Home', 'About Us', 'Our Work', 'Gallery', 'Volunteer', 'Blog', 'Contact']);
  const urls = await top.evaluateAll(links => links.map(link => link.getAttribute('href')));
  expect(urls).toEqual(['/', '/about', '/projects', '/gallery', '/volunteer', '/blog', '/contact']);
});

for (const group of groups) {
  test(`[HDR-2] ${group.label} opens on hover`, async ({ page }) => {
    await open(page, '/blog');
    const panel = main(page).locator('li', { hasText: group.label }).locator('ul');
    await expect(panel).toBeHidden();
    await main(page).getByRole('link', { name: group.label, exact: true }).hover();
    await expect(panel).toBeVisible();
    await expect(panel.getByRole('link')).toHaveText(group.entries);
    await panel.getByRole('link').last().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(panel).toBeHidden();
  });

  test(`[HDR-2] ${group.label} opens by keyboard, and Escape closes it`, async ({ page }) => {
    await open(page, '/blog');
    const button = main(page).getByRole('button', { name: `${group.label}: more pages` });
    const panel = main(page).locator('li', { hasText: group.label }).locator('ul');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(panel).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(panel.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('Space');
    await expect(panel).toBeVisible();
    for (let step = 0; step < 4; step++) await page.keyboard.press('Tab');
    await expect(panel).toBeHidden();
  });
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('[HDR-2] the key after the one that opens a dropdown is in it, however quick it comes', async ({
    page,
  }) => {
    await open(page, '/blog');
    const item = main(page)
      .locator('li')
      .filter({ has: page.getByRole('button') })
      .first();
    const reached = await item.evaluate(async (entry: HTMLElement) => {
      entry.querySelector('button')?.click();
      await Promise.resolve(); // React draws what a press changes before anything else can happen
      const link = entry.querySelector<HTMLElement>('ul a');
      link?.focus();
      return document.activeElement === link;
    });
    expect(reached).toBe(true);
  });
});

test('[HDR-2] the current page is marked', async ({ page }) => {
  await open(page, '/gallery');
  await expect(main(page).locator('[aria-current="page"]')).toHaveText('Gallery');
});

test.describe('on a small screen', () => {
  test.use({ viewport: phone, hasTouch: true });

  test('[HDR-3] the menu fills the screen and locks what is behind it', async ({ page }) => {
    await open(page, '/');
    await expect(menu(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu(page)).toBeVisible();
    expect(await menu(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    await page.mouse.wheel(0, 600);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
    await expect(page.locator('body')).toHaveCSS('overflow', 'visible');
  });

  test('[HDR-3] groups collapse, and one is open at a time', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const team = menu(page).getByRole('link', { name: 'Our Team' });
    const footprint = menu(page).getByRole('link', { name: 'Our Footprint' });
    await expect(team).toBeHidden();
    await menu(page).getByRole('button', { name: 'About Us' }).click();
    await expect(team).toBeVisible();
    await menu(page).getByRole('button', { name: 'Our Work' }).click();
    await expect(footprint).toBeVisible();
    await expect(team).toBeHidden();
    await menu(page).getByRole('button', { name: 'Our Work' }).click();
    await expect(footprint).toBeHidden();
  });

  test('[HDR-3] following a link closes the menu and gives the page the focus', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu(page).getByRole('button', { name: 'Our Work' }).click();
    await menu(page).getByRole('link', { name: 'Our Footprint' }).click();
    await expect(page).toHaveURL('/footprint');
    await expect(menu(page)).toBeHidden();
    await expect(page.locator('body')).toHaveCSS('overflow', 'visible');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('[HDR-3] the keyboard stays in the open menu', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main, footer') ?? null)).toBeNull();
    }
  });

  test('[HDR-3] a screen turned wide has neither menu nor lock', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(menu(page)).toBeHidden();
    await expect(page.locator('body')).toHaveCSS('overflow', 'visible');
  });

  test('[HDR-4] Urdu button shows the in-progress notice, from the menu', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu(page).getByRole('button', { name: /Urdu/ }).click();
    await expect(notice(page)).toContainText('Feature in Progress - Urdu language support is coming soon!');
  });
});

test('[HDR-4] Urdu button shows the in-progress notice', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('banner').getByRole('button', { name: /Urdu/ }).first().click();
  await expect(notice(page)).toContainText('Feature in Progress - Urdu language support is coming soon!');
});

test('[HDR-5] Donate Now goes to /donate', async ({ page }) => {
  await open(page, '/about');
  await page.getByRole('banner').getByRole('link', { name: 'Donate Now' }).click();
  await expect(page).toHaveURL('/donate');
});

test('[HDR-5] testimonials have a page and no menu entry', async ({ page }) => {
  const response = await page.goto('/testimonials');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('banner').locator('a[href="/testimonials"]')).toHaveCount(0);
});
