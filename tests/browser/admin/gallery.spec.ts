import { gate, read } from '../support/site';
import { staff, sure, withOnlyRows } from '../support/staff';
import { allow, drawPicture, expect, refuse, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

test('[AGAL-1] several pictures at once: previews, each stored as it lands, in order, with the count', async ({
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
    expect(inserts.map(sent => JSON.parse(sent)[0].image_url.replace(/.*-/, ''))).toEqual([
      'one.png',
      'two.png',
      'three.png',
    ]);
    // On the screen as after a reload: the newest first.
    const shown = () =>
      page
        .getByRole('main')
        .locator('[data-item] img')
        .evaluateAll(pictures => pictures.map(one => one.getAttribute('src')?.replace(/.*-(\w+).*/, '$1')));
    await expect.poll(shown).toEqual(['three', 'two', 'one']);
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

test('[AGAL-1] what failed is named, stays, and can be tried again; what landed is stored', async ({
  page,
  request,
}) => {
  await withOnlyRows('gallery_images', [], async () => {
    await page.goto('/admin/manage-gallery');
    const buffer = await drawPicture(page);
    const letter = Buffer.from('Dear all,');
    let refusals = 1;
    await page.route('**/storage/v1/object/**', route =>
      /two/.test(route.request().url()) && refusals-- > 0
        ? route.fulfill({ status: 400, json: { statusCode: '500', error: 'x', message: 'the disk is full' } })
        : route.continue(),
    );
    await page.getByLabel('Upload Images').setInputFiles([
      { name: 'one.png', mimeType: 'image/png', buffer },
      { name: 'two.png', mimeType: 'image/png', buffer },
      { name: 'letter.png', mimeType: 'image/png', buffer: letter },
    ]);
    await told(page, 'An upload failed', /two\.png.*the disk is full.*letter\.png.*is not a picture/s);
    const stored = async () => (await read(request, 'gallery_images', 'select=id')).length;
    expect(await stored()).toBe(1);
    const uploads = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
    await expect(uploads).toHaveCount(2);
    await uploads
      .filter({ hasText: 'two.png' })
      .getByRole('button', { name: /^Retry/ })
      .click();
    await told(page, 'Images uploaded!', '1 new image added.');
    expect(await stored()).toBe(2);
    await uploads
      .filter({ hasText: 'letter.png' })
      .getByRole('button', { name: /^Dismiss/ })
      .click();
    await expect(uploads).toHaveCount(0);
  });
});

const pictures = (...names: string[]) =>
  names.map(alt_text => ({
    image_url: '/storage/v1/object/public/website_images/gallery/sample-x.webp',
    alt_text,
  }));

test('[AGAL-1] the default description is selected on focus, and all changed ones are saved with one press', async ({
  page,
  request,
}) => {
  await withOnlyRows(
    'gallery_images',
    pictures('Gallery image', 'A courtyard', 'Gallery image'),
    async () => {
      await page.goto('/admin/manage-gallery');
      const inputs = page.getByLabel('What the picture shows');
      await expect(inputs).toHaveCount(3);
      const unnamed = page
        .locator('[data-item]')
        .filter({ has: page.getByRole('img', { name: 'Gallery image' }) });
      await unnamed.first().getByLabel('What the picture shows').focus();
      await page.keyboard.type('Blankets');
      await expect(page.getByRole('img', { name: 'Blankets', exact: true })).toBeVisible();
      await unnamed.first().getByLabel('What the picture shows').focus();
      await page.keyboard.type('Water');
      await expect(page.getByText('2 descriptions are not saved yet.')).toBeVisible();
      await page.getByRole('button', { name: 'Save all' }).click();
      await told(page, '2 descriptions saved');
      const rows = await read<{ alt_text: string }>(
        request,
        'gallery_images',
        'select=alt_text&order=alt_text',
      );
      expect(rows.map(row => row.alt_text)).toEqual(['A courtyard', 'Blankets', 'Water']);
      await expect(page.getByRole('button', { name: 'Save all' })).toHaveCount(0);
    },
  );
});

test('[AGAL-2] Back with the question open closes the question, and nothing is deleted on another screen', async ({
  page,
  request,
}) => {
  await withOnlyRows('gallery_images', pictures('X'), async () => {
    await page.goto('/admin');
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Gallery' }).click();
    const button = page.getByRole('button', { name: /^Delete image/ });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/admin/manage-gallery');
    await expect(button).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/admin');
    await expect(dialog).toHaveCount(0);
    expect(await read(request, 'gallery_images', 'select=id')).toHaveLength(1);
  });
});

test('[AGAL-2] a picture that a colleague deleted can be left deleted', async ({ page }) => {
  await withOnlyRows('gallery_images', pictures('X'), async () => {
    await page.goto('/admin/manage-gallery');
    const tile = page.getByRole('main').locator('[data-item]');
    await tile.getByLabel('What the picture shows').fill('Y');
    sure(await (await staff()).from('gallery_images').delete().not('id', 'is', null));
    await tile.getByRole('button', { name: 'Save', exact: true }).click();
    await told(page, 'Failed to save image', /./);
    await page.getByRole('button', { name: /^(Let it go|Leave it deleted)$/ }).click();
    await expect(tile).toHaveCount(0);
  });
});

test('[AGAL-1] pictures that are slow to come leave connections free for what staff send', async ({
  page,
}) => {
  await page.goto('/admin');
  const buffer = await drawPicture(page);
  const resizing = gate();
  let most = 0;
  let underWay = 0;
  await page.route('**/storage/v1/render/**', async route => {
    underWay += 1;
    most = Math.max(most, underWay);
    await resizing.opened;
    underWay -= 1;
    await route.fulfill({ contentType: 'image/png', body: buffer });
  });
  await page.goto('/admin/manage-gallery');
  const tiles = page.getByRole('main').locator('[data-item]');
  await expect.poll(() => underWay).toBe(3);
  const before = await tiles.count();
  await page.getByLabel('Upload Images').setInputFiles({ name: 'now.png', mimeType: 'image/png', buffer });
  await told(page, 'Images uploaded!', '1 new image added.');
  await expect(tiles).toHaveCount(before + 1);
  resizing.open();
  const loaded = (img: HTMLImageElement) => img.naturalWidth > 0;
  await expect.poll(() => tiles.first().locator('img').evaluate(loaded)).toBe(true);
  await tiles.last().scrollIntoViewIfNeeded();
  await expect.poll(() => tiles.last().locator('img').evaluate(loaded)).toBe(true);
  expect(most).toBe(3);
  sure(await (await staff()).from('gallery_images').delete().like('image_url', '%-now.png'));
});
