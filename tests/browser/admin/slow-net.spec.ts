// A volunteer on a phone whose connection is slow and whose tab closes by itself: what was chosen stays in sight, and what did
// not land is named.
import type { Page } from '@playwright/test';
import { violations } from '../support/axe';
import { gate, phone, read } from '../support/site';
import { withOnlyRows } from '../support/staff';
import { card, drawPicture, expect, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

const loaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;

async function choose(page: Page, ...names: string[]) {
  const buffer = await drawPicture(page);
  const files = names.map(name => ({ name, mimeType: 'image/png', buffer }));
  await page.getByLabel('Upload Images').setInputFiles(files);
}

/** Stored pictures do not come down until this is opened. */
async function slowPictures(page: Page) {
  const held = gate();
  await page.route('**/storage/v1/render/**', async route => {
    await held.opened;
    await route.continue();
  });
  return held;
}

/** Whether an address of this browser's own can still be read. */
const isKept = (page: Page, address: string) =>
  page.evaluate(
    url =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    address,
  );

test('[ALST-1] a picture that was uploaded stays in sight until the stored one is there', async ({
  page,
}) => {
  await withOnlyRows('projects', [{ title: 'Water', description: '', image_url: null }], async () => {
    await page.goto('/admin/manage-projects');
    const held = await slowPictures(page);
    const item = card(page, 'Water');
    const buffer = await drawPicture(page);
    await item.locator('input[type=file]').setInputFiles({ name: 'w.png', mimeType: 'image/png', buffer });
    await told(page, 'Image uploaded!', "Don't forget to save your changes.");
    const picture = item.locator('img');
    await expect(item.getByRole('progressbar')).toHaveCount(0);
    await expect(picture).toHaveAttribute('src', /^blob:/);
    expect(await picture.evaluate(loaded)).toBe(true);
    // Too small for its frame, and that stays said as well.
    await expect(item).toContainText('has only 64');
    held.open();
    await expect(picture).toHaveAttribute('src', /\/render\//);
    expect(await picture.evaluate(loaded)).toBe(true);
  });
});

test('[AGAL-1] new pictures of the gallery show at once, and what this browser kept for that is freed', async ({
  page,
}) => {
  await withOnlyRows('gallery_images', [], async () => {
    await page.setViewportSize(phone);
    await page.goto('/admin/manage-gallery');
    const held = await slowPictures(page);
    await choose(page, 'a.png', 'b.png');
    await told(page, 'Images uploaded!', '2 new images added.');
    const pictures = page.locator('[data-item] img');
    await expect(pictures).toHaveCount(2);
    const addresses: string[] = [];
    for (const picture of await pictures.all()) {
      await expect(picture).toHaveAttribute('src', /^blob:/);
      expect(await picture.evaluate(loaded)).toBe(true);
      addresses.push((await picture.getAttribute('src')) ?? '');
    }
    held.open();
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveAttribute('src', /\/render\//);
    }
    for (const address of addresses) await expect.poll(() => isKept(page, address)).toBe(false);
  });
});

test('[AGAL-1] after an upload the texts are asked for, and the prompt leads to the pictures without one', async ({
  page,
  request,
}) => {
  await withOnlyRows('gallery_images', [], async () => {
    await page.setViewportSize(phone);
    await page.goto('/admin/manage-gallery');
    await choose(page, 'a.png', 'b.png');
    await told(page, 'Images uploaded!', '2 new images added.');
    const stored = await read<{ alt_text: string }>(request, 'gallery_images', 'select=alt_text');
    expect(stored).toEqual([{ alt_text: 'Gallery image' }, { alt_text: 'Gallery image' }]);
    const inputs = page.getByLabel('What the picture shows');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add a description to 2 new pictures' }).click();
    await expect(inputs.first()).toBeFocused();
    await page.keyboard.type('Blankets');
    await expect(inputs.first()).toHaveValue('Blankets');
    await page.getByRole('button', { name: 'Add a description to 1 new picture' }).click();
    await expect(inputs.last()).toBeFocused();
    await page.keyboard.type('Water');
    await expect(page.getByRole('button', { name: /^Add a description/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Save all' }).click();
    await told(page, '2 descriptions saved');
  });
});

const lost = (page: Page) => page.getByRole('status').filter({ hasText: 'not uploaded' });

test('[ALST-4] the next visit names the pictures that a closed tab did not upload, once', async ({
  page,
}) => {
  await withOnlyRows('gallery_images', [], async () => {
    await page.goto('/admin/manage-gallery');
    const stuck = gate();
    let sent = 0;
    await page.route('**/storage/v1/object/**', async route => {
      sent += 1;
      if (sent > 2) await stuck.opened; // the connection is gone
      await route.continue().catch(() => undefined);
    });
    await choose(page, 'one.png', 'two.png', 'three.png', 'four.png');
    await expect(page.locator('[data-item]')).toHaveCount(2);

    // Another tab does not speak for one that is still at work.
    const beside = await page.context().newPage();
    await beside.goto('/admin/manage-gallery');
    await expect(beside.locator('[data-item]')).toHaveCount(2);
    await expect(lost(beside)).toHaveCount(0);

    await page.close({ runBeforeUnload: false });
    await beside.reload();
    await expect(lost(beside)).toContainText(
      '2 of 4 pictures were not uploaded: three.png, four.png. Choose them again.',
    );
    expect(await violations(beside)).toEqual([]);
    await lost(beside).getByRole('button', { name: 'Dismiss' }).click();
    await expect(lost(beside)).toHaveCount(0);
    await beside.reload();
    await expect(beside.locator('[data-item]')).toHaveCount(2);
    await expect(lost(beside)).toHaveCount(0);
    stuck.open();
  });
});

test('[ALST-4] a form says of its own picture that it was not uploaded', async ({ page }) => {
  await page.goto('/admin/manage-settings');
  const never = gate();
  await page.route('**/storage/v1/object/**', async route => {
    await never.opened;
    await route.abort().catch(() => undefined);
  });
  const buffer = await drawPicture(page);
  const logo = page.getByRole('group', { name: 'Logo', exact: true });
  await logo.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await expect(logo.getByRole('progressbar')).toBeVisible();
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto('/admin/manage-settings');
  await expect(next.getByRole('group', { name: 'Logo', exact: true })).toContainText(
    'logo.png was not uploaded. Choose it again.',
  );
  await expect(lost(next)).toHaveCount(1);
  never.open();
});

test('[ALST-4] a picture that landed while the tab closed is not called lost', async ({ page, request }) => {
  await withOnlyRows('gallery_images', [], async () => {
    await page.goto('/admin/manage-gallery');
    await page.route('**/rest/v1/gallery_images**', async route => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort(); // stored, but the answer does not arrive
    });
    await choose(page, 'landed.png');
    await expect
      .poll(async () => (await read(request, 'gallery_images', 'select=id')).length, { timeout: 10_000 })
      .toBe(1);
    const next = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    await next.goto('/admin/manage-gallery');
    await expect(next.locator('[data-item]')).toHaveCount(1);
    await expect(lost(next)).toHaveCount(0);
  });
});

test('[AGAL-1] a picture whose answer was lost is not stored twice by Retry', async ({ page, request }) => {
  await withOnlyRows('gallery_images', [], async () => {
    await page.goto('/admin/manage-gallery');
    let answers = 0;
    await page.route('**/rest/v1/gallery_images**', async route => {
      if (route.request().method() !== 'POST' || answers++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await choose(page, 'once.png');
    await told(page, 'Failed to save images to database', /could not reach our server/);
    await page.getByRole('button', { name: 'Retry once.png' }).click();
    await told(page, 'Images uploaded!', '1 new image added.');
    await expect(page.locator('[data-item]')).toHaveCount(1);
    expect(await read(request, 'gallery_images', 'select=id')).toHaveLength(1);
  });
});

test('[AGAL-3] failed uploads leave the list in sight at 360 px, and a HEIC gets the hint that helps', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto('/admin/manage-gallery');
  await expect(page.locator('[data-item]').first()).toBeVisible();
  await page.route('**/storage/v1/object/**', route =>
    route.fulfill({ status: 400, json: { statusCode: '500', error: 'x', message: 'the disk is full' } }),
  );
  const buffer = await drawPicture(page);
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
  await page.getByLabel('Upload Images').setInputFiles([
    { name: 'a.png', mimeType: 'image/png', buffer },
    { name: 'b.png', mimeType: 'image/png', buffer },
    { name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: heic },
  ]);
  await told(page, 'An upload failed', /the disk is full/);
  const list = page.getByRole('list', { name: 'Uploads' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  const [notice, shown] = await Promise.all([
    page.locator('[data-notice]').boundingBox(),
    list.boundingBox(),
  ]);
  expect(notice?.height).toBeLessThanOrEqual(170);
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(shown?.y ?? 0);

  const photo = list.getByRole('listitem').filter({ hasText: 'IMG_0042.HEIC' });
  await expect(photo).toContainText('tap Share, then Options, and choose Most Compatible');
  await expect(photo.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  await expect(photo.getByRole('button', { name: /^Dismiss/ })).toBeVisible();
  await expect(list.getByRole('button', { name: /^Retry/ })).toHaveCount(2);
});

const offer = (page: Page) => page.getByRole('status').filter({ hasText: /^Unsaved / });

test('[ALST-4] texts of pictures from a closed tab are offered once, at the top of the gallery', async ({
  page,
}) => {
  const rows = Array.from({ length: 35 }, (_, index) => ({
    image_url: '/placeholders/project.svg',
    alt_text: `Picture ${index}`,
    created_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
  }));
  await withOnlyRows('gallery_images', rows, async () => {
    await page.goto('/admin/manage-gallery');
    const text = (name: string) =>
      page
        .locator('[data-item]')
        .getByRole('textbox')
        .and(page.locator(`[value="${name}"]`));
    await page.getByRole('button', { name: /^Show more/ }).click();
    for (const number of [0, 12, 34]) await text(`Picture ${number}`).fill(`Text ${number}`);
    await page.close({ runBeforeUnload: false });

    const next = await page.context().newPage();
    await next.setViewportSize(phone);
    await next.goto('/admin/manage-gallery');
    await expect(offer(next)).toHaveCount(1);
    await expect(offer(next)).toContainText(/^Unsaved texts for 3 pictures from \d\d:\d\d/);
    await expect(offer(next)).toBeInViewport();
    expect(await violations(next)).toEqual([]);
    await offer(next).getByRole('button', { name: 'Bring back' }).click();
    await expect(offer(next)).toHaveCount(0);
    await expect(next.getByText('3 descriptions are not saved yet.')).toBeVisible();
    const first = next.getByLabel('What the picture shows').first();
    await expect(first).toHaveValue('Text 0');
    await expect(first).toBeFocused();

    await next.reload();
    await offer(next).getByRole('button', { name: 'Discard' }).click();
    await next.reload();
    await expect(next.locator('[data-item]')).toHaveCount(30);
    await expect(offer(next)).toHaveCount(0);
  });
});

test('[ALST-4] unsaved work in several items of a list is offered once, above them', async ({ page }) => {
  const rows = ['Water', 'School', 'Clinic'].map(title => ({ title, description: '', image_url: null }));
  await withOnlyRows('projects', rows, async () => {
    await page.goto('/admin/manage-projects');
    await card(page, 'Water').getByLabel('Title', { exact: true }).fill('Well');
    await card(page, 'Clinic').getByLabel('Title', { exact: true }).fill('Hospital');
    await page.close({ runBeforeUnload: false });

    const next = await page.context().newPage();
    await next.setViewportSize(phone);
    await next.goto('/admin/manage-projects');
    await expect(offer(next)).toContainText(/^Unsaved changes in 2 projects from \d\d:\d\d/);
    await expect(next.getByText(/You have unsaved changes/)).toHaveCount(0);
    await offer(next).getByRole('button', { name: 'Bring back' }).click();
    for (const title of ['Well', 'Hospital'])
      await expect(card(next, title).getByLabel('Title', { exact: true })).toHaveValue(title);
    await expect(card(next, 'School').getByLabel('Title', { exact: true })).toHaveCount(0);
  });
});
