// What staff save, the next visitor sees.
import { brotliCompressSync } from 'node:zlib';

import { follow, open, phone } from './support/site';
import { withContent, withOnlyRows } from './support/staff';
import { expect, type Page, test } from './support/test';

const ago = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, 0) - minutes * 60_000).toISOString();

test('[SHL-3] the title follows an edit of the name', async ({ page }) => {
  await open(page, '/about');
  await withContent(
    'general_settings',
    settings => ({ ...settings, site_name: 'Another Name & Co' }),
    async () => {
      await follow(page, '/team');
      await expect(page).toHaveTitle('Another Name & Co');
      await open(page, '/blog');
      await expect(page).toHaveTitle('Another Name & Co');
      await expect(page.getByRole('banner')).toContainText('Another Name & Co');
    },
  );
});

test('[FTR-3] an empty list of ways to get involved shows nothing', async ({ page }) => {
  await withContent(
    'footer',
    footer => ({ ...footer, get_involved_links: [] }),
    async () => {
      await open(page, '/');
      await expect(page.getByRole('navigation', { name: 'Quick Links' })).toBeVisible();
      await expect(page.getByText('Get Involved')).toHaveCount(0);
    },
  );
});

test('[ABT-1] a heading with marks keeps them, and there is one h1', async ({ page }) => {
  const edited = {
    main_heading: '<h1>We are <em>neighbours</em></h1><p><br></p>',
    vision_heading: '<h2>Vision</h2>',
  };
  await withContent(
    'about',
    about => ({ ...about, ...edited }),
    async () => {
      await open(page, '/about');
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('h1')).toHaveText('We are neighbours');
      await expect(page.locator('h1 em')).toHaveText('neighbours');
    },
  );
});

test('[TST-1] defaults stand in for an empty heading and subheading', async ({ page }) => {
  await withContent(
    'testimonials_section',
    () => ({}),
    async () => {
      await open(page, '/testimonials');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Voices of Impact');
      await expect(page.getByRole('main')).toContainText(/gratitude/i);
    },
  );
});

test('[TST-2] only visible testimonials, newest first, with a default picture', async ({ page }) => {
  const voices = [
    { name: 'Older', role: 'R', quote: 'One', is_visible: true, image_url: null, created_at: ago(30) },
    { name: 'Hidden', role: 'R', quote: 'Two', is_visible: false, image_url: null, created_at: ago(20) },
    { name: 'Newer', role: 'R', quote: 'Three', is_visible: true, image_url: null, created_at: ago(10) },
  ];
  await withOnlyRows('testimonials', voices, async () => {
    await open(page, '/testimonials');
    await expect(page.getByRole('figure')).toContainText(['Newer', 'Older']);
    await expect(page.getByText('Hidden')).toHaveCount(0);
    const picture = page.getByRole('figure').first().locator('img');
    await expect(picture).toHaveAttribute('src', /portrait/);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });
});

test('[DON-2] the online card goes when it is switched off, and comes when it is on', async ({ page }) => {
  const card = (seen: Page) => seen.getByRole('heading', { name: 'Online Donation' });
  for (const enabled of [false, true]) {
    await withContent(
      'donation_details',
      bank => ({ ...bank, online_donations_enabled: enabled }),
      async () => {
        await open(page, '/donate');
        await expect(card(page)).toHaveCount(enabled ? 1 : 0);
      },
    );
  }
});

test('[CON-1] a map address that may not be framed is only linked to, or left out', async ({ page }) => {
  const framed = page.locator('main iframe');
  for (const [map_url, links] of [
    ['https://maps.example/here', 1],
    ['', 0],
  ] as const) {
    await withContent(
      'contact',
      contact => ({ ...contact, map_url }),
      async () => {
        await open(page, '/contact');
        await expect(framed).toHaveCount(0);
        await expect(page.getByRole('link', { name: 'Open the map' })).toHaveCount(links);
      },
    );
  }
});

test('plain texts stay plain: what looks like HTML in them is shown as it was typed', async ({ page }) => {
  const typed = '<img src=x onerror="document.title=1"> <b>bold</b>';
  const story = { title: typed, category: typed, description: typed, created_at: ago(1) };
  await withOnlyRows('success_stories', [story], async () => {
    await open(page, '/projects');
    const region = page.getByRole('region', { name: 'Before and after' });
    await expect(region.getByText(typed)).toHaveCount(3);
  });
  const about_us_summary = { heading: typed, text: typed };
  await withContent(
    'homepage',
    home => ({ ...home, about_us_summary }),
    async () => {
      await open(page, '/');
      await expect(page.getByRole('main').getByText(typed)).toHaveCount(2);
    },
  );
});

test('[STO-1] nothing is shown while there are no stories', async ({ page }) => {
  await withOnlyRows('success_stories', [], async () => {
    await open(page, '/projects');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Before and after')).toHaveCount(0);
  });
});

test('[PROJ-1] oldest first; a long title and a missing picture keep their place', async ({ page }) => {
  const long = 'A very long title '.repeat(11).trim();
  const rows = [
    { title: 'Second', description: '<p>Two</p>', image_url: null, created_at: ago(10) },
    { title: long, description: '<h1>Big</h1><p>One</p>', image_url: null, created_at: ago(20) },
    { title: 'W'.repeat(120), description: '', image_url: null, created_at: ago(5) },
  ];
  await withOnlyRows('projects', rows, async () => {
    await page.setViewportSize(phone);
    await open(page, '/projects');
    const titles = page.locator('main section').first().getByRole('heading', { level: 2 });
    await expect(titles).toHaveText([long, 'Second', 'W'.repeat(120)]);
    await expect(page.locator('h1')).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

for (const [path, table, says] of [
  ['/projects', 'projects', 'Our projects will be described here soon.'],
  ['/gallery', 'gallery_images', 'Pictures of our work will be shown here soon.'],
  ['/team', 'team_members', 'The committee will be introduced here soon.'],
  ['/testimonials', 'testimonials', 'The first voices will be heard here soon.'],
] as const) {
  test(`${path} with nothing in it says so`, async ({ page }) => {
    await withOnlyRows(table, [], async () => {
      await open(page, path);
      await expect(page.getByText(says)).toBeVisible();
    });
  });
}

test('[GAL-1] sixty pictures come in steps, newest first', async ({ page }) => {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    image_url: `/storage/v1/object/public/website_images/gallery/none-${index}.webp`,
    alt_text: `Picture ${index}`,
    created_at: ago(index),
  }));
  await withOnlyRows('gallery_images', rows, async () => {
    await open(page, '/gallery');
    const links = page.locator('main li a');
    await expect(links).toHaveCount(24);
    await expect(links.first().locator('img')).toHaveAttribute('alt', 'Picture 0');
    const more = page.getByRole('link', { name: 'Show more' });
    await more.click();
    await expect(links).toHaveCount(48);
    await expect(links.nth(24)).toBeFocused();
    await more.click();
    await expect(links).toHaveCount(60);
    await expect(links.last().locator('img')).toHaveAttribute('alt', 'Picture 59');
    await expect(more).toHaveCount(0);
    await expect(page).toHaveURL('/gallery');
  });
});

test('[GAL-1] [GAL-2] two thousand pictures stay light: parts of 24, the overlay walks on, plain links without scripts', async ({
  page,
  browser,
  baseURL,
}) => {
  const rows = Array.from({ length: 2_000 }, (_, index) => ({
    image_url: `/storage/v1/object/public/website_images/gallery/1763190000000-a-name-of-usual-length-${index}.webp`,
    alt_text: `Children of the one room school in Chak ${index} reading together`,
    created_at: ago(index),
  }));
  await withOnlyRows('gallery_images', rows, async () => {
    const html = await (await page.request.get('/gallery')).body();
    expect(brotliCompressSync(html).length).toBeLessThan(20 * 1024);
    await open(page, '/gallery');
    const links = page.locator('main li a');
    const overlay = page.getByRole('dialog', { name: 'Enlarged picture' });
    await links.last().click();
    await expect(overlay).toContainText('Picture 24');
    await page.keyboard.press('ArrowRight');
    await expect(overlay).toContainText('Picture 25');
    await page.keyboard.press('Escape');
    await expect(links).toHaveCount(48);

    const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto('/gallery');
    await plain.getByRole('link', { name: 'Show more' }).click();
    await expect(plain).toHaveURL('/gallery/2');
    await expect(plain.locator('main li img').first()).toHaveAttribute('alt', /Chak 24 /);
    await plain.getByRole('link', { name: 'Newer pictures' }).click();
    await expect(plain).toHaveURL('/gallery');
    expect((await plain.goto('/gallery/84'))?.status()).toBe(200);
    await expect(plain.locator('main li')).toHaveCount(8);
    await expect(plain.getByRole('link', { name: 'Show more' })).toHaveCount(0);
    expect((await plain.goto('/gallery/85'))?.status()).toBe(404);
    await context.close();
  });
});
