// Pages whose words are part of the site, not of its content.

import { notice, open } from './support/site';
import { expect, test } from './support/test';

test('[PRES-1] a message from each of the two presidents', async ({ page }) => {
  await open(page, '/presidents-messages');
  for (const name of ['Message from the President', 'Message from the Women Wing President']) {
    const letter = page.getByRole('article', { name });
    await expect(letter.getByRole('heading', { name })).toBeVisible();
    expect((await letter.textContent())?.length).toBeGreaterThan(600);
  }
});

test('[FOOT-1] five places of five kinds', async ({ page }) => {
  await open(page, '/footprint');
  const places = page.locator('main ol > li');
  await expect(places).toHaveCount(5);
  const kinds = [
    'Main Campus',
    'Dispensary & Collection Center',
    'Dispensary',
    'Mobile Service',
    'School & Nursing College',
  ];
  for (const kind of kinds) await expect(places.getByText(kind, { exact: true })).toHaveCount(1);
});

test('[FOOT-1] a map of the area, loaded lazily, with a link beside it', async ({ page }) => {
  await page.route(/openstreetmap\.org/, route => route.fulfill({ contentType: 'text/html', body: 'map' }));
  await open(page, '/footprint');
  const map = page.locator('main iframe');
  await expect(map).toHaveAttribute('title', /Faisalabad/);
  await expect(map).toHaveAttribute('loading', 'lazy');
  const source = new URL((await map.getAttribute('src')) ?? '');
  expect(source.searchParams.get('bbox')).toBe('73.0,31.3,73.5,31.6');
  await expect(page.getByRole('link', { name: 'Open the map' })).toHaveAttribute(
    'href',
    /openstreetmap\.org/,
  );
});

test('[FOOT-1] the policy of the page lets the map in', async ({ page }) => {
  const refused: string[] = [];
  page.on(
    'console',
    message => /Content Security Policy/.test(message.text()) && refused.push(message.text()),
  );
  const framed = page.waitForRequest(/openstreetmap\.org\/export\/embed/);
  await page.route(/openstreetmap\.org/, route => route.fulfill({ contentType: 'text/html', body: 'map' }));
  await open(page, '/footprint');
  await page.locator('main iframe').scrollIntoViewIfNeeded();
  await framed;
  expect(refused).toEqual([]);
});

test('[UPC-1] the Complex, its six facilities, and a way to contribute', async ({ page }) => {
  await open(page, '/upcoming-projects');
  await expect(page.getByRole('heading', { level: 2, name: 'The Complex' })).toBeVisible();
  await expect(page.locator('main').getByRole('heading', { level: 3 })).toHaveText([
    'General Hospital',
    'Old Age Home and Orphan Center',
    'Vocational Training Institute',
    '24/7 Ambulance Service',
    'Clean Water Filtration Plant',
    'Islamic Research Center',
  ]);
  await page.getByRole('link', { name: 'Contribute to Our Future' }).click();
  await expect(page).toHaveURL('/donate');
});

test('[BLOG-1] three posts with category, title, date and excerpt', async ({ page }) => {
  await open(page, '/blog');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog & Updates');
  const posts = page.locator('main li');
  await expect(posts).toHaveCount(3);
  for (const [index, category] of ['Campaigns', 'Success Stories', 'Initiatives'].entries()) {
    const post = posts.nth(index);
    await expect(post.getByText(category, { exact: true })).toBeVisible();
    await expect(post.getByRole('heading', { level: 2 })).not.toBeEmpty();
    await expect(post.locator('time')).toHaveText(/^\d{1,2} [A-Z][a-z]+ \d{4}$/);
    await expect(post.getByRole('img')).toHaveAttribute('alt', /\w+ \w+/);
    expect((await post.textContent())?.length).toBeGreaterThan(120);
  }
});

test('[BLOG-2] Read More says that the article is to come', async ({ page }) => {
  await open(page, '/blog');
  const buttons = page.getByRole('button', { name: 'Read More', exact: true });
  await expect(buttons).toHaveCount(3);
  await expect(buttons.nth(1)).toHaveAccessibleDescription('A sewing machine, and what it paid for');
  await buttons.nth(1).click();
  await expect(notice(page)).toContainText('Full Article Coming Soon!');
  await expect(notice(page)).toContainText('The full article will be published shortly.');
});
