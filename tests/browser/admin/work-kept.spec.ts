// Nothing that staff have typed is lost: not by leaving, not by a closed tab, not by a failed save.
import { content, gate, read } from '../support/site';
import { withContent, withOnlyRows } from '../support/staff';
import type { Locator, Page } from '../support/test';
import { allow, card, expect, refuse, save, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

const water = [{ title: 'Water', description: '<p>Clean</p>', image_url: null }];
const title = (within: ReturnType<typeof card>) => within.getByLabel('Title', { exact: true });

test('[ALST-1] leaving with unsaved changes asks first, in the app and by the back button', async ({
  page,
}) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin');
    const sidebar = page.getByRole('navigation', { name: 'Admin' });
    await sidebar.getByRole('link', { name: 'Projects' }).click();
    await title(card(page, 'Water')).fill('Well');
    await expect(card(page, 'Well').getByText('Not saved yet')).toBeVisible();

    await sidebar.getByRole('link', { name: 'Gallery' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    await expect(page).toHaveURL('/admin/manage-projects');
    await expect(title(card(page, 'Well'))).toHaveValue('Well');

    await page.goBack();
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(title(card(page, 'Well'))).toHaveValue('Well');

    await sidebar.getByRole('link', { name: 'Gallery' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page).toHaveURL('/admin/manage-gallery');
    await sidebar.getByRole('link', { name: 'Projects' }).click();
    await expect(title(card(page, 'Water'))).toHaveValue('Water');
  });
});

const offer = (within: Page | Locator) =>
  within.getByRole('status').filter({ hasText: /You have unsaved changes from \d\d:\d\d/ });

test('[ALST-1] closing the tab asks; after a reload what is stored stands and the edits are offered', async ({
  page,
}) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin/manage-projects');
    await title(card(page, 'Water')).fill('Well');
    let asked = 0;
    page.on('dialog', dialog => {
      if (dialog.type() === 'beforeunload') asked += 1;
      dialog.accept();
    });
    await page.reload();
    expect(asked).toBe(1);
    await expect(title(card(page, 'Water'))).toHaveValue('Water');
    await expect(page.getByText('Not saved yet')).toHaveCount(0);
    await offer(page).getByRole('button', { name: 'Bring back' }).click();
    await expect(title(card(page, 'Well'))).toHaveValue('Well');
    await expect(card(page, 'Well').getByText('Not saved yet')).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    await save(card(page, 'Well'));
    await told(page, 'Project saved!');
    await page.reload();
    expect(asked).toBe(1);
    await expect(title(card(page, 'Well'))).toHaveValue('Well');
    await expect(offer(page)).toHaveCount(0);
  });
});

test('[ALST-1] a closed tab loses nothing: the next one offers it, and Discard lets it go for good', async ({
  page,
}) => {
  await withContent(
    'homepage',
    document => document,
    async () => {
      await page.goto('/admin/manage-homepage');
      const before = await page.getByLabel('Heading', { exact: true }).inputValue();
      await page.getByLabel('Heading', { exact: true }).fill('Typed, then the tab was closed');
      await page.getByLabel('Summary text').fill('This too');
      await page.close({ runBeforeUnload: false });

      const next = await page.context().newPage();
      await next.goto('/admin/manage-homepage');
      await expect(next.getByLabel('Heading', { exact: true })).toHaveValue(before);
      // Typing before answering loses neither.
      await next.getByLabel('Button 1 text').fill('Give');
      await next.reload();
      await offer(next).getByRole('button', { name: 'Bring back' }).click();
      await expect(next.getByLabel('Heading', { exact: true })).toHaveValue('Typed, then the tab was closed');
      await expect(next.getByLabel('Summary text')).toHaveValue('This too');
      await expect(next.getByLabel('Button 1 text')).toHaveValue('Give');

      await next.reload();
      await offer(next).getByRole('button', { name: 'Discard' }).click();
      await expect(offer(next)).toHaveCount(0);
      await expect(next.getByLabel('Heading', { exact: true })).toHaveValue(before);
      await next.reload();
      await expect(next.getByLabel('Heading', { exact: true })).toHaveValue(before);
      await expect(offer(next)).toHaveCount(0);
    },
  );
});

test('[ADON-1] the gateway key is never among what the browser keeps', async ({ page }) => {
  await page.goto('/admin/manage-donations');
  await page.getByRole('switch', { name: 'Enable online donations' }).check();
  await page.getByLabel('Payment gateway API key').fill('sk_live_do_not_keep');
  await page.getByLabel('Bank name').fill('Kept Bank');
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).toContain('Kept Bank');
  expect(kept).not.toContain('sk_live_do_not_keep');
});

test('[ALST-1] undoing a whole form asks first, and can itself be undone', async ({ page }) => {
  await page.goto('/admin/manage-homepage');
  const heading = page.getByLabel('Heading', { exact: true });
  const before = await heading.inputValue();
  await heading.fill('One');
  await page.getByLabel('Subheading', { exact: true }).fill('Two');
  await page.getByRole('button', { name: 'Undo changes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Undo all changes?' });
  await expect(question).toContainText('heading and subheading');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(heading).toHaveValue('One');
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await question.getByRole('button', { name: 'Undo changes' }).click();
  await expect(heading).toHaveValue(before);
  await expect(page.getByText('Changes undone')).toBeVisible();
  await page.getByRole('button', { name: 'Bring them back' }).click();
  await expect(heading).toHaveValue('One');
  await expect(page.getByLabel('Subheading', { exact: true })).toHaveValue('Two');
  await expect(page.getByText('Not saved yet')).toBeVisible();
});

test('[AHOM-1] a save that is answered without a body is saved, and says so', async ({ page, request }) => {
  await withContent(
    'homepage',
    document => document,
    async () => {
      await page.goto('/admin/manage-homepage');
      await page.route('**/rest/v1/website_content**', async route => {
        if (route.request().method() !== 'PATCH') return route.continue();
        await route.fetch();
        await route.fulfill({ status: 204 });
      });
      await page.getByLabel('Heading', { exact: true }).fill('Saved without an answer');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await told(page, 'Content saved!', 'Your homepage has been updated successfully.');
      await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
      expect((await content(request, 'homepage')).hero.heading).toBe('Saved without an answer');
    },
  );
});

test('[ALST-1] what is typed while a save is under way stays, and stays unsaved', async ({
  page,
  request,
}) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin/manage-projects');
    const held = gate();
    await page.route('**/rest/v1/projects**', async route => {
      if (route.request().method() === 'PATCH') await held.opened;
      await route.continue();
    });
    const item = page.getByRole('article');
    await title(item).fill('Well');
    await save(item);
    await title(item).fill('Well of Hope');
    held.open();
    await told(page, 'Project saved!');
    await expect(title(item)).toHaveValue('Well of Hope');
    await expect(item.getByText('Not saved yet')).toBeVisible();
    expect(await read(request, 'projects', 'select=title')).toEqual([{ title: 'Well' }]);
    await save(item);
    await expect(item.getByText(/^Saved/)).toBeVisible();
    expect(await read(request, 'projects', 'select=title')).toEqual([{ title: 'Well of Hope' }]);
  });
});

test('[ALST-1] a failed save keeps everything and can be tried again', async ({ page, request }) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin/manage-projects');
    const item = page.getByRole('article');
    await title(item).fill('Well');
    await refuse(page, 'PATCH', '/rest/v1/projects');
    await save(item);
    await told(page, 'Failed to save project', 'the database said no');
    await allow(page);
    await page.route('**/rest/v1/projects**', route =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await save(item);
    await told(page, 'Failed to save project', /could not reach our server/);
    await expect(title(item)).toHaveValue('Well');
    await allow(page);
    await save(item);
    await told(page, 'Project saved!');
    expect(await read(request, 'projects', 'select=title')).toEqual([{ title: 'Well' }]);
  });
});
