// Every admin screen on a phone and on a desk: nothing sticks out, axe finds nothing, the keyboard reaches all.

import { violations } from '../support/axe';
import { desktop, phone } from '../support/site';
import { withOnlyRows } from '../support/staff';
import type { Page } from '../support/test';
import { expect, screenPaths as paths, refuse, test, told } from './desk';

async function loaded(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').locator('[data-spinner]')).toHaveCount(0);
  // Lists on a phone are rows: the first one is opened, so that its form is looked at as well.
  const row = page.getByRole('article').getByRole('button', { expanded: false }).first();
  if (await row.isVisible()) await row.click();
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
  await page.getByLabel('Name', { exact: true }).first().fill('Changed');
  await page.getByRole('button', { name: 'Open menu' }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Gallery' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('button', { name: 'Reorder' }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/admin/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

for (const viewport of [phone, desktop])
  test(`[ADM-6] lists that are empty, long, failed or just undone have no violations at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const check = async (state: string) => {
      // Half faded in, any text has too little contrast.
      await page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.finished)));
      expect(await violations(page), state).toEqual([]);
    };
    const phoneNumber = (index: number) => `0300 00000${10 + index}`;
    await withOnlyRows('projects', [], async () => {
      await loaded(page, '/admin/manage-projects').catch(() => {});
      await expect(page.getByText('No projects yet.')).toBeVisible();
      await check('empty');
    });
    const many = Array.from({ length: 12 }, (_, index) => ({
      title: `Project ${index} ${'long '.repeat(50)}`,
    }));
    await withOnlyRows('projects', many, async () => {
      await page.reload();
      await page.getByRole('article').getByRole('button').first().click();
      await page.getByLabel('Title', { exact: true }).fill('Changed');
      await check('long');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await told(page, 'Project deleted successfully.');
      await check('deleted, with Undo');
      await page.getByLabel('Search projects').fill('no such thing');
      await expect(page.getByText(/^Nothing found/)).toBeVisible();
      await check('nothing found');
    });
    const people = Array.from({ length: 12 }, (_, index) => ({
      name: index === 0 ? 'ا'.repeat(60) : `Person ${index}`,
      city: 'Faisalabad',
      phone: phoneNumber(index),
      skills: 'word '.repeat(index * 10),
    }));
    await withOnlyRows('volunteers', people, async () => {
      await page.goto('/admin/manage-volunteers');
      await expect(page.getByRole('row')).not.toHaveCount(0);
      await check('volunteers');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      );
    });
    await refuse(page, 'GET', '/rest/v1/volunteers');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await check('failed');
  });

test('[ADM-6] on a phone, what has focus is never under the save bar', async ({ page }) => {
  await page.setViewportSize(phone);
  for (const path of ['/admin/manage-homepage', '/admin/manage-contact-footer', '/admin/manage-settings']) {
    await loaded(page, path);
    await page.getByRole('main').focus();
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body || focused.closest('.save-bar, header')) return undefined;
        const box = focused.getBoundingClientRect();
        // A field that is higher than the screen cannot be shown in full; its beginning is what counts.
        const bottom = Math.min(box.bottom, box.top + 48);
        for (const bar of document.querySelectorAll('.save-bar')) {
          const over = bar.getBoundingClientRect();
          if (box.top < over.bottom && bottom > over.top + 1) return focused.outerHTML.slice(0, 200);
        }
        return undefined;
      });
      expect(covered, `${path}, after ${step + 1} steps`).toBeUndefined();
    }
  }
});

test('[ADM-6] whatever can be pressed on a phone is 44 pixels high', async ({ page }) => {
  await page.setViewportSize(phone);
  for (const path of paths) {
    await loaded(page, path);
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          'main :is(a, button, input, select, textarea, [role=switch]), header button',
        ),
      ]
        .filter(element => element.checkVisibility() && !element.closest('[contenteditable]'))
        .filter(element => {
          // A box to tick has its label as its target; a link in a sentence is as high as the sentence.
          const target = element.matches('[type=checkbox]') ? element.closest('label') : element;
          const box = target?.getBoundingClientRect();
          return box && box.width > 1 && box.height > 1 && (box.height < 43.5 || box.width < 24);
        })
        .map(element => element.outerHTML.slice(0, 160)),
    );
    expect.soft(small, path).toEqual([]);
  }
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
  await expect(saveButton).toBeFocused();
  await item.getByRole('button', { name: 'Delete', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'By keyboard' })).toHaveCount(0);
});

test('[ADM-5] public pages load nothing of the admin', async ({ page }) => {
  const traces = [
    'manage-homepage',
    'signInWithPassword',
    'ProseMirror',
    'save-bar',
    'DndLiveRegion',
    'mutationCache',
  ];
  const loadedBy = async (path: string) => {
    const bodies: Promise<string>[] = [];
    page.on('response', response => {
      if (/\.(js|css)(\?|$)/.test(response.url())) bodies.push(response.text());
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    if (path !== '/') await expect(page.getByRole('toolbar').first()).toBeVisible();
    page.removeAllListeners('response');
    return (await Promise.all(bodies)).join('\n');
  };
  const site = await loadedBy('/');
  expect(site.length, 'scripts and styles were collected').toBeGreaterThan(50_000);
  expect(traces.filter(trace => site.includes(trace))).toEqual([]);
  // The same search finds them where they are.
  const admin = await loadedBy('/admin/manage-projects');
  expect(traces.filter(trace => admin.includes(trace))).toEqual(traces);
});
