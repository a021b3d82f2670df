// What the inputs of the forms do for people: addresses put right, maps read, doubts told, lists labelled and reordered,
// one save bar in sight that covers nothing.
import { content, desktop, phone } from '../support/site';
import { withContent } from '../support/staff';
import type { Locator, Page } from '../support/test';
import { expect, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

const same = (document: Record<string, unknown>) => document;

const forms = [
  '/admin/manage-homepage',
  '/admin/manage-about',
  '/admin/manage-donations',
  '/admin/manage-contact-footer',
  '/admin/manage-settings',
];

async function paste(input: Locator, text: string) {
  await input.focus();
  await input.evaluate((element, data) => {
    const clipboard = new DataTransfer();
    clipboard.setData('text/plain', data);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }),
    );
  }, text);
}

test('[ACON-1] a link without a scheme gets one on leaving the field, or on Enter', async ({
  page,
  request,
}) => {
  await withContent('footer', same, async () => {
    await page.goto('/admin/manage-contact-footer');
    const website = page.getByLabel('Website URL');
    await website.fill('www.example.org/x');
    await website.blur();
    await expect(website).toHaveValue('https://www.example.org/x');
    const quick = page.getByLabel('URL of quick link 1', { exact: true });
    await quick.fill('example.org/quick');
    await quick.blur();
    await expect(quick).toHaveValue('https://example.org/quick');
    await quick.fill('/about');
    await quick.blur();
    await expect(quick).toHaveValue('/about');
    await website.fill('umeed.example');
    await website.press('Enter');
    await told(page, 'Footer content saved!');
    expect((await content(request, 'footer')).website_url).toBe('https://umeed.example');
  });
});

test('[ACON-1] the map field takes what people have', async ({ page, request }) => {
  await withContent('contact', same, async () => {
    await page.goto('/admin/manage-contact-footer');
    const map = page.getByLabel('Map URL');
    await expect(map).toHaveAttribute('type', 'url');
    const embed = 'https://www.openstreetmap.org/export/embed.html?bbox=73.0,31.3,73.5,31.6&layer=mapnik';
    await paste(
      map,
      `<iframe width="425" src="${embed.replace('&', '&amp;')}"></iframe><br/><small>x</small>`,
    );
    await expect(map).toHaveValue(embed);
    await map.fill('https://maps.app.goo.gl/AbCd123');
    await expect(page.getByText(/short link from a phone cannot be shown/)).toBeVisible();
    await page.getByRole('button', { name: 'Save Contact Content' }).click();
    expect(await map.evaluate((input: HTMLInputElement) => input.validationMessage)).toMatch(/Embed a map/);
    await expect(map).toBeFocused();
    expect((await content(request, 'contact')).map_url).not.toContain('goo.gl');
    await map.fill('http://www.openstreetmap.org/#map=15/31.418/73.079');
    await map.blur();
    await expect(map).toHaveValue(/^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?bbox=73\.0/);
    await expect(page.getByText(/cannot be shown|names no place/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Save Contact Content' }).click();
    await told(page, 'Contact content saved!');
    expect((await content(request, 'contact')).map_url).toContain('/export/embed.html');
    await page.goto('/contact');
    await expect(page.locator('iframe')).toHaveAttribute('src', /export\/embed\.html\?bbox=73\.0/);
  });
});

test('[ADON-1] a wrong IBAN is saved, told in the notice, and stays in sight until it is right', async ({
  page,
  request,
}) => {
  await withContent('donation_details', same, async () => {
    await page.goto('/admin/manage-donations');
    await page.getByLabel('IBAN').fill('PK36SCBL0000001123456703');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await told(page, 'Donation details saved!', /Please check IBAN: The check digits do not fit/);
    expect((await content(request, 'donation_details')).iban).toBe('PK36SCBL0000001123456703');
    await page.reload();
    await expect(page.getByLabel('IBAN')).toHaveAccessibleDescription(/check digits do not fit/);
    await page.getByLabel('IBAN').fill('PK36SCBL0000001123456702');
    await expect(page.getByText(/check digits do not fit/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await told(page, 'Donation details saved!');
    await expect(page.getByText(/Please check/)).toHaveCount(0);
  });
});

test('[AHOM-1] [AABT-1] [ATST-1] the screens say which parts of a page are fixed', async ({ page }) => {
  for (const [path, text] of [
    ['homepage', 'The text below it is fixed.'],
    ['about', 'The timeline on this page is fixed.'],
    ['testimonials', 'The thank-you text at its end is fixed.'],
  ]) {
    await page.goto(`/admin/manage-${path}`);
    await expect(page.getByText(text as string)).toBeVisible();
  }
});

test('[ACON-1] the newsletter’s words are edited beside the footer', async ({ page, request }) => {
  await withContent('newsletter_section', same, async () => {
    await page.goto('/admin/manage-contact-footer');
    await page.getByLabel('Newsletter button').fill('Join');
    await page.getByRole('button', { name: 'Save Footer Content' }).click();
    await told(page, 'Footer content saved!');
    expect((await content(request, 'newsletter_section')).button_text).toBe('Join');
  });
});

test('[ACON-1] links are reordered by buttons and by dragging; focus stays with what was moved', async ({
  page,
  request,
}) => {
  await withContent('footer', same, async () => {
    await page.goto('/admin/manage-contact-footer');
    const label = (number: number) => page.getByLabel(`Label of quick link ${number}`, { exact: true });
    const first = await label(1).inputValue();
    const second = await label(2).inputValue();
    const third = await label(3).inputValue();
    await page.getByRole('button', { name: 'Move quick link 1 down' }).click();
    await expect(label(1)).toHaveValue(second);
    await expect(label(2)).toHaveValue(first);
    const down = page.getByRole('button', { name: 'Move quick link 2 down' });
    await expect(down).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(label(3)).toHaveValue(first);
    await expect(page.getByRole('button', { name: 'Move quick link 1 up' })).toBeDisabled();

    const handle = page.getByRole('button', { name: 'Drag quick link 3 to another place' });
    await handle.hover();
    await page.mouse.down();
    const target = await page
      .getByRole('button', { name: 'Drag quick link 1 to another place' })
      .boundingBox();
    await page.mouse.move((target?.x ?? 0) + 10, (target?.y ?? 0) + 30, { steps: 4 });
    await page.mouse.move((target?.x ?? 0) + 10, (target?.y ?? 0) - 2, { steps: 4 });
    await page.mouse.up();
    await expect(label(1)).toHaveValue(first);
    await page.getByRole('button', { name: 'Save Footer Content' }).click();
    await told(page, 'Footer content saved!');
    const stored = (await content(request, 'footer')).quick_links.map(
      (link: { label: string }) => link.label,
    );
    expect(stored.slice(0, 3)).toEqual([first, second, third]);
  });
});

test('[ACON-1] what is wrong with an address is said once, below its field', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/admin/manage-contact-footer');
  const map = page.getByLabel('Map URL');
  for (const { text, said } of [
    { text: 'https://maps.app.goo.gl/AbCd123', said: /short link from a phone cannot be shown/ },
    { text: 'the clock tower', said: /Only maps from/ },
  ]) {
    await map.fill(text);
    // Waited for inside an object, so that the listener is there before the button is pressed.
    const bubble = await map.evaluateHandle(input => ({
      shown: new Promise<boolean>(done => {
        // After the app's own listeners.
        const later = (event: Event) => setTimeout(() => done(!event.defaultPrevented));
        input.addEventListener('invalid', later, { once: true });
      }),
    }));
    await page.getByRole('button', { name: 'Save Contact Content' }).click();
    expect(await bubble.evaluate(({ shown }) => shown)).toBe(false);
    await expect(page.getByText(said)).toHaveCount(1);
    await expect(map).toBeFocused();
    await expect(map).toBeInViewport();
  }
});

test('[ACON-1] on a phone too the save bar names what is unsaved, in one plain sentence', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto('/admin/manage-contact-footer');
  await page.getByLabel('Map URL').fill('https://www.openstreetmap.org');
  const state = page.locator('[data-save-bar]').first().getByRole('status');
  await expect(state).toHaveText('Not saved yet: map URL');
  await expect(state).toMatchAriaSnapshot('- status: "Not saved yet: map URL"');
});

test('[ASET-1] a pasted address tells its platform, and never renames what a person chose', async ({
  page,
}) => {
  await page.goto('/admin/manage-settings');
  await expect(page.getByLabel('Platform of social link 1', { exact: true })).toBeVisible();
  const count = await page.getByLabel(/^Platform of social link/).count();
  await page.getByRole('button', { name: 'Add Social Link' }).click();
  const platform = page.getByLabel(`Platform of social link ${count + 1}`, { exact: true });
  const url = page.getByLabel(`URL of social link ${count + 1}`, { exact: true });
  await expect(platform).toHaveValue('Facebook');
  await url.selectText();
  await paste(url, 'www.instagram.com/umeed');
  await expect(platform).toHaveValue('Instagram');
  await expect(url).toHaveValue('https://www.instagram.com/umeed');
  await platform.fill('Our pictures');
  await url.fill('https://youtu.be/x');
  await expect(platform).toHaveValue('Our pictures');
});

test('[ASET-1] a platform is chosen from a list or typed, and shown with its icon', async ({ page }) => {
  await page.goto('/admin/manage-settings');
  const platform = page.getByLabel('Platform of social link 1', { exact: true });
  const list = await platform.getAttribute('list');
  const offered = await page
    .locator(`datalist[id="${list}"] option`)
    .evaluateAll(all => all.map(one => one.getAttribute('value')));
  for (const name of ['Facebook', 'WhatsApp', 'YouTube', 'TikTok']) expect(offered).toContain(name);
  await platform.fill('Mastodon');
  await expect(platform).toHaveValue('Mastodon');
});

for (const path of forms) {
  test(`[ADM-6] ${path} at 360 px: visible labels, large targets, text from its own side`, async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await open(page, path);
    const inputs = page.locator('main form').locator('input:not([type=file]), textarea, select');
    const found = await inputs.evaluateAll(all =>
      all.map(input => {
        const { labels, id, type } = input as HTMLInputElement;
        const label = labels?.[0]?.getBoundingClientRect();
        const isText = input.tagName !== 'SELECT' && type !== 'checkbox';
        return {
          id: input.getAttribute('name') ?? id,
          labelled: input.tagName === 'SELECT' || (label !== undefined && label.height > 8),
          auto: !isText || input.getAttribute('dir') === 'auto',
        };
      }),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ labelled, auto }) => !labelled || !auto)).toEqual([]);
    const small = await page.locator('main form button:visible, main form select:visible').evaluateAll(all =>
      all
        .map(one => ({
          name: one.getAttribute('aria-label') ?? one.textContent,
          box: one.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
    );
    expect(small).toEqual([]);
  });
}

async function open(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').locator('[data-spinner]')).toHaveCount(0);
  await expect(page.locator('[data-save-bar]').first()).toBeVisible();
  if (path.endsWith('about')) await expect(page.getByRole('toolbar')).toHaveCount(7);
}

for (const viewport of [phone, desktop]) {
  test(`[ACON-1] one slim save bar in sight at ${viewport.width} px, which covers no field that has focus`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await open(page, '/admin/manage-contact-footer');
    const bars = page.locator('[data-save-bar]');
    await expect(bars).toHaveCount(2);
    const visible = () =>
      bars.evaluateAll(
        all =>
          all.filter(bar => {
            const { top, bottom } = bar.getBoundingClientRect();
            return bottom > 72 && top < innerHeight;
          }).length,
      );
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += 180) {
      await page.evaluate(y => scrollTo(0, y), top);
      await expect.poll(visible, { message: `scrolled to ${top}` }).toBeLessThanOrEqual(1);
    }
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.getByRole('button', { name: 'Save Contact Content' })).toBeInViewport();
    await page.getByLabel('Heading', { exact: true }).fill('Changed');
    const bar = await bars.first().boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(64);

    await page.getByLabel('Heading', { exact: true }).focus();
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused.closest('[data-save-bar]') || !focused.closest('main')) return false;
        const { left, right, top, bottom } = focused.getBoundingClientRect();
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return over?.closest('[data-save-bar]') ? focused.outerHTML : false;
      });
      expect(covered).toBe(false);
    }
  });
}
