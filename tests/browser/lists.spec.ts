// Pages made of rows: what is shown, and in which order.
import { readFileSync } from 'node:fs';

import { content, open, read } from './support/site';
import { staff, sure, withOnlyRows } from './support/staff';
import { expect, test } from './support/test';

interface Named {
  name: string;
  role: string;
}

test('[TEAM-1] the committee, oldest first', async ({ page, request }) => {
  const members = await read<Named>(request, 'team_members', 'select=name,role&order=created_at.asc');
  expect(members.length).toBeGreaterThan(0);
  await open(page, '/team');
  const section = page.locator('section', {
    has: page.getByRole('heading', { name: 'Management Committee' }),
  });
  await expect(section.getByRole('heading', { level: 3 })).toHaveText(members.map(member => member.name));
  const cards = section.getByRole('listitem');
  for (const [index, member] of members.entries()) {
    await expect(cards.nth(index)).toContainText(member.role);
    await expect(cards.nth(index).getByRole('img')).toHaveCount(1);
  }
});

test('[TEAM-2] the patrons', async ({ page }) => {
  await open(page, '/team');
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Patrons' }) });
  await expect(section.getByRole('heading', { level: 3, name: 'Chief Patron' })).toBeVisible();
  const cards = section.getByRole('listitem');
  expect(await cards.count()).toBeGreaterThanOrEqual(3);
  for (const card of await cards.all()) {
    await expect(card.getByRole('heading', { level: 3 })).not.toBeEmpty();
    await expect(card.getByRole('paragraph')).not.toBeEmpty();
  }
});

test('[PROJ-1] projects with picture and rich description, oldest first', async ({ page, request }) => {
  const projects = await read<{ title: string; description: string }>(
    request,
    'projects',
    'select=title,description&order=created_at.asc',
  );
  expect(projects.length).toBeGreaterThan(0);
  await open(page, '/projects');
  const grid = page.locator('main section').first();
  await expect(grid.getByRole('heading', { level: 2 })).toHaveText(projects.map(project => project.title));
  expect(await grid.locator('.rich').count()).toBe(projects.length);
  await expect(grid.getByText(/<\/?(p|li|strong)>/)).toHaveCount(0);
  const rich = projects.findIndex(project => project.description.includes('<strong>'));
  expect(rich).toBeGreaterThanOrEqual(0);
  await expect(grid.locator('.rich').nth(rich).locator('strong').first()).toBeVisible();
  await expect(grid.getByRole('listitem').first().locator('img')).toHaveCount(1);
});

test('[GAL-1] the gallery, newest first', async ({ page, request }) => {
  const images = await read<{ image_url: string }>(
    request,
    'gallery_images',
    'select=image_url&order=created_at.desc',
  );
  expect(images.length).toBeGreaterThan(0);
  await open(page, '/gallery');
  const links = page.locator('main li a');
  const shown = await links.evaluateAll(anchors => anchors.map(anchor => anchor.getAttribute('href')));
  expect(shown).toEqual(images.slice(0, 24).map(image => image.image_url));
});

test('[TST-1] the heading and subheading staff chose', async ({ page, request }) => {
  const section = await content(request, 'testimonials_section');
  await open(page, '/testimonials');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(section.heading);
  await expect(page.getByText(section.subheading)).toBeVisible();
});

test('[TST-2] testimonials newest first, and a thank-you', async ({ page, request }) => {
  const voices = await read<Named & { quote: string }>(
    request,
    'testimonials',
    'select=name,role,quote&order=created_at.desc',
  );
  expect(voices.length).toBeGreaterThan(0);
  await open(page, '/testimonials');
  const cards = page.getByRole('figure');
  await expect(cards).toHaveCount(voices.length);
  for (const [index, voice] of voices.entries()) {
    await expect(cards.nth(index)).toContainText(voice.quote);
    await expect(cards.nth(index)).toContainText(voice.name);
    await expect(cards.nth(index)).toContainText(voice.role);
  }
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('[STO-1] success stories have their words and both pictures', async ({ page, request }) => {
  const stories = await read<{ title: string; category: string }>(
    request,
    'success_stories',
    'select=title,category&order=created_at.desc',
  );
  expect(stories.length).toBeGreaterThan(0);
  await open(page, '/projects');
  const section = page.getByRole('region', { name: 'Before and after' });
  await expect(section.getByRole('heading', { level: 3 })).toHaveText(stories.map(story => story.title));
  const first = section.getByRole('listitem').first();
  await expect(first).toContainText(stories[0]?.category ?? '');
  await expect(first.getByRole('img', { name: /^Before: / })).toBeVisible();
  await expect(first.getByRole('img', { name: /^After: / })).toBeVisible();
});

const minute = (number: number) => new Date(Date.UTC(2026, 0, 1, 12, number)).toISOString();

for (const { id, table, path, row, others } of [
  {
    id: '[PROJ-1]',
    table: 'projects',
    path: '/projects',
    row: (title: string) => ({ title, description: '' }),
    others: ['Old', 'New'],
  },
  {
    id: '[TEAM-1]',
    table: 'team_members',
    path: '/team',
    row: (name: string) => ({ name, role: 'Role' }),
    others: ['Old', 'New'],
  },
  {
    id: '[GAL-1]',
    table: 'gallery_images',
    path: '/gallery',
    row: (alt_text: string) => ({ alt_text, image_url: '/placeholders/project.svg' }),
    others: ['New', 'Old'],
  },
]) {
  test(`${id} what staff have placed comes first, the rest in the usual order`, async ({ page }) => {
    const rows = [
      { ...row('Old'), position: null, created_at: minute(1) },
      { ...row('Second'), position: 2, created_at: minute(2) },
      { ...row('New'), position: null, created_at: minute(3) },
      { ...row('First'), position: 1, created_at: minute(4) },
    ];
    await withOnlyRows(table, rows, async () => {
      await open(page, path);
      const items = page.locator('main section').first().getByRole('listitem');
      const shown = await items.evaluateAll(all =>
        all.map(item => item.querySelector('h2, h3')?.textContent ?? item.querySelector('img')?.alt),
      );
      expect(shown).toEqual(['First', 'Second', ...others]);
    });
  });
}

const counts = Array.from({ length: 17 }, (_, index) => index + 1);
const widths = [360, 768, 1280];

interface Grid {
  id: string;
  path: string;
  table: string;
  list: string;
  row(index: number): object;
  /** Portraits may leave room at the end of a row, as long as nobody stands there alone. */
  ragged?: boolean;
}

const grids: Grid[] = [
  {
    id: '[GAL-1]',
    path: '/gallery',
    table: 'gallery_images',
    list: 'main section ul',
    row: index => ({ image_url: '/placeholders/project.svg', alt_text: `Picture ${index}` }),
  },
  {
    id: '[PROJ-1]',
    path: '/projects',
    table: 'projects',
    list: 'main section:first-of-type ul.cards',
    row: index => ({
      title: `Project ${index}`,
      description: '<p>Words</p>',
      image_url: '/placeholders/project.svg',
    }),
  },
  {
    id: '[TST-2]',
    path: '/testimonials',
    table: 'testimonials',
    list: 'main ul.cards',
    row: index => ({ name: `Person ${index}`, role: 'Helper', quote: 'Thank you', is_visible: true }),
  },
  {
    id: '[STO-1]',
    path: '/projects',
    table: 'success_stories',
    list: '[aria-labelledby=before-and-after] ul',
    row: index => ({ title: `Story ${index}`, description: 'Words', category: 'General' }),
  },
  {
    id: '[TEAM-1]',
    path: '/team',
    table: 'team_members',
    list: 'ul.people',
    row: index => ({ name: `Person ${index}`, role: 'Helper', image_url: '/placeholders/person.svg' }),
    ragged: true,
  },
];

/** How far to the end of the last row its items reach, from 0 to 1, and how many they are. */
function lastRowOf(list: Element) {
  const whole = list.getBoundingClientRect();
  const boxes = [...list.children].map(item => item.getBoundingClientRect());
  const lowest = Math.max(...boxes.map(box => box.bottom));
  const last = boxes.filter(box => box.bottom > lowest - 2);
  const reach = Math.max(...last.map(box => box.right)) - Math.min(...last.map(box => box.left));
  return { reach: reach / whole.width, alone: last.length === 1 && (last[0]?.width ?? 0) < whole.width - 2 };
}

// How a list is laid out is the server's and the style's doing; the app finds it as it is.
test.describe('laid out', () => {
  test.use({ javaScriptEnabled: false });

  for (const { id, path, table, list, row, ragged } of grids) {
    test(`${id} one to seventeen of ${table} leave no hole and nobody alone`, async ({ page }) => {
      test.slow();
      await withOnlyRows(table, [], async () => {
        const client = await staff();
        for (const count of counts) {
          sure(await client.from(table).insert({ ...row(count), created_at: minute(count) }));
          await page.goto(path);
          await expect(page.locator(list).locator('> li')).toHaveCount(count);
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 });
            const { reach, alone } = await page.locator(list).evaluate(lastRowOf);
            const where = `${count} at ${width} px`;
            // One person with the words beside the portrait is not stretched to the page's width.
            if (!(ragged && count === 1)) expect(alone, where).toBe(false);
            if (!ragged) expect(reach, where).toBeGreaterThan(0.97);
          }
        }
      });
    });
  }

  for (const count of [8, 17, 18, 19]) {
    test(`[GAL-1] ${count} pictures leave no hole in the middle of the grid`, async ({ page }) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        image_url: '/placeholders/project.svg',
        alt_text: `Picture ${index}`,
        created_at: minute(index),
      }));
      await withOnlyRows('gallery_images', rows, async () => {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await page.goto('/gallery');
          const { covered, whole } = await page.locator('main section ul').evaluate(list => {
            const box = list.getBoundingClientRect();
            const gap = Number.parseFloat(getComputedStyle(list).columnGap);
            const area = (part: DOMRect) => (part.width + gap) * (part.height + gap);
            const pictures = [...list.children].map(item => area(item.getBoundingClientRect()));
            return { covered: pictures.reduce((sum, part) => sum + part, 0), whole: area(box) };
          });
          expect(covered / whole, `${width} px`).toBeGreaterThan(0.97);
        }
      });
    });
  }
});

const schema = readFileSync(new URL('../../web/src/schema.gen.ts', import.meta.url), 'utf8');
const placeholders = [
  ...new Set([...schema.matchAll(/'(\/placeholders\/[^']+)'/g)].map(match => match[1] ?? '')),
];

test('[ALST-3] the placeholder pictures of new rows ship with the site, and are shown as they are', async ({
  page,
  request,
}) => {
  expect(placeholders.length).toBeGreaterThanOrEqual(4);
  for (const url of placeholders) {
    const answer = await request.get(url);
    expect(answer.status(), url).toBe(200);
    expect(answer.headers()['content-type']).toContain('image/svg+xml');
  }
  const rows = placeholders.map(image_url => ({ title: image_url, description: '', image_url }));
  await withOnlyRows('projects', rows, async () => {
    await open(page, '/projects');
    const pictures = page.locator('main section').first().locator('img');
    await expect(pictures).toHaveCount(rows.length);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveAttribute('src', /^\/placeholders\//);
      await expect(picture).not.toHaveAttribute('srcset');
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
    }
  });
});
