// Pictures on their way: seen at once, upright, small, without the place where they were taken, and stoppable.
import { Buffer } from 'node:buffer';
import { photo } from '../../../bench/photo.mjs';
import { content, gate, read } from '../support/site';
import { withContent, withOnlyRows } from '../support/staff';
import { allow, drawPicture, expect, refuse, save, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

const water = [{ title: 'Water', description: '', image_url: null }];

test('[ALST-1] a phone’s photo of 12 megapixels comes out upright, small and without its place', async ({
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

    await expect(item.locator('img')).toHaveAttribute('src', /\/render\//);
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

test('[ASET-1] each upload button is a button that opens the file chooser, also by keyboard', async ({
  page,
}) => {
  page.on('filechooser', () => undefined); // so that Playwright goes on catching them between the waits
  await page.goto('/admin/manage-settings');
  for (const label of ['Logo', 'Favicon']) {
    const button = page
      .getByRole('group', { name: label, exact: true })
      .getByRole('button', { name: 'Change picture' });
    await expect(button).toHaveJSProperty('tagName', 'BUTTON');
    await button.focus();
    const opening = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    const chooser = await opening;
    expect(await chooser.element().getAttribute('aria-label')).toBe(label);
    await chooser.setFiles([]);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByText('No unsaved changes')).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('type', 'file');
  }
  await page.goto('/admin/manage-gallery');
  const opening = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Images' }).click();
  expect((await opening).isMultiple()).toBe(true);
});

test('[AHOM-1] the stored name is the time and the file’s own name, with its spaces and brackets', async ({
  page,
  request,
}) => {
  await withContent(
    'homepage',
    document => document,
    async () => {
      await page.goto('/admin/manage-homepage');
      for (const name of ['My hero (1) – عید.png', '50% & more, really?#1.png']) {
        const buffer = await drawPicture(page);
        await page.getByLabel('Background image').setInputFiles({ name, mimeType: 'image/png', buffer });
        await told(page, 'Image uploaded!');
        await page.getByRole('button', { name: 'Save Changes' }).click();
        await told(page, 'Content saved!');
        const { image_url } = (await content(request, 'homepage')).hero;
        const stored = name.replace('?#', '-');
        expect(decodeURIComponent(image_url)).toMatch(/\/hero\/\d+-/);
        expect(decodeURIComponent(image_url).replace(/^.*\/hero\/\d+-/, '')).toBe(stored);
        expect((await request.get(image_url)).status()).toBe(200);
        const shown = page.getByRole('img', { name: 'Current: Background image' });
        await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(64);
      }
    },
  );
});

test('[ALST-1] a failed upload stays with its words and can be tried again', async ({ page }) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin/manage-projects');
    const item = page.getByRole('article');
    const buffer = await drawPicture(page, 'image/png', 800, 600);
    await refuse(page, 'POST', '/storage/v1/object/', 'no room left');
    await item.getByLabel('Picture').setInputFiles({ name: 'well.png', mimeType: 'image/png', buffer });
    await told(page, 'Image upload failed', 'no room left');
    await expect(item.getByRole('alert')).toContainText('well.png was not uploaded');
    await expect(item.getByRole('alert')).toContainText('no room left');
    await expect(item.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
    await allow(page);
    await item.getByRole('button', { name: 'Retry well.png' }).click();
    await told(page, 'Image uploaded!', "Don't forget to save your changes.");
    await expect(item.getByRole('alert')).toHaveCount(0);
    await expect(item.locator('img')).toHaveAttribute('src', /projects\/\d+-well\.png/);
  });
});

test('[ALST-2] the photo format of iPhones is refused with the way to another one', async ({ page }) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin/manage-projects');
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
    const item = page.getByRole('article');
    await item
      .getByLabel('Picture')
      .setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic });
    await told(page, 'Image upload failed', /“IMG_1\.HEIC” is in a format \(HEIC\).*Most Compatible/);
  });
});

test('[AHOM-1] a picture is shown as the site crops it, and too few pixels are told, also after a reload', async ({
  page,
}) => {
  await withContent(
    'homepage',
    document => document,
    async () => {
      await page.goto('/admin/manage-homepage');
      const group = page.getByRole('group', { name: 'Background image', exact: true });
      const choose = async (width: number, height: number) => {
        const buffer = await drawPicture(page, 'image/png', width, height);
        await page
          .getByLabel('Background image')
          .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
        await told(page, 'Image uploaded!');
      };
      await expect(group.getByText(/Cropped to about 16:9.*At least 1280\s×\s720 pixels/)).toBeVisible();
      await choose(320, 200);
      await expect(group.getByText('only 320 × 200 pixels')).toBeVisible();
      const box = await group.getByRole('img').boundingBox();
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await told(page, 'Content saved!');
      await page.reload();
      await expect(group.getByText('only 320 × 200 pixels')).toBeVisible();
      await choose(1600, 900);
      await expect(group.getByText(/only .* pixels/)).toHaveCount(0);
    },
  );
});

test('[AGAL-3] of several pictures each that fails is named, the others are stored, and what can be is tried again', async ({
  page,
  request,
}) => {
  await withOnlyRows('gallery_images', [], async () => {
    await page.goto('/admin/manage-gallery');
    await expect(page.getByRole('button', { name: 'Upload Images' })).toBeEnabled();
    const buffer = await drawPicture(page);
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
    let refusing = true;
    await page.route('**/storage/v1/object/website_images/**', route =>
      refusing && route.request().method() === 'POST' && route.request().url().includes('two')
        ? route.abort('internetdisconnected')
        : route.continue(),
    );
    await page.getByLabel('Upload Images').setInputFiles([
      { name: 'one.png', mimeType: 'image/png', buffer },
      { name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: heic },
      { name: 'two.png', mimeType: 'image/png', buffer },
      { name: 'three.png', mimeType: 'image/png', buffer },
    ]);
    await told(
      page,
      'An upload failed',
      /“IMG_2\.HEIC” is in a format \(HEIC\)[\s\S]*“two\.png”: We could not reach/,
    );
    const stored = async () => {
      const query = 'select=image_url&order=created_at';
      const rows = await read<{ image_url: string }>(request, 'gallery_images', query);
      return rows.map(row => row.image_url.replace(/^.*\d-/, ''));
    };
    expect(await stored()).toEqual(['one.png', 'three.png']);
    await expect(page.getByRole('button', { name: 'Retry IMG_2.HEIC' })).toHaveCount(0); // it could never help
    refusing = false;
    await page.getByRole('button', { name: 'Retry two.png' }).click();
    await expect.poll(stored).toEqual(['one.png', 'three.png', 'two.png']);
    await page.getByRole('button', { name: 'Dismiss IMG_2.HEIC' }).click();
    await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
  });
});

test('[AGAL-1] pictures are stored one by one as they land: a closed tab loses only the rest', async ({
  page,
  request,
}) => {
  await withOnlyRows('gallery_images', [], async () => {
    await page.goto('/admin/manage-gallery');
    await expect(page.getByRole('button', { name: 'Upload Images' })).toBeEnabled();
    const buffer = await drawPicture(page);
    let sent = 0;
    await page.route('**/storage/v1/object/website_images/**', route => {
      if (route.request().method() !== 'POST') return route.continue();
      sent += 1;
      if (sent <= 6) return route.continue();
      // never answered: the connection hangs
    });
    const files = Array.from({ length: 8 }, (_, at) => ({
      name: `picture ${at + 1}.png`,
      mimeType: 'image/png',
      buffer,
    }));
    await page.getByLabel('Upload Images').setInputFiles(files);
    const stored = () =>
      read<{ image_url: string }>(request, 'gallery_images', 'select=image_url&order=created_at');
    await expect.poll(async () => (await stored()).length).toBe(6);
    await page.close({ runBeforeUnload: false });
    const names = (await stored()).map(row => decodeURI(row.image_url).replace(/^.*\d-/, ''));
    expect(names).toEqual([1, 2, 3, 4, 5, 6].map(number => `picture ${number}.png`));
  });
});
