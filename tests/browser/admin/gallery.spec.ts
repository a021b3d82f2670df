import { gate, read } from '../support/site';
import { withOnlyRows } from '../support/staff';
import { allow, drawPicture, expect, refuse, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

test('[AGAL-1] several pictures at once: previews, one batch, at the top, with the count', async ({
  page,
  request,
}) => {
  await withOnlyRows('gallery_images', [], async () => {
    await page.goto('/admin/manage-gallery');
    await expect(page.getByText('No images yet.')).toBeVisible();
    const buffer = await drawPicture(page);
    const files = ['one.png', 'two.png', 'three.png'].map(name => ({ name, mimeType: 'image/png', buffer }));
    const input = page.locator('input[type=file]');
    await expect(input).toHaveAttribute('accept', 'image/*');
    await expect(input).toHaveAttribute('multiple', '');
    const held = gate();
    const inserts: string[] = [];
    page.on('request', sent => {
      if (sent.method() === 'POST' && sent.url().includes('/rest/v1/gallery_images'))
        inserts.push(sent.postData() ?? '');
    });
    await page.route('**/storage/v1/object/**', async route => {
      if (route.request().method() === 'POST') await held.opened;
      await route.continue();
    });
    await page.getByLabel('Upload Images').setInputFiles(files);
    await expect(page.getByRole('progressbar')).toHaveCount(3);
    await expect(page.getByRole('list', { name: 'Uploads' }).locator('img').first()).toHaveAttribute(
      'src',
      /^blob:/,
    );
    held.open();
    await told(page, 'Images uploaded!', '3 new images added.');
    expect(inserts).toHaveLength(1);
    const rows = await read<{ image_url: string; alt_text: string }>(request, 'gallery_images', 'select=*');
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row.alt_text).toBe('Gallery image');
      expect(row.image_url).toMatch(/website_images\/gallery\/\d+-(one|two|three)\.png$/);
    }
  });
});

test('[AGAL-2] deleting asks in the promised words; the row goes, then the file', async ({
  page,
  request,
}) => {
  await withOnlyRows('gallery_images', [], async () => {
    await page.goto('/admin/manage-gallery');
    const buffer = await drawPicture(page);
    await page
      .getByLabel('Upload Images')
      .setInputFiles([{ name: 'gone.png', mimeType: 'image/png', buffer }]);
    await told(page, 'Images uploaded!', '1 new image added.');
    const [row] = await read<{ image_url: string }>(request, 'gallery_images', 'select=*');
    expect((await request.get(row?.image_url ?? '')).status()).toBe(200);

    const tile = page.getByRole('main').locator('[data-item]');
    const button = tile.getByRole('button', { name: /^Delete image/ });
    await expect(button).toHaveCSS('opacity', '0');
    await tile.locator('img').hover();
    await expect(button).toHaveCSS('opacity', '1');
    await button.click();
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await expect(dialog).toContainText(
      'This action cannot be undone. This will permanently delete the image from your gallery and storage.',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(tile).toHaveCount(1);

    const order: string[] = [];
    page.on('request', sent => {
      if (sent.method() === 'DELETE') order.push(new URL(sent.url()).pathname);
    });
    await button.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await told(page, 'Image deleted successfully.');
    await expect(tile).toHaveCount(0);
    await expect.poll(() => order).toEqual(['/rest/v1/gallery_images', '/storage/v1/object/website_images']);
    await expect.poll(async () => (await request.get(`${row?.image_url}?fresh=1`)).ok()).toBe(false);
  });
});

test('[AGAL-2] a file that cannot be removed is only logged', async ({ page }) => {
  const image_url = '/storage/v1/object/public/website_images/gallery/sample-x.webp';
  await withOnlyRows('gallery_images', [{ image_url, alt_text: 'X' }], async () => {
    await page.goto('/admin/manage-gallery');
    await refuse(page, 'DELETE', '/storage/v1/object/', 'disk error');
    const logged: string[] = [];
    page.on('console', message => logged.push(message.text()));
    await page.getByRole('button', { name: /^Delete image/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await told(page, 'Image deleted successfully.');
    await expect.poll(() => logged.join('\n')).toContain('disk error');
    await told(page, 'Image deleted successfully.');
  });
});

test('[AGAL-3] the failures of the gallery', async ({ page }) => {
  await refuse(page, 'GET', '/rest/v1/gallery_images');
  await page.goto('/admin/manage-gallery');
  await told(page, 'Failed to load gallery', 'the database said no');
  await allow(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  const tiles = page.getByRole('main').locator('[data-item]');
  await expect(tiles.first()).toBeVisible();
  const count = await tiles.count();

  const text = { name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('Dear all,') };
  await page.getByLabel('Upload Images').setInputFiles([text]);
  await told(page, 'An upload failed', /“letter\.png” is not a picture/);

  await refuse(page, 'POST', '/rest/v1/gallery_images');
  const buffer = await drawPicture(page);
  await page.getByLabel('Upload Images').setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer }]);
  await told(page, 'Failed to save images to database', 'the database said no');
  await allow(page);

  await refuse(page, 'DELETE', '/rest/v1/gallery_images');
  await tiles.first().locator('img').hover();
  await tiles
    .first()
    .getByRole('button', { name: /^Delete image/ })
    .click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await told(page, 'Failed to delete image from database', 'the database said no');
  await expect(tiles).toHaveCount(count);
});
