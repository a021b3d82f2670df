// Earlier versions and what was deleted: found, understood and put back, on a phone and on a desk.

import { violations } from '../support/axe';
import { content, desktop, phone, read } from '../support/site';
import { staff, sure, withOnlyRows } from '../support/staff';
import type { Page } from '../support/test';
import { account, card, choosePicture, expect, remove, save, saveWith, test, told, undoButton } from './desk';

const bank = '/admin/manage-donations';

async function setAccount(number: string) {
  const table = (await staff()).from('website_content');
  const row = sure(await table.select('content').eq('page_key', 'donation_details').single());
  const next = { ...row?.content, account_number: number };
  sure(
    await (await staff())
      .from('website_content')
      .update({ content: next })
      .eq('page_key', 'donation_details'),
  );
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'History' });
const version = (page: Page, words: string | RegExp) =>
  dialog(page).getByRole('listitem').filter({ hasText: words });

async function fits(page: Page) {
  const { width } = page.viewportSize() ?? desktop;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

for (const viewport of [phone, desktop]) {
  test(`a bank account changed by mistake is found and put back at ${viewport.width} px`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport);
    await setAccount('0101-RIGHT');
    await page.goto(bank);
    const number = page.getByLabel('Account number', { exact: true });
    await number.fill('0999-WRONG');
    await saveWith(page, page.getByRole('button', { name: 'Save Changes' }), 'Donation details saved!');

    // Without a further step: what was changed last, by whom and when.
    const latest = page.getByRole('region', { name: 'Latest changes' });
    await expect(latest.getByRole('listitem').first()).toHaveText(
      /^Changed by you, today at \d\d:\d\d: account number from 0101-RIGHT →\s+to 0999-WRONG$/,
    );
    await page.reload();
    await expect(latest.getByRole('listitem').first()).toContainText('0999-WRONG');
    expect(await violations(page)).toEqual([]);
    await fits(page);

    const button = page.getByRole('button', { name: 'History' });
    await button.click();
    await expect(version(page, '0999-WRONG').first()).toContainText('This is how it is now');
    await expect(version(page, '0999-WRONG').first()).toContainText('Changed by you');
    expect(await violations(page)).toEqual([]);
    await fits(page);
    await version(page, /After\s*0101-RIGHT/)
      .first()
      .getByRole('button', { name: 'Restore this version' })
      .click();
    await told(page, 'Earlier version restored', /^It is again as it was today at /);
    await expect(dialog(page)).toHaveCount(0);
    await expect(button).toBeFocused();
    await expect(number).toHaveValue('0101-RIGHT');
    expect((await content(request, 'donation_details')).account_number).toBe('0101-RIGHT');
    // It was a save like any other, and has its own line.
    await expect(latest.getByRole('listitem').first()).toContainText(/from 0999-WRONG.* to 0101-RIGHT/);
  });

  test(`a deleted project is put back with its picture at ${viewport.width} px`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport);
    // Of its own for each width: what is put back after a test was deleted by it.
    const title = `Wells ${viewport.width}`;
    await withOnlyRows('projects', [{ title, description: '<p>Clean water</p>' }], async () => {
      await page.goto('/admin/manage-projects');
      const item = card(page, title);
      if (viewport === phone) await item.getByRole('button', { expanded: false }).click();
      await choosePicture(page, item, 'Picture');
      await told(page, 'Image uploaded!');
      await save(item);
      await told(page, 'Project saved!');
      const [before] = await read<Record<string, string>>(request, 'projects', 'select=*');
      await remove(page, item);
      await told(page, 'Project deleted successfully.', title);
      await expect(item).toHaveCount(0);

      // Long after the notice has gone.
      await page.reload();
      await expect(undoButton(page)).toHaveCount(0);
      const trash = page.getByRole('button', { name: 'Recently deleted' });
      await expect(trash).toHaveAttribute('aria-expanded', 'false');
      await trash.click();
      const deleted = page.getByRole('listitem').filter({ hasText: title }).first();
      await expect(deleted).toContainText(/Deleted by you, today at \d\d:\d\d/);
      await expect(deleted.locator('img')).toHaveJSProperty('complete', true);
      expect(await violations(page)).toEqual([]);
      await fits(page);
      await deleted.getByRole('button', { name: `Put back ${title}` }).click();
      await told(page, 'Project restored');
      await expect(card(page, title)).toBeFocused();

      const [back] = await read<Record<string, string>>(request, 'projects', 'select=*');
      expect({ ...back, updated_at: '' }).toEqual({ ...before, updated_at: '' });
      const picture = await request.get(new URL(String(back?.image_url), page.url()).pathname);
      expect(picture.status()).toBe(200);
      await expect(
        page.getByRole('listitem').filter({ hasText: 'Deleted by you' }).getByText(title, { exact: true }),
      ).toHaveCount(0);
    });
  });
}

test('each version of an item says what changed, in words and pictures', async ({ page }) => {
  await withOnlyRows('projects', [{ title: 'Wells', description: '<p>Clean <b>water</b></p>' }], async () => {
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    const item = page.getByRole('article');
    await choosePicture(page, item, 'Picture');
    await told(page, 'Image uploaded!');
    await item.getByLabel('Title', { exact: true }).fill('Deep wells');
    await save(item);
    await told(page, 'Project saved!');
    await card(page, 'Deep wells').getByRole('button', { name: 'History' }).click();
    const newest = dialog(page).getByRole('listitem').first();
    await expect(newest.getByText('Before', { exact: true })).toHaveCount(2);
    await expect(newest).toContainText('No picture');
    await expect(newest.locator('img')).toHaveCount(1);
    await expect(dialog(page).getByRole('listitem').nth(1)).toContainText('Clean water');
    await expect(dialog(page).getByRole('listitem').nth(1)).toContainText(/^Added by you/);
    // Escape closes it, and focus is where it was.
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    const button = card(page, 'Deep wells').getByRole('button', { name: 'History' });
    await expect(button).toBeFocused();
    // So does Back, which leads nowhere else then.
    await button.click();
    await expect(dialog(page)).toBeVisible();
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL('/admin/manage-projects');
  });
});

test('unsaved typing is asked about, and a version that somebody was faster than is not forced', async ({
  page,
}) => {
  await withOnlyRows('team_members', [{ name: 'Amina', role: 'Chair' }], async () => {
    const client = await staff();
    sure(await client.from('team_members').update({ role: 'President' }).eq('name', 'Amina'));
    await page.goto('/admin/manage-about');
    const item = card(page, 'Amina');
    await item.getByLabel('Role', { exact: true }).fill('typed');
    await item.getByRole('button', { name: 'History' }).click();
    const restore = version(page, 'Added by').getByRole('button', { name: 'Restore this version' });
    await restore.click();
    const question = page.getByRole('alertdialog', { name: 'Restore and lose what you typed?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(item.getByLabel('Role', { exact: true })).toHaveValue('typed');

    sure(await client.from('team_members').update({ role: 'Treasurer' }).eq('name', 'Amina'));
    await restore.click();
    await question.getByRole('button', { name: 'Restore this version' }).click();
    await told(page, 'The version could not be restored');
    const conflict = item.getByRole('region', { name: 'Conflicting changes' });
    await expect(conflict).toContainText('Treasurer');
    await expect(conflict).toContainText('Chair');
    await conflict.getByRole('button', { name: 'Use their version' }).click();
    await expect(item.getByLabel('Role', { exact: true })).toHaveValue('Treasurer');
  });
});

test('restoring says beforehand what it changes, and can be undone', async ({ page }) => {
  await withOnlyRows('team_members', [{ name: 'Amina', role: 'Chair' }], async () => {
    const client = await staff();
    sure(await client.from('team_members').update({ role: 'President' }).eq('name', 'Amina'));
    await page.goto('/admin/manage-about');
    const item = card(page, 'Amina');
    const role = item.getByLabel('Role', { exact: true });
    await item.getByRole('button', { name: 'History' }).click();
    await expect(version(page, 'This is how it is now')).not.toContainText('Restoring it changes');
    const first = version(page, 'Added by');
    await expect(first).toContainText('Restoring it changes: Role.');
    await first.getByRole('button', { name: 'Restore this version' }).click();
    await expect(role).toHaveValue('Chair');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await told(page, 'It is again as it was before you restored');
    await expect(role).toHaveValue('President');
    expect(sure(await client.from('team_members').select('role').single())).toEqual({ role: 'President' });
  });
});

test('versions come twenty at a time', async ({ page }) => {
  await withOnlyRows('success_stories', [{ title: 'One' }], async () => {
    const client = await staff();
    for (let number = 1; number <= 24; number++)
      sure(
        await client
          .from('success_stories')
          .update({ category: `No. ${number}` })
          .eq('title', 'One'),
      );
    await page.goto('/admin/manage-success-stories');
    await card(page, 'One').getByRole('button', { name: 'History' }).click();
    const versions = dialog(page).getByRole('listitem');
    await expect(versions).toHaveCount(20);
    await dialog(page).getByRole('button', { name: 'Show older versions' }).click();
    await expect(versions).toHaveCount(25);
    await expect(dialog(page).getByRole('button', { name: 'Show older versions' })).toHaveCount(0);
    await expect(versions.last()).toContainText('Added by');
  });
});

test('a form that cannot load its history says so and tries again', async ({ page }) => {
  await page.goto('/admin/manage-homepage');
  await page.route(
    url => url.pathname === '/rest/v1/history',
    route => route.fulfill({ status: 500, json: { message: 'no', code: 'XX000' } }),
  );
  await page.getByRole('button', { name: 'History' }).click();
  await expect(dialog(page)).toContainText('The history could not be loaded.');
  await page.unrouteAll({ behavior: 'wait' });
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page).getByRole('listitem').first()).toContainText(/^(Added|Changed) by/);
  await dialog(page).getByRole('button', { name: 'Close the history' }).click();
  await expect(dialog(page)).toHaveCount(0);
});

test('the gallery keeps no deleted pictures, and nothing is offered where nothing was deleted', async ({
  page,
}) => {
  await page.goto('/admin/manage-gallery');
  await expect(page.getByRole('button', { name: 'History' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recently deleted' })).toHaveCount(0);
  await page.goto('/admin/manage-volunteers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /History|Recently deleted/ })).toHaveCount(0);
});

test('who somebody else is, is said by their address', async ({ page }) => {
  await setAccount('0202-OTHER');
  await page.goto(bank);
  await expect(
    page.getByRole('region', { name: 'Latest changes' }).getByRole('listitem').first(),
  ).toContainText('Changed by you');
  // Read as if by another: the address takes the place of "you".
  await page.route(
    url => url.pathname === '/rest/v1/history',
    async route => {
      const answer = await route.fetch();
      const lines: { author_id: string | null }[] = await answer.json();
      await route.fulfill({ json: lines.map(line => ({ ...line, author_id: null })) });
    },
  );
  await page.reload();
  await expect(
    page.getByRole('region', { name: 'Latest changes' }).getByRole('listitem').first(),
  ).toContainText(`Changed by ${account().email}, today at`);
});
