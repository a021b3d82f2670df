import { content, follow, open, paths } from './support/site';
import { expect, test } from './support/test';

for (const path of paths) {
  test(`[SHL-1] [SHL-3] ${path} stands inside the shell, under the foundation's name, and says what it is`, async ({
    page,
    request,
    baseURL,
  }) => {
    const { site_name } = await content(request, 'general_settings');
    await page.goto(path);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('header')).toHaveCount(1);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page).toHaveTitle(site_name);

    // What search engines and shared links read.
    const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name);
    expect(new URL((await attribute('link[rel="canonical"]', 'href')) ?? '').pathname).toBe(path);
    expect((await attribute('meta[name="description"]', 'content'))?.length).toBeGreaterThan(20);
    expect(await attribute('meta[property="og:title"]', 'content')).toBe(site_name);
    const image = new URL((await attribute('meta[property="og:image"]', 'content')) ?? '');
    const picture = await request.get(new URL(image.pathname + image.search, baseURL).href);
    expect(picture.status()).toBe(200);
    expect((await picture.body()).length).toBeLessThan(300_000);
    const types = await page
      .locator('script[type="application/ld+json"]')
      .evaluateAll(blocks => blocks.map(block => JSON.parse(block.textContent ?? '')['@type']));
    expect(types).toContain('NGO');
    if (path !== '/') expect(types).toContain('BreadcrumbList');
    if (path === '/gallery') expect(types).toContain('ImageGallery');
  });
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('[SHL-2] a move between pages fades for half a second', async ({ page }) => {
    await open(page, '/');
    await follow(page, '/blog');
    const fade = page.locator('.page-fade');
    await expect(fade).toHaveCSS('animation-duration', '0.5s');
    await expect(fade).toHaveCSS('animation-name', 'page-fade');
  });

  test('[SHL-2] the first paint is visible at once and does not fade', async ({ page }) => {
    await page.goto('/about', { waitUntil: 'commit' });
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('.page-fade')).toHaveCount(0);
    await expect(page.locator('main > div')).toHaveCSS('opacity', '1');
  });
});

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });
  test('[SHL-2] every page is complete and readable', async ({ page, request }) => {
    const settings = await content(request, 'general_settings');
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator('h1'), path).toBeVisible();
      await expect(page.locator('main > div'), path).toHaveCSS('opacity', '1');
      await expect(page.locator('[data-spinner]'), path).toHaveCount(0);
      await expect(page.getByRole('contentinfo'), path).toContainText(settings.site_name);
    }
  });

  test('[HDR-3] the menu of a small screen lies open, since nothing could open it', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Our Footprint' })).toBeVisible();
    await menu.getByRole('link', { name: 'Our Team' }).click();
    await expect(page).toHaveURL('/team');
    // The page lies below it, not under it.
    const heading = page.locator('h1');
    await heading.scrollIntoViewIfNeeded();
    const isOnTop = await heading.evaluate(element => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const met = document.elementFromPoint(left + width / 2, top + height / 2);
      return met !== null && element.contains(met);
    });
    expect(isOnTop).toBe(true);
  });
});

test.describe('with less motion asked for', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('[SHL-2] nothing fades', async ({ page }) => {
    await open(page, '/');
    await follow(page, '/blog');
    await expect(page.locator('.page-fade')).toHaveCSS('animation-name', 'none');
  });
});

test('[SHL-3] the title is still the name of the foundation after a move', async ({ page, request }) => {
  const { site_name } = await content(request, 'general_settings');
  await open(page, '/');
  await follow(page, '/team');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Team');
  await expect(page).toHaveTitle(site_name);
});

test('[SHL-4] an unknown address is not found, inside the shell', async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByText('We couldn’t find that page.')).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/');
});

test('[SHL-5] the favicon is the one staff chose', async ({ page, request }) => {
  const { favicon_url } = await content(request, 'general_settings');
  await page.goto('/');
  const icon = page.locator('link[rel="icon"]');
  await expect(icon).toHaveAttribute('href', favicon_url);
  expect((await request.get(favicon_url)).status()).toBe(200);
});

test('sitemap, robots and manifest follow the pages', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const path of paths) expect(sitemap).toMatch(new RegExp(`<loc>https?://[^/<]+${path}</loc>`));
  expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap.xml');
  const manifest = await (await request.get('/site.webmanifest')).json();
  expect(manifest.name).toBe((await content(request, 'general_settings')).site_name);
});
