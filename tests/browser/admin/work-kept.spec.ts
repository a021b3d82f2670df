// Nothing that staff have typed is lost: not by leaving, not by a failed save, not by an ended session, and not by a
// colleague who saved first.
import { gate, read } from '../support/site';
import { staff, sure, withContent, withOnlyRows } from '../support/staff';
import { allow, card, expect, refuse, remove, save, test, told } from './desk';

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

test('[ALST-1] closing the tab asks, and a reload brings the edits back as unsaved', async ({ page }) => {
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
    await expect(title(card(page, 'Well'))).toHaveValue('Well');
    await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
    await save(card(page, 'Well'));
    await told(page, 'Project saved!');
    await page.reload();
    expect(asked).toBe(1);
  });
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

test('[ALST-1] a colleague saved first: both versions are shown and nothing is overwritten unasked', async ({
  page,
  request,
}) => {
  await withOnlyRows('projects', water, async () => {
    const client = await staff();
    const colleague = (text: string) => client.from('projects').update({ title: text }).not('id', 'is', null);
    await page.goto('/admin/manage-projects');
    const item = page.getByRole('article');
    await title(item).fill('Mine');
    sure(await colleague('Theirs'));
    await save(item);
    await told(page, 'Failed to save project', /changed it meanwhile/);
    const panel = item.getByRole('region', { name: 'Changed meanwhile' });
    await expect(panel).toContainText('Theirs');
    await expect(panel).toContainText('Mine');
    expect(await read(request, 'projects', 'select=title')).toEqual([{ title: 'Theirs' }]);
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await told(page, 'Project saved!');
    expect(await read(request, 'projects', 'select=title')).toEqual([{ title: 'Mine' }]);

    await title(item).fill('Mine again');
    sure(await colleague('Theirs again'));
    await save(item);
    await panel.getByRole('button', { name: 'Take theirs' }).click();
    await expect(title(item)).toHaveValue('Theirs again');
    await expect(item.getByText('Not saved yet')).toHaveCount(0);
  });
});

test('[ALST-1] a colleague deleted the item: it can be added again or let go', async ({ page, request }) => {
  await withOnlyRows('projects', water, async () => {
    const client = await staff();
    await page.goto('/admin/manage-projects');
    await title(page.getByRole('article')).fill('Kept');
    sure(await client.from('projects').delete().not('id', 'is', null));
    await save(page.getByRole('article'));
    await page.getByRole('button', { name: 'Add it again' }).click();
    await told(page, 'Project added');
    expect(await read(request, 'projects', 'select=title,description')).toEqual([
      { title: 'Kept', description: '<p>Clean</p>' },
    ]);
    await remove(page, card(page, 'Kept'));
    await told(page, 'Project deleted successfully.');
    await expect(page.getByRole('button', { name: 'Add Project' })).toBeFocused();
  });
});

test('[ACON-1] [ASET-1] two screens of one document do not disturb each other', async ({ page }) => {
  await withContent(
    'footer',
    document => document,
    async () => {
      await page.goto('/admin/manage-settings');
      await page.getByLabel('URL of social link 1', { exact: true }).fill('https://facebook.com/new');
      const client = await staff();
      const table = () => client.from('website_content');
      const row = sure(await table().select('content').eq('page_key', 'footer').single());
      const tagline = 'Changed by a colleague';
      sure(
        await table()
          .update({ content: { ...row?.content, tagline } })
          .eq('page_key', 'footer'),
      );
      await page.getByRole('button', { name: 'Save All Settings' }).click();
      await told(page, 'Settings saved successfully!');
      const after = sure(await table().select('content').eq('page_key', 'footer').single());
      expect(after?.content).toMatchObject({ tagline });
      expect(after?.content.social_links[0].url).toBe('https://facebook.com/new');
    },
  );
});
