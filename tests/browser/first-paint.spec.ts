// What a phone needs before it shows a page, and what it need not fetch twice.
import { deflateSync } from 'node:zlib';
import { desktop, gate, hydrated, open, paths, phone, read, shift, tablet } from './support/site';
import { staff, sure } from './support/staff';
import { expect, type Page, test } from './support/test';

test.use({ fresh: true });

/** A whole PNG of one colour. */
function png(red: number, width = 640, height = 480): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length, 0);
    ends.writeUInt32BE(crc(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(3 * width, Buffer.from([red, 60, 60]))]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** Requests that the browser would not paint without. */
const blocking = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(
        entry => (entry as unknown as { renderBlockingStatus: string }).renderBlockingStatus === 'blocking',
      )
      .map(entry => entry.name),
  );

for (const path of [...paths, '/no/such/page']) {
  test(`nothing is fetched before ${path} is painted`, async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(path);
    expect(await blocking(page)).toEqual([]);
    // The policy let the style in: without it the page would be black on white.
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper).toBe('rgb(251, 248, 241)');
  });
}

/** When the first part of the app was asked for. */
const appFetched = (page: Page) =>
  page.evaluate(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\.js$/.test(name));
    const app = scripts.filter(({ name }) => !/\/assets\/start/.test(name));
    return Math.min(...app.map(({ startTime }) => startTime));
  });

/** When the entry of this name was. */
const time = (page: Page, entry: string) =>
  page.evaluate(name => performance.getEntriesByName(name)[0]?.startTime ?? 0, entry);

test('the app is fetched once the page is to be seen', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  await hydrated(page);
  const painted = await time(page, 'first-contentful-paint');
  expect(painted).toBeGreaterThan(0);
  expect(await appFetched(page)).toBeGreaterThan(painted);
});

test('the app is not fetched when only the colour of the page is to be seen', async ({ page }) => {
  await page.setViewportSize(phone);
  // A busy phone paints the bare page first, and what is on it some time later. A mouse lies on it.
  await page.addInitScript(() => {
    const Observer = PerformanceObserver;
    window.PerformanceObserver = class extends Observer {
      constructor(callback: PerformanceObserverCallback) {
        super((list, observer) => {
          const bare = list.getEntriesByName('first-paint');
          const named = (name: string) => bare.filter(entry => entry.name === name);
          dispatchEvent(new PointerEvent('pointermove'));
          callback(
            { getEntries: () => bare, getEntriesByType: () => bare, getEntriesByName: named },
            observer,
          );
          setTimeout(() => {
            performance.mark('content');
            callback(list, observer);
          }, 300);
        });
      }
    };
  });
  await page.goto('/');
  await hydrated(page);
  expect(await time(page, 'content')).toBeGreaterThan(0);
  expect(await appFetched(page)).toBeGreaterThanOrEqual(await time(page, 'content'));
});

test('the app is fetched at once when the mouse moves', async ({ page }) => {
  await page.route('**/*.woff2', () => {}); // neither answered nor refused: the page is never loaded
  await page.addInitScript(() => {
    // Nor does waiting for it end.
    const real = setTimeout;
    Object.assign(window, { setTimeout: (done: () => void, ms: number) => ms < 4000 && real(done, ms) });
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  let x = 100;
  await expect(async () => {
    x += 10;
    await page.mouse.move(x, 200);
    expect(await appFetched(page)).toBeLessThan(Infinity);
  }).toPass();
  await hydrated(page);
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
});

/** What was written to the document's head and to its root since it was parsed. */
const written = (page: Page) => page.evaluate(() => (window as unknown as { written: string[] }).written);

test('the app takes a page over without writing anew what it says of itself', async ({ page }) => {
  await page.addInitScript(() => {
    const names: string[] = [];
    const watch = new MutationObserver(changes => {
      for (const { target, attributeName } of changes)
        names.push(`${target.nodeName} ${attributeName ?? ''}`);
    });
    Object.assign(window, { written: names });
    addEventListener('DOMContentLoaded', () => {
      watch.observe(document.documentElement, { attributes: true });
      for (const child of document.head.children) watch.observe(child, { attributes: true, childList: true });
    });
    document.addEventListener('umeed:ready', () => setTimeout(() => names.push('ready')));
  });
  for (const path of paths) {
    await page.goto(path);
    await expect.poll(() => written(page), path).toContain('ready');
    expect(await written(page), path).toEqual(['ready']);
  }
});

test('[FTR-1] the footer is laid out when a visitor comes near, about as high as it was taken to be', async ({
  page,
}) => {
  const footer = page.getByRole('contentinfo');
  const height = () => footer.evaluate(element => (element as HTMLElement).offsetHeight);
  const laidOut = () =>
    footer
      .getByRole('heading')
      .first()
      .evaluate(element => element.checkVisibility({ contentVisibilityAuto: true }));
  for (const size of [phone, tablet, desktop]) {
    await page.setViewportSize(size);
    await open(page, '/about');
    expect(await laidOut()).toBe(false);
    const taken = await height();
    await footer.scrollIntoViewIfNeeded();
    await expect.poll(laidOut).toBe(true);
    const real = await height();
    expect(Math.abs(real - taken), `${taken} for ${real} at ${size.width}`).toBeLessThan(48);
    await expect(footer.getByText('All rights reserved')).toBeVisible();
  }
});

test('nothing moves when the letters of the headings come late', async ({ page }) => {
  await page.setViewportSize(phone);
  for (const path of paths) {
    const letters = gate();
    await page.route('**/*.woff2', async route => {
      await letters.opened;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('h1')).toBeVisible();
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length === 1);
    const asked = await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loading'));
    expect(asked, `${path} is painted before the letters are there`).toBe(true);
    letters.open();
    await page.evaluate(() => document.fonts.ready);
    expect(await shift(page), path).toBeLessThan(0.02);
    await page.unrouteAll();
  }
});

test('it is painted in full while nothing else arrives', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.route(/\/(assets|storage)\//, () => {}); // neither answered nor refused
  await page.goto('/about', { waitUntil: 'commit' });
  await expect(page.locator('footer')).toBeAttached();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  const width = await page.locator('h1').evaluate(heading => heading.getBoundingClientRect().width);
  expect(width).toBeLessThan(phone.width);
});

test('a style that is not the site’s does not count', async ({ page }) => {
  await open(page, '/about');
  const colour = await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: rgb(1, 2, 3) !important }';
    document.head.append(style);
    return getComputedStyle(document.body).color;
  });
  expect(colour).not.toBe('rgb(1, 2, 3)');
});

test('on the second visit no picture is asked for', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/team', { waitUntil: 'networkidle' });
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('img')].filter(image => image.complete).map(image => image.currentSrc),
    );
  const stored = (await shown()).filter(address => address.includes('/storage/'));
  expect(stored.length).toBeGreaterThan(1);
  for (const address of stored) {
    const answer = await page.request.get(address);
    expect(answer.headers()['cache-control'], address).toBe('public, max-age=31536000, immutable');
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const fetched: string[] = [];
  const kept = new Set<string>();
  session.on('Network.requestServedFromCache', ({ requestId }) => kept.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!kept.has(requestId) && !response.fromDiskCache) fetched.push(new URL(response.url).pathname);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  fetched.length = 0;
  await page.goto('/team', { waitUntil: 'networkidle' });
  expect(fetched.filter(path => path.startsWith('/storage/') || path.startsWith('/assets/'))).toEqual([]);
});

test('a picture that is replaced under its name is seen at once', async ({ page, request }) => {
  const client = await staff();
  const name = `projects/first-paint-${Date.now()}.png`;
  const files = client.storage.from('website_images');
  sure(await files.upload(name, png(20), { contentType: 'image/png' }));
  const { publicUrl } = files.getPublicUrl(name).data;
  const row = { title: 'Replaced at once', description: '<p>d</p>', image_url: publicUrl };
  const id = sure(await client.from('projects').insert(row).select('id').single())?.id;
  try {
    const picture = page.getByRole('listitem').filter({ hasText: row.title }).locator('img');
    /** The red of its middle, as it is drawn. */
    const red = async () => {
      await page.goto('/projects');
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('complete', true);
      return picture.evaluate((image: HTMLImageElement) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
        const context = canvas.getContext('2d') as CanvasRenderingContext2D;
        context.drawImage(image, 0, 0, 1, 1);
        return context.getImageData(0, 0, 1, 1).data[0] ?? 0;
      });
    };
    expect(await red()).toBeLessThan(60);
    sure(await files.upload(name, png(230), { contentType: 'image/png', upsert: true }));
    expect(await red()).toBeGreaterThan(190);
    // The row holds the address that was written.
    expect(await read(request, 'projects', `select=image_url&id=eq.${id}`)).toEqual([
      { image_url: publicUrl },
    ]);
  } finally {
    sure(await client.from('projects').delete().eq('id', id));
    sure(await files.remove([name]));
  }
});
