// Two people edit the same thing: only what both changed is asked about, and nothing is overwritten unseen.
import { content, gate, read } from '../support/site';
import { staff, sure, withContent, withOnlyRows } from '../support/staff';
import type { Locator } from '../support/test';
import { expect, save, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

const water = [{ title: 'Water', description: '<p>Clean</p>', image_url: null }];
const title = (within: Locator) => within.getByLabel('Title', { exact: true });

test('[ALST-1] a colleague saved first: what both changed is shown, and nothing is overwritten unasked', async ({
  page,
  request,
}) => {
  await withOnlyRows('projects', water, async () => {
    const client = await staff();
    const colleague = (row: object) => client.from('projects').update(row).not('id', 'is', null);
    await page.goto('/admin/manage-projects');
    const item = page.getByRole('article');
    await title(item).fill('Mine');
    sure(await colleague({ title: 'Theirs', description: '<p>Their description</p>' }));
    await save(item);
    await told(
      page,
      'Failed to save project',
      'Someone else changed it while you were editing. Please choose below what to keep.',
    );
    const panel = item.getByRole('region', { name: 'Conflicting changes' });
    await expect(panel).toContainText(/Someone else changed this at \d\d:\d\d/);
    await expect(panel.getByRole('term')).toHaveText(['Title']);
    await expect(panel).toContainText('Theirs');
    await expect(panel).toContainText('Mine');
    expect(await read(request, 'projects', 'select=title')).toEqual([{ title: 'Theirs' }]);
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await told(page, 'Project saved!');
    expect(await read(request, 'projects', 'select=title,description')).toEqual([
      { title: 'Mine', description: '<p>Their description</p>' },
    ]);

    await title(item).fill('Mine again');
    sure(await colleague({ title: 'Theirs again' }));
    await save(item);
    await panel.getByRole('button', { name: 'Use their version' }).click();
    await expect(title(item)).toHaveValue('Theirs again');
    await expect(item.getByText('Not saved yet')).toHaveCount(0);
  });
});

test('[AHOM-1] what only a colleague changed is merged without a question', async ({ page, request }) => {
  await withContent(
    'homepage',
    document => document,
    async () => {
      await page.goto('/admin/manage-homepage');
      await page.getByLabel('Heading', { exact: true }).fill('My heading');
      const client = await staff();
      const table = () => client.from('website_content');
      const row = sure(await table().select('content').eq('page_key', 'homepage').single());
      const hero = { ...row?.content.hero, subheading: 'Their subheading' };
      sure(
        await table()
          .update({ content: { ...row?.content, hero } })
          .eq('page_key', 'homepage'),
      );
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await told(page, 'Content saved!');
      await expect(page.getByLabel('Subheading', { exact: true })).toHaveValue('Their subheading');
      expect((await content(request, 'homepage')).hero).toMatchObject({
        heading: 'My heading',
        subheading: 'Their subheading',
      });
    },
  );
});

test('[ALST-1] a colleague deleted the item: it can be put back or left deleted', async ({
  page,
  request,
}) => {
  await withOnlyRows('projects', water, async () => {
    const client = await staff();
    const colleagueDeletes = async () => sure(await client.from('projects').delete().not('id', 'is', null));
    await page.goto('/admin/manage-projects');
    const id = (sure(await client.from('projects').select('id').single()) as { id: string }).id;
    const item = page.getByRole('article');
    await title(item).fill('Kept');
    await colleagueDeletes();
    await save(item);
    const panel = item.getByRole('region', { name: 'Conflicting changes' });
    await expect(panel).toContainText('Someone else deleted this while you were editing.');
    await panel.getByRole('button', { name: 'Put it back' }).click();
    await told(page, 'Project restored');
    expect(await read(request, 'projects', 'select=id,title,description')).toEqual([
      { id, title: 'Kept', description: '<p>Clean</p>' },
    ]);

    await title(item).fill('Given up');
    await colleagueDeletes();
    await save(item);
    await panel.getByRole('button', { name: 'Leave it deleted' }).click();
    await expect(item).toHaveCount(0);
    expect(await read(request, 'projects', 'select=title')).toEqual([]);
    await page.reload();
    await expect(page.getByText('No projects yet.')).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).not.toContain('Given up');
  });
});

test('[AGAL-1] in the gallery too, both ways out of a conflict work', async ({ page, request }) => {
  const image_url = '/storage/v1/object/public/website_images/gallery/sample-x.webp';
  await withOnlyRows('gallery_images', [{ image_url, alt_text: 'Before' }], async () => {
    const client = await staff();
    const table = () => client.from('gallery_images');
    await page.goto('/admin/manage-gallery');
    const tile = page.getByRole('main').locator('[data-item]');
    const text = tile.getByLabel('What the picture shows');
    const panel = tile.getByRole('region', { name: 'Conflicting changes' });
    const stored = () => read(request, 'gallery_images', 'select=alt_text,image_url');

    await text.fill('Mine');
    sure(await table().update({ alt_text: 'Theirs' }).not('id', 'is', null));
    await save(tile);
    await panel.getByRole('button', { name: 'Use their version' }).click();
    await expect(text).toHaveValue('Theirs');
    await expect(panel).toHaveCount(0);

    await text.fill('Mine again');
    sure(await table().update({ alt_text: 'Theirs again' }).not('id', 'is', null));
    await save(tile);
    await panel.getByRole('button', { name: 'Keep mine' }).click();
    await told(page, 'Image saved!');
    expect(await stored()).toEqual([{ alt_text: 'Mine again', image_url }]);

    await text.fill('Kept');
    sure(await table().delete().not('id', 'is', null));
    await save(tile);
    const held = gate();
    await page.route('**/rest/v1/gallery_images**', async route => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      await held.opened;
      await route.fulfill({ response });
    });
    await panel.getByRole('button', { name: 'Put it back' }).click();
    await expect.poll(stored).toEqual([{ alt_text: 'Kept', image_url }]);
    await text.fill('Typed before the answer');
    held.open();
    await told(page, 'Gallery image restored');
    await expect(text).toHaveValue('Typed before the answer');
    await expect(text).toBeFocused();
    await save(tile);
    await told(page, 'Image saved!');
    expect(await stored()).toEqual([{ alt_text: 'Typed before the answer', image_url }]);

    await text.fill('Given up');
    sure(await table().delete().not('id', 'is', null));
    await save(tile);
    await panel.getByRole('button', { name: 'Leave it deleted' }).click();
    await expect(tile).toHaveCount(0);
    expect(await stored()).toEqual([]);
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
