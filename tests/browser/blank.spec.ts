// A site that has just been installed without sample content, and one whose staff have cleared everything.
import { createClient } from '@supabase/supabase-js';
import ws from 'ws';
import { type Running, start } from '../server';
import { violations } from './support/axe';
import { hydrated, paths, phone } from './support/site';
import { test as base, expect, type Page } from './support/test';

const test = base.extend<object, { blank: Running }>({
  blank: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const { UMEED_WEB_DIST } = process.env;
      const server = await start({ ...(UMEED_WEB_DIST && { UMEED_WEB_DIST }) });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

async function clear({ url, anonKey, email, password }: Running) {
  const client = createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  const { data: rows, error: unread } = await client.from('website_content').select('page_key');
  if (unread) throw unread;
  expect(rows.length).toBeGreaterThan(5);
  for (const { page_key } of rows) {
    const { error } = await client.from('website_content').update({ content: {} }).eq('page_key', page_key);
    if (error) throw error;
  }
}

async function look(page: Page, url: string) {
  await page.setViewportSize(phone);
  for (const path of paths) {
    await page.goto(url + path, { waitUntil: 'commit' });
    await hydrated(page);
    const empty = await page
      .locator('h1, h2, h3, h4')
      .evaluateAll(all => all.filter(heading => !heading.textContent?.trim()).length);
    expect(empty, `${path}: headings without words`).toBe(0);
    await expect(page.locator('h1')).toHaveCount(1);
    const brand = page.getByRole('banner').getByRole('link').first();
    await expect(brand).toHaveText('Our Foundation');
    await expect(page.getByRole('contentinfo')).toContainText(
      /© \d{4} Our Foundation\. All rights reserved\./,
    );
    await expect(page).toHaveTitle('Our Foundation');
    expect(await violations(page), path).toEqual([]);
  }
  await page.goto(`${url}/donate`);
  const card = page.getByRole('article').filter({ hasText: 'Bank Transfer' });
  await expect(card).toContainText('Our bank details will be published here soon.');
  await expect(card.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
  await page.goto(`${url}/about`);
  for (const aim of ['Our vision', 'Our mission'])
    await expect(
      page.getByRole('article').filter({ has: page.getByRole('heading', { name: aim }) }),
    ).toContainText('We will publish this here soon.');
  await page.goto(`${url}/contact`);
  await expect(page.getByRole('main')).toContainText('will be published here soon');
}

test('a site without sample content has words for everything that is still empty', async ({
  page,
  blank,
}) => {
  test.slow();
  await look(page, blank.url);
});

test('a site whose documents were all cleared has them too', async ({ page, blank }) => {
  test.slow();
  await clear(blank);
  await look(page, blank.url);
});
