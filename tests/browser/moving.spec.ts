// Moving inside the site: one request for the next page's data, focus, scroll, and what stays the browser's business.

import { gate, hydrated, open } from './support/site';
import { expect, type Page, test } from './support/test';

function dataRequests(page: Page) {
  const asked: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/page-data')) asked.push(pathname);
  });
  return asked;
}

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

test('the next page is asked for once, on intent, and the document stays', async ({ page }) => {
  const asked = dataRequests(page);
  const documents: string[] = [];
  page.on('request', request => request.resourceType() === 'document' && documents.push(request.url()));
  await open(page, '/');
  await entry(page, 'Gallery').hover();
  await expect.poll(() => asked).toEqual(['/page-data/gallery']);
  await entry(page, 'Gallery').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery');
  await expect(page.getByRole('main')).toBeFocused();
  expect(asked).toEqual(['/page-data/gallery']);
  expect(documents).toHaveLength(1);
});

test('a page of fixed words needs no request at all', async ({ page }) => {
  const asked = dataRequests(page);
  await open(page, '/');
  await entry(page, 'Blog').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog & Updates');
  expect(asked).toEqual([]);
});

test('back and forward return to where the visitor was, without a request', async ({ page }) => {
  const asked = dataRequests(page);
  await open(page, '/about');
  await page.evaluate(() => scrollTo(0, 700));
  await entry(page, 'Gallery').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.evaluate(() => scrollTo(0, 400));
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
  await page.goForward();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  expect(asked).toEqual(['/page-data/gallery']);
});

test('a reload stays where it was', async ({ page }) => {
  await open(page, '/about');
  await page.evaluate(() => scrollTo(0, 600));
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600);
});

test('the app lets pictures go first, but not a visitor who is waiting', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  const app = () => asked.filter(path => /^\/assets\/entry-client.*js$/.test(path));
  const picture = gate();
  await page.route('/slow.png', async route => {
    await picture.opened;
    await route.fulfill({ status: 404 });
  });
  await page.route('/volunteer', async route => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}<img src="/slow.png" alt="">` });
  });
  // The load event of the first script comes right after it ran. What it has asked for by then is in the page, and what
  // it asks for when a key is pressed is there at once: nothing here depends on how fast the machine is.
  await page.addInitScript(() => {
    const asked = () => document.querySelectorAll('link[rel="modulepreload"]').length;
    const onLoad = (event: Event) => {
      if (!(event.target instanceof HTMLScriptElement) || 'asked' in window) return;
      const before = asked();
      window.dispatchEvent(new Event('keydown'));
      Object.assign(window, { asked: { before, after: asked() } });
    };
    document.addEventListener('load', onLoad, true);
  });
  await page.goto('/volunteer', { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => 'asked' in window);
  const { before, after } = await page.evaluate(
    () => (window as unknown as { asked: { before: number; after: number } }).asked,
  );
  expect(before).toBe(0);
  expect(after).toBeGreaterThan(0);
  await hydrated(page);
  expect(app()).toHaveLength(1);
  picture.open();
  await page.waitForLoadState('load');
  expect(app()).toHaveLength(1);
});

test('a click with a modifier opens another tab, as everywhere', async ({ page, context }) => {
  // A page without stored pictures: one that the server still has to resize holds a connection, which the tab waits for.
  await open(page, '/blog');
  const opened = context.waitForEvent('page');
  await entry(page, 'Volunteer').click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  // Its address only: toHaveURL waits until the whole page is loaded, and behind another tab that takes its time.
  await expect.poll(() => new URL(tab.url()).pathname).toBe('/volunteer');
  expect(new URL(page.url()).pathname).toBe('/blog');
});

test('the skip link leads past the header', async ({ page }) => {
  await open(page, '/about');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('focusing the header does not move the page', async ({ page }) => {
  await open(page, '/about');
  await page.evaluate(() => scrollTo(0, 800));
  await entry(page, 'Contact').focus();
  expect(await page.evaluate(() => scrollY)).toBe(800);
});
