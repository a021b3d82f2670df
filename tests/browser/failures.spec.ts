// Content that is really missing: staff's rows are taken away, and put back.

import { follow, gate, notice, open } from './support/site';
import { withoutContent } from './support/staff';
import { expect, test } from './support/test';

const missing = [
  {
    id: '[HOME-4]',
    key: 'homepage',
    path: '/',
    says: 'Could not load page content. Please try again later.',
  },
  { id: '[ABT-3]', key: 'about', path: '/about', says: 'Could not load content.' },
  { id: '[DON-3]', key: 'donation_details', path: '/donate', says: 'Bank details could not be loaded.' },
  { id: '[CON-3]', key: 'contact', path: '/contact', says: 'Could not load contact information.' },
];

for (const { id, key, path, says } of missing) {
  test(`${id} ${path} without its content, at first sight and on a visit`, async ({ page }) => {
    const logged: string[] = [];
    page.on('console', message => message.type() === 'error' && logged.push(message.text()));
    await withoutContent(key, async () => {
      await open(page, path);
      await expect(page.getByText(says)).toBeVisible();
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect.poll(() => logged.join('\n')).toContain('Could not load');
      await open(page, '/blog');
      await follow(page, path);
      await expect(page.getByText(says)).toBeVisible();
      if (id === '[DON-3]') await expect(notice(page)).toContainText('Could not load donation details.');
    });
    await open(page, path);
    await expect(page.getByText(says)).toHaveCount(0);
  });
}

for (const key of ['general_settings', 'footer', 'newsletter_section']) {
  test(`[FTR-2] without ${key} there is no footer`, async ({ page }) => {
    await withoutContent(key, async () => {
      await open(page, '/about');
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
      await open(page, '/blog');
      await follow(page, '/team');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Team');
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
    });
    await open(page, '/about');
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });
}

test('[HDR-1] a spinner stands in for the logo while settings load', async ({ page }) => {
  const brand = page.getByRole('banner').locator('a[href="/"]').first();
  const loading = gate();
  await withoutContent('general_settings', async () => {
    await open(page, '/blog');
    await expect(brand.locator('img')).toHaveCount(0);
    await page.route('**/page-data/team', async route => {
      await loading.opened;
      await route.continue();
    });
    await follow(page, '/team');
    await expect(brand.locator('[data-spinner]')).toBeVisible();
  });
  loading.open();
  await expect(brand.locator('[data-spinner]')).toHaveCount(0);
});
