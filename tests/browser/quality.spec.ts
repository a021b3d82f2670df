// What holds on every page: no accessibility violation, no warning from React, nothing that sticks out, no stranger asked.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { desktop, hydrated, open, paths, phone } from './support/site';

const every = [...paths, '/no/such/page'];
const withoutMaps = (page: Page) =>
  page.route(/openstreetmap|google/, route =>
    route.fulfill({ contentType: 'text/html', body: '<title>map</title>' }),
  );

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test.describe(size, () => {
    test.use({ viewport });

    for (const path of every) {
      test(`${path} fits its width and has no accessibility violations`, async ({ page }) => {
        await withoutMaps(page);
        await open(page, path);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide).toBeLessThanOrEqual(0);
        const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual(
          [],
        );
      });
    }
  });
}

test.describe('open menus, overlays and notices have no accessibility violations', () => {
  const check = async (page: Page) =>
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

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
    await page.waitForTimeout(200);
    await check(page);
  });

  test('an enlarged picture', async ({ page }) => {
    await open(page, '/gallery');
    await page.locator('main li a').first().click();
    await check(page);
  });

  test('a destructive notice', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('form', { name: 'Newsletter' }).getByRole('button').click();
    await page.waitForTimeout(300);
    await check(page);
  });
});

for (const path of paths) {
  test(`${path} is taken over without a warning`, async ({ page }) => {
    await withoutMaps(page);
    const said: string[] = [];
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text());
    });
    page.on('pageerror', error => said.push(error.message));
    await page.goto(path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect(said).toEqual([]);
  });

  test(`${path} asks no other origin before a map is near`, async ({ page, baseURL }) => {
    await page.setViewportSize(phone);
    const others: string[] = [];
    page.on('request', request => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== new URL(baseURL ?? '').origin) others.push(request.url());
    });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    // Chromium loads a lazy frame from some distance; the short pages that hold a map may be within it.
    if (!['/footprint', '/contact'].includes(path)) expect(others).toEqual([]);
    else
      expect(
        others.every(url => /^https:\/\/(www\.openstreetmap\.org|(www|maps)\.google\.com)\//.test(url)),
      ).toBe(true);
  });
}

test('no page has inline script or style, and the policy forbids both', async ({ request }) => {
  for (const path of paths) {
    const response = await request.get(path);
    const policy = response.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const html = await response.text();
    expect(html).not.toMatch(/ style="/);
    expect(html).not.toMatch(/<script(?![^>]*(src=|application\/(ld\+)?json))/);
    expect(html).not.toMatch(/ on[a-z]+="/);
  }
});

test('nothing moves while a page loads', async ({ page }) => {
  for (const path of ['/', '/projects', '/gallery', '/team']) {
    await page.setViewportSize(phone);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(
      () =>
        new Promise<number>(done => {
          let sum = 0;
          new PerformanceObserver(list => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => done(sum), 300);
        }),
    );
    expect(shift, path).toBeLessThan(0.02);
  }
});
