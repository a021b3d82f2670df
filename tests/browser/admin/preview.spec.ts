// The public page with what is typed and not saved: as it will be, for nobody else, and without a way to lose anything.

import { violations } from '../support/axe';
import { content, desktop, gate, phone, read } from '../support/site';
import { staff, withOnlyRows } from '../support/staff';
import type { Page } from '../support/test';
import { allow, card, choosePicture, drawPicture, expect, test, told } from './desk';

const homepage = '/admin/manage-homepage';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Preview', exact: true });
const button = (page: Page) => page.getByRole('button', { name: 'Preview', exact: true });
const frame = (page: Page) => dialog(page).locator('iframe');
const shown = (page: Page) => page.frameLocator('dialog iframe');
const heading = (page: Page) => page.getByLabel('Heading', { exact: true });

/** How wide the page in the frame believes to be. */
const widthInside = (page: Page) =>
  shown(page)
    .locator('html')
    .evaluate(root => root.ownerDocument.defaultView?.innerWidth);

async function fits(page: Page) {
  const { width } = page.viewportSize() ?? desktop;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  const box = await frame(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(-1);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width + 1);
}

for (const viewport of [phone, desktop]) {
  test(`a draft of the homepage is seen before it is saved, and by nobody else, at ${viewport.width} px`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport);
    const before = await content(request, 'homepage');
    await page.goto(homepage);
    await heading(page).fill('A heading that nobody has saved');
    await button(page).click();
    await expect(shown(page).getByRole('heading', { level: 1 })).toHaveText(
      'A heading that nobody has saved',
    );
    await expect(dialog(page)).toContainText('Nothing is saved. Only you see this.');
    await expect(dialog(page).getByText('The preview is ready.')).toBeAttached();

    // The phone first; pictures, letters and styles are those of the site.
    expect(await widthInside(page)).toBe(360);
    const loaded = await shown(page)
      .locator('html')
      .evaluate(async root => {
        const { document } = root.ownerDocument.defaultView as Window;
        await document.fonts.ready;
        return {
          letters: [...document.fonts].some(
            ({ family, status }) => /Fraunces/.test(family) && status === 'loaded',
          ),
          ground: getComputedStyle(document.body).backgroundColor,
          menu: getComputedStyle(document.querySelector('.menu') as Element).display,
          scripts: document.scripts.length,
        };
      });
    expect(loaded).toEqual({
      letters: true,
      ground: 'rgb(251, 248, 241)',
      menu: 'none',
      scripts: 0,
    });
    const hero = shown(page).locator('main img').first();
    await expect
      // Made smaller when it is first asked for.
      .poll(() => hero.evaluate(image => (image as HTMLImageElement).naturalWidth), { timeout: 20_000 })
      .toBeGreaterThan(0);
    await fits(page);
    expect(await violations(page)).toEqual([]);

    await dialog(page).getByRole('radio', { name: 'Desktop' }).check();
    expect(await widthInside(page)).toBe(1280);
    await expect(frame(page)).toHaveAttribute('title', 'Preview of Home, Desktop width');
    await fits(page);
    expect(await violations(page)).toEqual([]);

    // For visitors nothing has changed, and nothing is stored.
    expect(await (await request.get('/')).text()).not.toContain('nobody has saved');
    expect(await content(request, 'homepage')).toEqual(before);

    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(button(page)).toBeFocused();
    await expect(heading(page)).toHaveValue('A heading that nobody has saved');
    await expect(page.getByText('Not saved yet: heading')).toBeVisible();

    // The width is remembered.
    await button(page).click();
    await expect(dialog(page).getByRole('radio', { name: 'Desktop' })).toBeChecked();
    await dialog(page).getByRole('button', { name: 'Close the preview' }).click();
    await expect(button(page)).toBeFocused();
  });
}

test('everything can be done with the keyboard, and Enter saves nothing', async ({ page, request }) => {
  const before = await content(request, 'footer');
  await page.goto('/admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByLabel('Site name').fill('Drafted Foundation');
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(shown(page).locator('footer')).toContainText('Drafted Foundation');
  const radio = dialog(page).getByRole('radio', { name: 'Phone' });
  await radio.focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page).getByRole('radio', { name: 'Desktop' })).toBeChecked();
  await page.keyboard.press('Enter');

  // What stands on every page is shown on any of them, first on the first.
  const pages = dialog(page).getByLabel('Page', { exact: true });
  await expect(pages).toHaveValue('/');
  await pages.selectOption({ label: 'Contact' });
  await expect(shown(page).getByRole('heading', { level: 1 })).toHaveText(
    (await content(request, 'contact')).heading,
  );
  await page.keyboard.press('Enter');

  // Escape is heard in the frame too, and Back closes the preview and nothing else.
  await shown(page).getByRole('link', { name: 'Drafted Foundation' }).first().focus();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await button(page).click();
  await expect(shown(page).locator('footer')).toContainText('Drafted Foundation');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/admin/manage-settings');
  await expect(page.getByLabel('Site name')).toHaveValue('Drafted Foundation');
  expect(await content(request, 'footer')).toEqual(before);
  expect((await content(request, 'general_settings')).site_name).not.toBe('Drafted Foundation');
});

test('links and forms in a preview lead nowhere', async ({ page, context }) => {
  await page.goto('/admin/manage-contact-footer');
  await button(page).first().click();
  const inside = shown(page);
  await expect(inside.getByRole('heading', { level: 1 })).toBeVisible();
  const address = () => inside.locator('html').evaluate(root => root.ownerDocument.URL);
  const before = await address();
  const open = context.pages().length;
  await inside.getByRole('link', { name: 'Donate Now' }).first().click();
  await inside
    .locator('form')
    .first()
    .evaluate(form => (form as HTMLFormElement).requestSubmit());
  await inside.locator('footer a').first().click();
  await expect(inside.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await address()).toBe(before);
  expect(context.pages()).toHaveLength(open);
});

test('a new project is previewed in its place, with the picture that was just sent', async ({
  page,
  request,
}) => {
  await withOnlyRows('projects', [{ title: 'Wells', description: '<p>Clean water</p>' }], async () => {
    await page.goto('/admin/manage-projects');
    await page.getByRole('button', { name: 'Add Project' }).click();
    const item = card(page, 'New Project');
    await item.getByLabel('Title', { exact: true }).fill('A school for Chak 204');
    const project = card(page, 'A school for Chak 204');
    await choosePicture(page, project, 'Picture');
    await told(page, 'Image uploaded!');
    await project.getByRole('button', { name: 'Preview', exact: true }).click();
    const titles = shown(page).locator('main h2');
    await expect(titles.filter({ hasText: 'A school' })).toHaveCount(1);
    expect((await titles.allTextContents()).slice(0, 2)).toEqual(['Wells', 'A school for Chak 204']);
    // Nobody has to look for it.
    await expect(titles.filter({ hasText: 'A school' })).toBeInViewport();
    const picture = shown(page).locator('main li', { hasText: 'A school' }).locator('img');
    await expect(picture).toHaveAttribute('src', /\/projects\//);
    await expect
      .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    const stored = await read<{ title: string }>(request, 'projects', 'select=title&order=created_at');
    expect(stored.map(({ title }) => title)).toEqual(['Wells', 'New Project']);
    await page.keyboard.press('Escape');
    await expect(project.getByRole('button', { name: 'Preview', exact: true })).toBeFocused();
  });
});

test('a hidden testimonial is not on the page, and the preview says so', async ({ page }) => {
  const row = { name: 'A mother', role: 'Visitor', quote: 'They came at night.', is_visible: true };
  await withOnlyRows('testimonials', [row], async () => {
    await page.goto('/admin/manage-testimonials');
    const item = card(page, 'A mother');
    await item.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(shown(page).locator('main')).toContainText('They came at night.');
    await expect(dialog(page)).not.toContainText('is hidden');
    await page.keyboard.press('Escape');
    await item.getByLabel('Visible on website').click();
    await item.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(dialog(page)).toContainText(
      'This testimonial is hidden, so visitors do not find it on the page.',
    );
    await expect(shown(page).locator('main h1')).toBeVisible();
    await expect(shown(page).locator('main')).not.toContainText('They came at night.');
    expect(await violations(page)).toEqual([]);
  });
});

test('what a save would refuse is said by the name of its field', async ({ page }) => {
  await page.goto('/admin/manage-contact-footer');
  await page.getByLabel('Website URL').fill('javascript:alert(1)');
  const form = page.locator('form', { has: page.getByLabel('Website URL') });
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('This cannot be shown yet');
  await expect(dialog(page).getByRole('alert')).toContainText('Website URL must be a web address');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Website URL')).toHaveValue('javascript:alert(1)');
});

test('without a connection it says so, and tries again', async ({ page }) => {
  await page.goto(homepage);
  await heading(page).fill('Typed without a connection');
  await page.route('**/admin/preview', route => route.abort('internetdisconnected'));
  await button(page).click();
  const alert = dialog(page).getByRole('alert');
  await expect(alert).toContainText('The preview could not be made');
  await expect(alert).toContainText('Please check your connection and try again.');
  await expect(alert).toContainText('Nothing you typed is lost.');
  expect(await violations(page)).toEqual([]);
  await allow(page);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(shown(page).getByRole('heading', { level: 1 })).toHaveText('Typed without a connection');
});

const isPreview = (url: URL) => url.pathname === '/admin/preview';
const isRenewal = (url: URL) => url.pathname === '/auth/v1/token';

test('a token that is no longer good is renewed, and the preview made with the new one', async ({ page }) => {
  const { data } = await (await staff()).auth.getSession();
  await page.goto(homepage);
  await heading(page).fill('Typed while the token ended');
  const tokens: (string | null)[] = [];
  await page.route(isPreview, route => {
    tokens.push(new URLSearchParams(route.request().postData() ?? '').get('token'));
    // As if the server had taken the first one back.
    return tokens.length === 1 ? route.continue({ postData: 'token=x&path=/&drafts=[]' }) : route.continue();
  });
  await page.route(isRenewal, route => route.fulfill({ json: data.session }));
  await button(page).click();
  await expect(shown(page).getByRole('heading', { level: 1 })).toHaveText('Typed while the token ended');
  expect(tokens).toHaveLength(2);
  expect(tokens[1]).toBe(data.session?.access_token);
});

test('a session that has ended leads to the sign-in, and what was typed is kept', async ({ page }) => {
  await page.goto(homepage);
  await heading(page).fill('Typed before the session ended');
  await page.route(isPreview, route => route.continue({ postData: 'token=x&path=/&drafts=[]' }));
  const refusal = { code: 'refresh_token_not_found', error_code: 'refresh_token_not_found', msg: 'gone' };
  await page.route(isRenewal, route => route.fulfill({ status: 400, json: refusal }));
  await page.route('**/auth/v1/logout*', route => route.fulfill({ status: 204 }));
  await button(page).click();
  await expect(page).toHaveURL('/admin/login');
  await expect(dialog(page)).toHaveCount(0);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).toContain('Typed before the session ended');
});

test('a picture on its way is told of, and shown when it has arrived', async ({ page }) => {
  await page.goto(homepage);
  const held = gate();
  await page.route('**/storage/v1/object/**', async route => {
    if (route.request().method() !== 'POST') return route.fallback();
    await held.opened;
    return route.continue();
  });
  const buffer = await drawPicture(page, 'image/png', 1600, 900);
  const group = page.getByRole('group', { name: 'Background image', exact: true });
  await group.locator('input[type=file]').setInputFiles({ name: 'hero.png', mimeType: 'image/png', buffer });
  await button(page).click();
  await expect(dialog(page)).toContainText('A picture is still on its way.');
  const picture = shown(page).locator('main img').first();
  const before = await picture.getAttribute('src');
  held.open();
  await expect(dialog(page)).not.toContainText('A picture is still on its way.');
  await expect(picture).not.toHaveAttribute('src', before ?? '');
});
