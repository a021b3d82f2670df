// Every admin screen on a phone and on a desk: nothing sticks out, axe finds nothing, the keyboard reaches all.

import { violations } from '../support/axe';
import { desktop, phone } from '../support/site';
import type { Page } from '../support/test';
import { expect, test } from './desk';

const paths = [
  '/admin',
  '/admin/manage-homepage',
  '/admin/manage-about',
  '/admin/manage-projects',
  '/admin/manage-gallery',
  '/admin/manage-donations',
  '/admin/manage-testimonials',
  '/admin/manage-success-stories',
  '/admin/manage-volunteers',
  '/admin/manage-contact-footer',
  '/admin/manage-settings',
];

async function loaded(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').locator('[data-spinner]')).toHaveCount(0);
  if (/projects|about/.test(path)) await expect(page.getByRole('toolbar').first()).toBeVisible();
}

for (const path of paths) {
  test(`[ADM-6] ${path} fits a phone and a desk, and axe finds nothing`, async ({ page }) => {
    await page.setViewportSize(phone);
    await loaded(page, path);
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      expect(await violations(page), `at ${viewport.width} px`).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
    }
  });
}

test('[ADM-1] the sign-in, a question and the drawer have no violations either', async ({ page }) => {
  await page.setViewportSize(phone);
  await loaded(page, '/admin/manage-testimonials');
  await page.getByRole('article').first().getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open menu' }).click();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/admin/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('[ADM-6] an item can be changed, saved and deleted by the keyboard alone', async ({ page }) => {
  await loaded(page, '/admin/manage-testimonials');
  const add = page.getByRole('button', { name: 'Add Testimonial' });
  await add.focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('article').first();
  await expect(item.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(item.getByRole('switch')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(item.getByRole('switch')).not.toBeChecked();
  const saveButton = item.getByRole('button', { name: 'Save', exact: true });
  while (!(await saveButton.evaluate(button => button === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(item.getByText(/^Saved/)).toBeVisible();
  await item.getByRole('button', { name: 'Delete', exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'By keyboard' })).toHaveCount(0);
});

test('[ADM-5] public pages load nothing of the admin', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', async response => {
    if (/\.(js|css)(\?|$)/.test(response.url())) scripts.push(await response.text());
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const all = scripts.join('\n');
  for (const trace of ['manage-homepage', 'signInWithPassword', 'ProseMirror', 'save-bar']) {
    expect(all.includes(trace), trace).toBe(false);
  }
});
