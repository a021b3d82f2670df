// What holds on every page: no accessibility violation, no warning from React, nothing that sticks out or moves, no
// stranger asked. One visit to each page looks at all of it.
import { createHash } from 'node:crypto';
import { violations } from './support/axe';
import { desktop, open, paths, phone, shift, tablet } from './support/site';
import { expect, type Page, test } from './support/test';

const maps = /^https:\/\/(www\.openstreetmap\.org|(www|maps)\.google\.com)\//;
const withoutMaps = (page: Page) =>
  page.route(maps, route => route.fulfill({ contentType: 'text/html', body: '<title>map</title>' }));

for (const path of [...paths, '/no/such/page']) {
  test(`${path} is taken over in silence, fits every width and has no accessibility violations`, async ({
    page,
    baseURL,
  }) => {
    await withoutMaps(page);
    await page.setViewportSize(phone);
    const said: string[] = [];
    const others: string[] = [];
    page.on('pageerror', error => said.push(error.message));
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text());
    });
    page.on('request', request => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== baseURL) others.push(request.url());
    });
    await open(page, path);
    await page.waitForLoadState('load');
    expect(await shift(page)).toBeLessThan(0.02);

    for (const viewport of [phone, tablet, desktop]) {
      await page.setViewportSize(viewport);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, `at ${viewport.width} px`).toBeLessThanOrEqual(0);
      if (viewport !== tablet) expect(await violations(page), `at ${viewport.width} px`).toEqual([]);
    }

    // Chromium loads a lazy frame from some distance; the short pages that hold a map may be within it.
    const allowed = ['/footprint', '/contact'].includes(path) ? maps : /^$/;
    expect(others.filter(url => !allowed.test(url))).toEqual([]);
    const notFound = /the server responded with a status of 404/;
    expect(said.filter(line => path !== '/no/such/page' || !notFound.test(line))).toEqual([]);
  });
}

test.describe('open menus, overlays and notices have no accessibility violations', () => {
  const check = async (page: Page) => {
    const opened = page.viewportSize() ?? desktop;
    // What one width has and the other has not, such as the open menu, is looked at where it is.
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      expect(await violations(page), `at ${viewport.width} px`).toEqual([]);
    }
    await page.setViewportSize(opened);
  };

  test('the menu of a small screen', async ({ page }) => {
    await page.setViewportSize(phone);
    await open(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'About Us' }).click();
    await check(page);
  });

  test('a dropdown', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('button', { name: 'About Us: more pages' }).click();
    await check(page);
  });

  test('an enlarged picture', async ({ page }) => {
    await open(page, '/gallery');
    await page.locator('main li a').first().click();
    await expect(page.locator('dialog img')).toHaveJSProperty('complete', true);
    await check(page);
  });

  test('a notice of success, and copied bank details', async ({ page }) => {
    await open(page, '/donate');
    await page.getByRole('button', { name: /^Copy/ }).first().click();
    await expect(page.locator('[data-notice]')).toBeVisible();
    await check(page);
  });

  test('a destructive notice', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('form', { name: 'Newsletter' }).getByRole('button').click();
    await expect(page.getByRole('alert').locator('[data-notice]')).toBeVisible();
    await check(page);
  });
});

test('no page has inline script, and of styles only the one that the policy names', async ({ request }) => {
  for (const path of paths) {
    const response = await request.get(path);
    const policy = response.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const html = await response.text();
    const [style, ...others] = [...html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)].map(found => found[1]);
    expect(others).toEqual([]);
    const hash = createHash('sha256')
      .update(style ?? '')
      .digest('base64');
    expect(policy).toContain(`style-src 'sha256-${hash}';`);
    expect(html).not.toMatch(/ style="/);
    expect(html).not.toMatch(/<script(?![^>]*(src=|application\/(ld\+)?json))/);
    expect(html).not.toMatch(/ on[a-z]+="/);
  }
});
