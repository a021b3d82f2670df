// How often pages are seen: counted from real visits, and shown for periods of every kind. What lies in the past cannot be
// sent to the server, so the pictures of whole years are answered by the test.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Running, start } from '../../server';
import { violations } from '../support/axe';
import { overflow, speakPseudo } from '../support/pseudo';
import { desktop, hydrated, phone, tablet } from '../support/site';
import { test as alone } from '../support/test';
import { expect, signInAt, test, told } from './desk';

/** So many days up to today, as the server answers; views go up and down by the week. */
function figures(days: number, since: string | null = '2020-01-01') {
  const today = Date.UTC(2026, 10, 16);
  const list = Array.from({ length: days }, (_, index) => ({
    day: new Date(today - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    views: 40 + ((index * 37) % 60) + (index % 7 === 4 ? 70 : 0),
    link_previews: index % 3,
    volunteers: index % 5 === 0 ? 1 : 0,
    subscribers: index % 4,
    messages: 0,
  }));
  const pages = ['/', '/donate', '/projects', '/about', '/gallery', '/gallery/2', '/contact', '/volunteer'];
  return {
    days: list,
    before: { views: 2000, link_previews: 0, volunteers: 8, subscribers: 44, messages: 0 },
    pages: [...pages, '/team', '/blog', '/news/%D8%A7%D9%85%DB%8C%D8%AF', 'other'].map((path, index) => ({
      path,
      views: Math.round(900 / (index + 1)),
      link_previews: index % 4,
      before: 10,
    })),
    since,
  };
}

async function answerWith(page: Page, answer: (days: number) => unknown) {
  await page.route('**/rest/v1/rpc/statistics?*', route => {
    const days = Number(new URL(route.request().url()).searchParams.get('days'));
    return route.fulfill({ json: answer(days) });
  });
}

async function fits(page: Page) {
  const { width } = page.viewportSize() ?? desktop;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

const bars = (page: Page) => page.locator('[data-bar]');
const total = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

for (const viewport of [phone, tablet, desktop]) {
  test(`the statistics are read at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await answerWith(page, days => figures(days));
    await page.goto('/admin/statistics');
    await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Views by day' })).toBeVisible();
    await expect(bars(page)).toHaveCount(30);
    await expect(total(page, 'Views')).toHaveAttribute('aria-pressed', 'true');
    await expect(total(page, 'Volunteers')).toContainText('−25% from 8');
    await expect(total(page, 'Messages'), 'nobody receives them').toHaveCount(0);
    await expect(
      page.getByRole('img', { name: /^Views by day. Highest: \d+, \d+ \w+ 2026\.$/ }),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await fits(page);
    await page.getByText('The same as a table').click();
    await expect(page.getByRole('row', { name: /^16 November 2026 \d+$/ })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await fits(page);
  });
}

test('long words of another language, from right to left, stay on the screen', async ({ page }) => {
  await speakPseudo(page);
  await answerWith(page, days => figures(days));
  for (const viewport of [phone, tablet, desktop]) {
    await page.setViewportSize(viewport);
    await page.goto('/admin/statistics');
    await expect(bars(page)).toHaveCount(30);
    expect(await overflow(page), `at ${viewport.width} px`).toBeLessThanOrEqual(0);
  }
});

test('periods are chosen by keyboard, and the address keeps the choice', async ({ page }) => {
  await answerWith(page, days => figures(days));
  await page.goto('/admin/statistics');
  const period = (name: string) => page.getByRole('radio', { name });
  await expect(period('30 days')).toBeChecked();
  await period('30 days').focus();
  await page.keyboard.press('ArrowRight');
  await expect(period('90 days')).toBeChecked();
  await expect(page.getByRole('heading', { name: 'Views by week' })).toBeVisible();
  await expect(bars(page)).toHaveCount(13);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Views by month' })).toBeVisible();
  await expect(page).toHaveURL(/\?days=365$/);
  await page.reload();
  await expect(period('A year')).toBeChecked();
  await period('7 days').check();
  await expect(bars(page)).toHaveCount(7);
  await page.goto('/admin/statistics?days=nonsense');
  await expect(period('30 days')).toBeChecked();
});

test('another number is shown in the chart, pages have their names, and all of them can be seen', async ({
  page,
}) => {
  await answerWith(page, days => figures(days));
  await page.goto('/admin/statistics');
  await total(page, 'Subscribers').click();
  await expect(page.getByRole('heading', { name: 'Subscribers by day' })).toBeVisible();
  await expect(total(page, 'Subscribers')).toHaveAttribute('aria-pressed', 'true');
  const rows = page.locator('[data-page]');
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText('Home');
  await expect(page.locator('[data-page="/gallery/2"]')).toContainText('Gallery, page 2');
  await page.getByRole('button', { name: 'Show all 12 pages' }).click();
  await expect(rows).toHaveCount(12);
  await expect(rows.last()).toContainText('Other pages');
  await expect(rows.last().getByRole('link')).toHaveCount(0);
  await expect(rows.nth(10)).toContainText('/news/امید');
});

test('what was counted in part is not compared', async ({ page }) => {
  await answerWith(page, days => figures(days, '2026-10-30'));
  await page.goto('/admin/statistics');
  await expect(page.getByText('Views are counted since 30 October 2026.')).toBeVisible();
  await expect(total(page, 'Views')).not.toContainText('from');
  await expect(total(page, 'Volunteers')).toContainText('from 8');
});

test('days are exported as a file for spreadsheets', async ({ page }) => {
  await answerWith(page, days => figures(days));
  await page.goto('/admin/statistics?days=7');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('statistics.csv');
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\ufeffDay,Views,Shared links,Volunteers,Subscribers,Messages');
  expect(lines).toHaveLength(1 + 7 + 1);
  expect(lines[7]).toMatch(/^2026-11-16,\d+,0,0,2,0$/);
});

test('a failure offers another try', async ({ page }) => {
  await page.route('**/rest/v1/rpc/statistics?*', route => route.fulfill({ status: 500, json: {} }));
  await page.goto('/admin/statistics');
  await expect(page.getByText('The statistics could not be loaded.')).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/rest/v1/rpc/statistics?*');
  await answerWith(page, days => figures(days));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(bars(page)).toHaveCount(30);
});

// On a server of its own, which is stopped so that it stores what it counted; by an editor, who may read this too.
alone.describe('from a visit to a number', () => {
  let server: Running;
  const editor = { email: 'ali@umeed.test', password: 'a-good-password' };
  alone.beforeAll(async () => {
    server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
    const added = await server.command(['staff', 'add', editor.email, '--role', 'editor'], editor.password);
    expect(added.code, added.stderr).toBe(0);
  });
  alone.afterAll(() => server.stop());

  alone('a visitor who opens two pages and moves to a third is three views', async ({ browser, page }) => {
    await signInAt(server.url, page, editor);
    await told(page, 'Login Successful');
    await page.goto(`${server.url}/admin/statistics`);
    await expect(page.getByText('Nothing has been counted yet.')).toBeVisible();
    expect(await violations(page)).toEqual([]);

    const agent =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36';
    const visit = await browser.newContext({ userAgent: agent });
    const visitor = await visit.newPage();
    await visitor.goto(`${server.url}/about`);
    await visitor.goto(`${server.url}/`);
    await hydrated(visitor);
    const arrived = visitor.waitForResponse(answer => answer.url().endsWith('/page-seen/blog'));
    await visitor
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Blog', exact: true })
      .click();
    expect((await arrived).status()).toBe(204);
    await expect(visitor).toHaveURL(`${server.url}/blog`);
    await visit.close();

    await server.halt();
    await server.again();
    await page.goto(`${server.url}/admin/statistics?days=7`);
    await expect(total(page, 'Views')).toContainText('3');
    for (const path of ['/', '/about', '/blog'])
      await expect(page.locator(`[data-page="${path}"]`)).toContainText('1');
    await expect(page.locator('[data-page]')).toHaveCount(3);
  });
});
