// A page visited from another page: loading, then loaded or failed.

import { loadingPaths } from './support/pages';
import { content, follow, gate, notice, open } from './support/site';
import { expect, type Page, test } from './support/test';

const contentPages = [
  { path: '/', failed: 'Could not load page content. Please try again later.', id: '[HOME-4]' },
  { path: '/about', failed: 'Could not load content.', id: '[ABT-3]' },
  { path: '/team', failed: 'The committee could not be loaded. Please try again later.', id: '[TEAM-1]' },
  { path: '/projects', failed: 'Our projects could not be loaded. Please try again later.', id: '[PROJ-1]' },
  { path: '/gallery', failed: 'The gallery could not be loaded. Please try again later.', id: '[GAL-1]' },
  {
    path: '/testimonials',
    failed: 'The testimonials could not be loaded. Please try again later.',
    id: '[TST-2]',
  },
  { path: '/donate', failed: 'Bank details could not be loaded.', id: '[DON-3]' },
  { path: '/contact', failed: 'Could not load contact information.', id: '[CON-3]' },
];

test('every page that loads something is tried here', () => {
  expect(contentPages.map(({ path }) => path).sort()).toEqual(loadingPaths);
});

async function hold(page: Page, path: string) {
  const { open, opened } = gate();
  await page.route(`**/page-data${path}`, async route => {
    await opened;
    await route.continue();
  });
  return open;
}

for (const { path, failed, id } of contentPages) {
  test(`[STAT-1] ${id} ${path} shows a spinner, then its content`, async ({ page }) => {
    await open(page, '/blog');
    const release = await hold(page, path);
    await follow(page, path);
    const spinner = page.getByRole('main').locator('[data-spinner]');
    await expect(spinner).toBeVisible();
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(spinner).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(failed)).toHaveCount(0);
  });

  test(`[STAT-1] ${id} ${path} says that it failed, and logs why`, async ({ page, context }) => {
    const logged: string[] = [];
    page.on('console', message => message.type() === 'error' && logged.push(message.text()));
    await open(page, '/blog');
    await context.setOffline(true);
    await follow(page, path);
    await expect(page.getByRole('main').getByText(failed)).toBeVisible();
    await expect.poll(() => logged.join('\n')).toContain('Could not load');
    await context.setOffline(false);
    await follow(page, '/volunteer');
    await follow(page, path);
    await expect(page.getByText(failed)).toHaveCount(0);
  });
}

test('[DON-3] failing details are also told by a destructive notice', async ({ page, context }) => {
  await open(page, '/blog');
  await context.setOffline(true);
  await follow(page, '/donate');
  await expect(page.getByRole('alert').filter({ has: notice(page) })).toContainText(
    'Could not load donation details.',
  );
  await expect(page.getByText('Bank details could not be loaded.')).toBeVisible();
});

test('[HDR-1] the header keeps its logo while the next page loads', async ({ page, request }) => {
  const { site_name } = await content(request, 'general_settings');
  await open(page, '/blog');
  const release = await hold(page, '/about');
  await follow(page, '/about');
  await expect(page.getByRole('banner').getByText(site_name)).toBeVisible();
  release();
});
