// Pictures on their way: seen at once, upright, small, without the place where they were taken, and stoppable.
import { Buffer } from 'node:buffer';
import { photo } from '../../../bench/photo.mjs';
import { gate } from '../support/site';
import { withOnlyRows } from '../support/staff';
import { drawPicture, expect, save, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

const water = [{ title: 'Water', description: '', image_url: null }];

test('[ALST-1] a telephone’s photo of 12 megapixels comes out upright, small and without its place', async ({
  page,
  request,
}) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin/manage-projects');
    const item = page.getByRole('article');
    await expect(item.locator('input[type=file]')).toBeAttached();
    const weight = await page.evaluate(photo, 'article input[type=file]');
    expect(weight).toBeGreaterThan(1_500_000);
    const sending = gate();
    await page.route('**/storage/v1/object/website_images/**', async route => {
      if (route.request().method() === 'POST') await sending.opened;
      await route.continue();
    });
    await page.evaluate(() => (window as unknown as { choosePhoto(): void }).choosePhoto());
    await expect(item.locator('img')).toHaveAttribute('src', /^blob:/);
    await expect(item.getByRole('progressbar')).toBeVisible();
    sending.open();
    await told(page, 'Image uploaded!', "Don't forget to save your changes.");
    await save(item);
    await told(page, 'Project saved!');

    const address = await item.locator('img').getAttribute('src');
    const stored = (address ?? '').replace('/render/image/', '/object/').replace(/\?.*/, '');
    const bytes = await (await request.get(stored)).body();
    expect(bytes.length).toBeLessThan(weight);
    expect(bytes.includes('GPS')).toBe(false);
    expect(bytes.includes('Exif')).toBe(false);
    // The camera lay on its side: what it saw at the top left belongs to the top right.
    const seen = await page.evaluate(async src => {
      const bitmap = await createImageBitmap(await (await fetch(src)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const pen = canvas.getContext('2d');
      pen?.drawImage(bitmap, 0, 0);
      const white = (x: number) => Boolean(pen?.getImageData(x, 20, 1, 1).data.every(part => part > 240));
      return { size: [bitmap.width, bitmap.height], left: white(20), right: white(bitmap.width - 20) };
    }, stored);
    expect(seen).toEqual({ size: [1920, 2560], left: false, right: true });
  });
});

test('[ALST-1] an upload can be cancelled, and leaves the item as it was', async ({ page }) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin/manage-projects');
    await page.route('**/storage/v1/object/website_images/**', async route => {
      if (route.request().method() !== 'POST') await route.continue();
      // never answered: a very slow connection
    });
    const item = page.getByRole('article');
    const buffer = await drawPicture(page);
    await item.locator('input[type=file]').setInputFiles({ name: 'slow.png', mimeType: 'image/png', buffer });
    await expect(item.getByRole('progressbar')).toBeVisible();
    await expect(item.locator('img')).toHaveAttribute('src', /^blob:/);
    await expect(item.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await item.getByRole('button', { name: 'Cancel uploading slow.png' }).click();
    await expect(item.getByRole('progressbar')).toHaveCount(0);
    await expect(item.locator('img')).toHaveCount(0);
    await expect(item.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
    await expect(page.locator('[data-notice]')).toHaveCount(0);
  });
});

test('[ALST-2] what is no picture is refused in plain words, before anything is sent', async ({ page }) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin/manage-projects');
    const sent: string[] = [];
    page.on('request', request => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    const item = page.getByRole('article');
    await item
      .locator('input[type=file]')
      .setInputFiles({ name: 'report.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') });
    await told(page, 'Image upload failed', /“report\.png” is not a picture/);
    expect(sent).toEqual([]);
  });
});
