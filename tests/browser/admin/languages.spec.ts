// The whole admin from right to left in a made-up language: nothing sticks out, and no text is left in English.
import { overflow, speakPseudo, untranslated } from '../support/pseudo';
import { desktop, notice, phone } from '../support/site';
import { staff, sure, withOnlyRows } from '../support/staff';
import type { Page } from '../support/test';
import { expect, furtherPaths, screenPaths, test } from './desk';

test.describe.configure({ timeout: 90_000 });

const paths = [...screenPaths, ...furtherPaths, '/admin/no-such-screen'];

/** The sections of the about page are labelled by their keys, as they are stored. */
const sections = /^(main (sub)?heading|(vision|mission) (heading|text)|annual report note)$/;

async function check(page: Page, state: string) {
  const left = (await untranslated(page)).filter(text => !sections.test(text));
  expect.soft(left, state).toEqual([]);
  expect.soft(await overflow(page), state).toBeLessThanOrEqual(0);
}

async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').locator('[data-spinner]')).toHaveCount(0);
  const row = page.getByRole('article').getByRole('button', { expanded: false }).first();
  if (await row.isVisible()) await row.click();
  if (/about|projects/.test(path)) await expect(page.getByRole('toolbar').first()).toBeVisible();
}

for (const path of paths)
  test(`${path} in another language, from right to left`, async ({ page }) => {
    await speakPseudo(page);
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await open(page, path);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await check(page, `at ${viewport.width} px`);
    }
  });

test('rows, search, order, Undo, questions and failures in another language', async ({ page }) => {
  await speakPseudo(page);
  await page.setViewportSize(phone);
  const many = Array.from({ length: 11 }, (_, index) => ({
    title: `پانی ${index}`,
    description: '<p>صاف</p>',
  }));
  await withOnlyRows('projects', many, async () => {
    await open(page, '/admin/manage-projects');
    await check(page, 'rows');
    await page.locator('[data-reorder]').click();
    await expect(page.locator('[data-order]').first()).toBeVisible();
    await page.locator('[data-move=up]').nth(1).click();
    await check(page, 'order');
    await page.reload();
    await page.getByRole('searchbox').fill('nothing');
    await expect(page.getByRole('article')).toHaveCount(0);
    await check(page, 'nothing found');
    await open(page, '/admin/manage-projects');
    await page.locator('article input[type=text]').fill('کنواں');
    await page.locator('header button').click();
    await expect(page.locator('dialog')).toBeVisible();
    await check(page, 'drawer');
    await page.locator('dialog a').first().click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await check(page, 'leaving');
    await page.keyboard.press('Escape');
    await page
      .getByRole('article')
      .filter({ has: page.locator('form') })
      .locator('form button')
      .nth(-2)
      .click();
    await expect(notice(page)).toBeVisible();
    await check(page, 'deleted');
  });
  const people = Array.from({ length: 11 }, (_, index) => ({
    name: `آمنہ ${index}`,
    city: 'فیصل آباد',
    phone: '0300 0000000',
  }));
  await withOnlyRows('volunteers', people, async () => {
    await open(page, '/admin/manage-volunteers');
    await check(page, 'volunteers');
    await page.goto('/admin');
    await expect(page.locator('[data-count]').first()).toBeVisible();
    await check(page, 'dashboard');
  });
  await page.route('**/rest/v1/volunteers**', route =>
    route.fulfill({ status: 500, json: { code: 'x', message: '۔' } }),
  );
  await page.goto('/admin/manage-volunteers');
  await expect(notice(page)).toBeVisible();
  await check(page, 'failed');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/admin/login');
  await expect(page.locator('#password')).toBeVisible();
  await check(page, 'sign-in');
});

test('earlier versions and what was deleted, in another language', async ({ page }) => {
  await speakPseudo(page);
  await withOnlyRows('projects', [{ title: 'پانی', description: '<p>صاف</p>' }], async () => {
    const client = await staff();
    sure(await client.from('projects').update({ title: 'کنواں', position: 1 }).eq('title', 'پانی'));
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await open(page, '/admin/manage-projects');
      await page.getByRole('article').locator('button[aria-haspopup=dialog]').last().click();
      await expect(page.locator('dialog li').first()).toBeVisible();
      await check(page, `versions at ${viewport.width} px`);
      await page.keyboard.press('Escape');
      await page.locator('[data-recently-deleted] button').first().click();
      await expect(page.locator('[data-recently-deleted] li').first()).toBeVisible();
      await check(page, `deleted at ${viewport.width} px`);
    }
  });
});

test('a preview in another language, from right to left', async ({ page }) => {
  await speakPseudo(page);
  await withOnlyRows('projects', [{ title: 'پانی', description: '<p>صاف</p>' }], async () => {
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await open(page, '/admin/manage-projects');
      await page.getByRole('article').locator('button[aria-haspopup=dialog]').first().click();
      await expect(page.frameLocator('dialog iframe').getByText('پانی')).toBeVisible();
      for (const radio of await page.locator('dialog input[type=radio]').all()) {
        await radio.check();
        await check(page, `preview at ${viewport.width} px`);
        const box = await page.locator('dialog iframe').boundingBox();
        const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2;
        expect(Math.abs(middle - viewport.width / 2)).toBeLessThanOrEqual(1);
      }
      await page.keyboard.press('Escape');
    }
  });
});
