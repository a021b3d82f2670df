// Pictures on their way: seen at once, upright, small, without the place where they were taken, and stoppable.
import { Buffer } from 'node:buffer';
import { withOnlyRows } from '../support/staff';
import { drawPicture, expect, save, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

/** Camera notes that say "turn me by 90 degrees" and where the picture was taken. */
function withNotes(jpeg: Buffer): Buffer {
  const tiff = Buffer.alloc(26 + 6);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10); // orientation
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(6, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 31.4N 73.1E')]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

const water = [{ title: 'Water', description: '', image_url: null }];

test('[ALST-1] a telephone’s photo comes out upright, small and without its place', async ({
  page,
  request,
}) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin/manage-projects');
    const photo = withNotes(await drawPicture(page, 'image/jpeg', 4000, 3000));
    const item = page.getByRole('article');
    const started = Date.now();
    await item
      .locator('input[type=file]')
      .setInputFiles({ name: 'IMG_0001.JPG', mimeType: 'image/jpeg', buffer: photo });
    await expect(item.locator('img')).toHaveAttribute('src', /^blob:|website_images/);
    await told(page, 'Image uploaded!', "Don't forget to save your changes.");
    expect(Date.now() - started).toBeLessThan(15_000);
    await save(item);
    await told(page, 'Project saved!');
    const address = await item.locator('img').getAttribute('src');
    const stored = (address ?? '').replace('/render/image/', '/object/').replace(/\?.*/, '');
    const bytes = await (await request.get(stored)).body();
    expect(bytes.includes('GPS')).toBe(false);
    expect(bytes.includes('Exif')).toBe(false);
    const size = await page.evaluate(async src => {
      const bitmap = await createImageBitmap(await (await fetch(src)).blob());
      return [bitmap.width, bitmap.height];
    }, stored);
    expect(size).toEqual([1920, 2560]);
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
