// Every admin screen on a phone and on a desk: nothing sticks out, axe finds nothing, the keyboard reaches all.

import { violations } from '../support/axe';
import { desktop, gate, phone } from '../support/site';
import { staff, sure, withOnlyRows } from '../support/staff';
import type { Page } from '../support/test';
import { drawPicture, expect, screenPaths as paths, refuse, save, test, told } from './desk';

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

async function check(page: Page, state: string) {
  expect.soft(await violations(page), state).toEqual([]);
}

for (const viewport of [phone, desktop])
  test(`[ADM-6] what opens while somebody edits has no violations at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await withOnlyRows('projects', [{ title: 'Water', description: '<p>Clean</p>' }], async () => {
      await loaded(page, '/admin/manage-projects');
      const item = page.getByRole('article');
      const title = item.getByLabel('Title', { exact: true });
      await title.fill('Well');
      await check(page, 'unsaved');
      await item.getByRole('button', { name: 'Link', exact: true }).click();
      await item.getByLabel('Link to').fill('javascript:x');
      await page.keyboard.press('Enter');
      await expect(item.getByRole('alert')).toBeVisible();
      await check(page, 'the panel for a link, with a refused address');
      await item.getByLabel('Link to').press('Escape');

      sure(await (await staff()).from('projects').update({ title: 'Pump' }).eq('title', 'Water'));
      await save(item);
      await told(page, /Failed to save project/);
      await expect(item.getByRole('region', { name: 'Conflicting changes' })).toBeVisible();
      await check(page, 'conflict, with its notice');
      await item.getByRole('button', { name: 'Keep mine' }).click();
      await told(page, 'Project saved!');

      await title.fill('Offered again');
      await page.reload();
      await expect(item.getByRole('button', { name: 'Bring back' })).toBeVisible();
      // Its toolbar is there a moment before the text that it is for.
      await expect(item.locator('.rich-editor')).toBeVisible();
      await check(page, 'a draft on offer');
      await item.getByRole('button', { name: 'Bring back' }).click();

      sure(await (await staff()).from('projects').delete().eq('title', 'Well'));
      await save(item);
      await expect(item.getByRole('button', { name: 'Leave it deleted' })).toBeVisible();
      await check(page, 'deleted by somebody else');
      await item.getByRole('button', { name: 'Leave it deleted' }).click();
    });
  });

for (const viewport of [phone, desktop])
  test(`[ADM-6] uploads under way and failed, the gallery’s question and a found search have no violations at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await loaded(page, '/admin/manage-gallery');
    const buffer = await drawPicture(page);
    const held = gate();
    await page.route('**/storage/v1/object/website_images/**', async route => {
      if (route.request().method() !== 'POST') return route.continue();
      await held.opened;
      await route.abort('internetdisconnected');
    });
    const files = ['one.png', `${'a-long-name-without-a-space'.repeat(4)}.png`];
    await page
      .getByLabel('Upload Images')
      .setInputFiles(files.map(name => ({ name, mimeType: 'image/png', buffer })));
    await expect(page.getByRole('progressbar')).toHaveCount(2);
    await check(page, 'under way');
    held.open();
    await told(page, 'An upload failed');
    await expect(page.getByRole('button', { name: 'Retry all' })).toBeVisible();
    await check(page, 'failed');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    const dismiss = page.getByRole('button', { name: /^Dismiss/ });
    await dismiss.first().click();
    await dismiss.click();

    await page.getByLabel('Search images').fill('nurse');
    await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible();
    await check(page, 'a search that found something');
    const tile = page.getByRole('main').locator('[data-item]').first();
    await tile.locator('img').hover();
    await tile.getByRole('button', { name: /^Delete/ }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await check(page, 'the question');
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.goto('/admin/manage-homepage');
    await page
      .getByLabel('Background image', { exact: true })
      .setInputFiles({ name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('Dear all,') });
    await expect(page.getByRole('button', { name: 'Dismiss letter.png' })).toBeVisible();
    await check(page, 'a failed picture in a form');
    await page.getByLabel('Heading', { exact: true }).fill('Changed');
    await page.getByRole('button', { name: 'Undo changes' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await check(page, 'the question before undoing');
  });

for (const path of ['/admin/manage-homepage', '/admin/manage-projects'])
  test(`[ADM-6] ${path} that could not be loaded has no violations`, async ({ page }) => {
    await refuse(page, 'GET', '/rest/v1/');
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await check(page, `failed, at ${viewport.width} px`);
    }
  });

for (const viewport of [phone, desktop])
  test(`[ADM-6] lists that are empty, long, failed or just undone have no violations at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const phoneNumber = (index: number) => `0300 00000${10 + index}`;
    await withOnlyRows('projects', [], async () => {
      await loaded(page, '/admin/manage-projects').catch(() => {});
      await expect(page.getByText('No projects yet.')).toBeVisible();
      await check(page, 'empty');
    });
    const many = Array.from({ length: 12 }, (_, index) => ({
      title: `Project ${index} ${'long '.repeat(50)}`,
    }));
    await withOnlyRows('projects', many, async () => {
      await page.reload();
      await page.getByRole('article').getByRole('button').first().click();
      await page.getByLabel('Title', { exact: true }).fill('Changed');
      await check(page, 'long');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await told(page, 'Project deleted successfully.');
      await check(page, 'deleted, with Undo');
      await page.getByLabel('Search projects').fill('no such thing');
      await expect(page.getByText(/^Nothing found/)).toBeVisible();
      await check(page, 'nothing found');
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
      await check(page, 'volunteers');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      );
    });
    await refuse(page, 'GET', '/rest/v1/volunteers');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await check(page, 'failed');
  });

test('[ADM-6] on a phone, what has focus is never under the save bar', async ({ page }) => {
  await page.setViewportSize(phone);
  for (const path of ['/admin/manage-homepage', '/admin/manage-contact-footer', '/admin/manage-settings']) {
    await loaded(page, path);
    await expect(page.locator('[data-save-bar]').first()).toBeVisible();
    await page.getByRole('main').focus();
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body || focused.closest('[data-save-bar], .save-bar, header'))
          return undefined;
        const box = focused.getBoundingClientRect();
        // A field that is higher than the screen cannot be shown in full; its beginning is what counts.
        const bottom = Math.min(box.bottom, box.top + 48);
        for (const bar of document.querySelectorAll('[data-save-bar], .save-bar')) {
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
