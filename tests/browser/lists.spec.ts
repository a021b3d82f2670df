// Pages made of rows: what is shown, and in which order.

import { content, open, read } from './support/site';
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
  await open(page, '/projects');
  const grid = page.locator('main section').first();
  await expect(grid.getByRole('heading', { level: 2 })).toHaveText(projects.map(project => project.title));
  expect(await grid.locator('.rich').count()).toBe(projects.length);
  await expect(grid.getByText(/<\/?(p|li|strong)>/)).toHaveCount(0);
  const rich = projects.findIndex(project => project.description.includes('<strong>'));
  if (rich >= 0) await expect(grid.locator('.rich').nth(rich).locator('strong').first()).toBeVisible();
});

test('[GAL-1] the gallery, newest first', async ({ page, request }) => {
  const images = await read<{ image_url: string }>(
    request,
    'gallery_images',
    'select=image_url&order=created_at.desc',
  );
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
