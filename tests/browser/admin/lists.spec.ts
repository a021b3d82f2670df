// The lists, each by its own declaration: add, change, upload, save, delete, and what is said when one of them fails.
import { gate, read } from '../support/site';
import { staff, sure, withOnlyRows } from '../support/staff';
import { lists } from './declared-lists';
import { allow, card, choosePicture, expect, refuse, remove, save, test, told, undoButton } from './desk';

// Each walks a whole list, with pictures, and looks at the public page: that takes a while on a busy machine.
test.describe.configure({ timeout: 60_000 });

/** The lines that each list's two tests prove. */
const lines: Record<string, { day: string; failures: string }> = {
  team_members: { day: '[AABT-2]', failures: '[AABT-3]' },
  projects: { day: '[APRJ-1]', failures: '[APRJ-1]' },
  testimonials: { day: '[ATST-1]', failures: '[ATST-1]' },
  success_stories: { day: '[ASTO-1]', failures: '[ASTO-1]' },
};

for (const list of lists) {
  const { messages, table, screen } = list;
  const name = String(list.edits[list.titleField]);

  test(`${lines[table]?.day} [ALST-1] [ALST-3] ${table}: add at the top, edit, upload, save, show, delete`, async ({
    page,
    request,
  }) => {
    await page.goto(screen);
    await page.getByRole('button', { name: list.add }).click();
    await told(page, messages.added);
    const first = page.getByRole('article').first();
    await expect(first.getByRole('heading')).toHaveText(String(Object.values(list.defaults)[0]));
    await expect(first.getByLabel(list.titleField, { exact: true })).toBeFocused();
    const id = (await first.getAttribute('data-item')) ?? '';
    const stored = async () =>
      (await read<Record<string, unknown>>(request, table, `select=*&id=eq.${id}`))[0];
    expect(await stored()).toMatchObject(list.defaults);

    const item = page.locator(`[data-item="${id}"]`);
    for (const [label, text] of Object.entries(list.edits)) {
      await item.getByLabel(label, { exact: true }).fill(text);
    }
    for (const [label, column] of Object.entries(list.pictures)) {
      const group = await choosePicture(page, item, label, `${label}.png`);
      await told(page, 'Image uploaded!', "Don't forget to save your changes.");
      await expect(group.locator('img')).toHaveAttribute('src', new RegExp(`${list.folder}/\\d+-`));
      expect((await stored())?.[column], 'a placeholder until it is saved').toBe(list.defaults[column]);
    }
    expect(await stored(), 'edits stay local until Save').toMatchObject(list.defaults);

    await save(item);
    await told(page, messages.saved);
    await expect(item.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
    for (const column of Object.values(list.pictures)) {
      expect((await stored())?.[column]).toMatch(
        new RegExp(`^/storage/v1/object/public/website_images/${list.folder}/\\d+-.+\\.png$`),
      );
    }
    const visitor = await page.context().newPage();
    await visitor.goto(list.public);
    for (const text of Object.values(list.edits)) await expect(visitor.getByText(text).first()).toBeVisible();

    const before = await stored();
    await remove(page, card(page, name));
    await told(page, messages.deleted);
    await expect(card(page, name)).toHaveCount(0);
    expect(await stored()).toBeUndefined();

    await undoButton(page).click();
    await told(page, messages.restored);
    await expect(item).toBeFocused();
    // The whole row, with its id and the time it was made; only that it was written just now is new.
    expect(await stored()).toEqual({ ...before, updated_at: expect.any(String) });
    await expect(item.getByLabel(list.titleField, { exact: true })).toHaveValue(name);
    await remove(page, card(page, name));
    await told(page, messages.deleted);
    await visitor.reload();
    await expect(visitor.getByText(name)).toHaveCount(0);
  });

  test(`${lines[table]?.failures} [ALST-2] ${table}: each failure carries the server’s message, and nothing is lost`, async ({
    page,
  }) => {
    const path = `/rest/v1/${table}`;
    await refuse(page, 'GET', path);
    await page.goto(screen);
    await told(page, messages.load, 'the database said no');
    await allow(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();

    await refuse(page, 'POST', path);
    const count = await page.getByRole('article').count();
    await page.getByRole('button', { name: list.add }).click();
    await told(page, messages.add, 'the database said no');
    await expect(page.getByRole('article')).toHaveCount(count);
    await allow(page);

    const item = page.getByRole('article').first();
    const [label, most] = list.tooLong;
    const text = 'x'.repeat(most + 1);
    await item.getByLabel(label, { exact: true }).fill(text);
    await save(item);
    await told(page, messages.save, /too long|longer/);
    await expect(item.getByLabel(label, { exact: true })).toHaveValue(text);

    await refuse(page, 'DELETE', path);
    await remove(page, item);
    await told(page, messages.delete, 'the database said no');
    await expect(page.getByRole('article')).toHaveCount(count);

    await refuse(page, 'POST', '/storage/v1/object/');
    await choosePicture(page, item, Object.keys(list.pictures)[0] ?? '');
    await told(page, 'Image upload failed', 'the database said no');
  });
}

test('[AABT-1] [AABT-3] the about page is edited by sections, and its failures are told', async ({
  page,
}) => {
  await page.goto('/admin/manage-about');
  for (const key of [
    'main heading',
    'main subheading',
    'vision heading',
    'vision text',
    'mission heading',
    'mission text',
    'annual report note',
  ])
    await expect(page.getByRole('textbox', { name: key, exact: true })).toBeVisible();
  const client = await staff();
  const row = sure(await client.from('website_content').select('content').eq('page_key', 'about').single());
  const note = page.getByRole('textbox', { name: 'annual report note', exact: true });
  await note.fill('Read our new report.');
  await page.getByRole('button', { name: 'Save Page Content' }).click();
  await told(page, 'Content saved!');
  const visitor = await page.context().newPage();
  await visitor.goto('/about');
  await expect(visitor.getByText('Read our new report.')).toBeVisible();
  sure(await client.from('website_content').update({ content: row?.content }).eq('page_key', 'about'));

  await refuse(page, 'PATCH', '/rest/v1/website_content');
  await note.fill('Never stored.');
  await page.getByRole('button', { name: 'Save Page Content' }).click();
  await told(page, 'Failed to save content', 'the database said no');
  await expect(note).toHaveText('Never stored.');
  await allow(page);
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await refuse(page, 'GET', '/rest/v1/website_content');
  await page.reload();
  await told(page, 'Failed to load page content', 'the database said no');
});

test('[ATST-1] hiding a testimonial takes it off the public page', async ({ page }) => {
  const quote = 'Hidden and shown again.';
  await withOnlyRows('testimonials', [{ name: 'Somebody', role: 'Neighbour', quote }], async () => {
    await page.goto('/admin/manage-testimonials');
    const item = card(page, 'Somebody');
    const visible = item.getByRole('switch', { name: 'Visible on website' });
    await expect(visible).toBeChecked();
    await expect(item.getByText('Hidden', { exact: true })).toHaveCount(0);
    await visible.uncheck();
    await save(item);
    await told(page, 'Testimonial saved!');
    await expect(item.getByText('Hidden', { exact: true })).toBeVisible();
    const visitor = await page.context().newPage();
    await visitor.goto('/testimonials');
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(visitor.getByText(quote)).toHaveCount(0);
    await visible.check();
    // The notice of the first save may still be there, so the answer of the second is waited for.
    const stored = page.waitForResponse(answer => answer.request().method() === 'PATCH');
    await save(item);
    expect((await stored).ok()).toBe(true);
    await told(page, 'Testimonial saved!');
    await visitor.reload();
    await expect(visitor.getByText(quote)).toBeVisible();
  });
});

test('[ALST-1] a failed Undo says so, and what was typed before the delete comes back with the row', async ({
  page,
}) => {
  await withOnlyRows('projects', [{ title: 'Water', description: '<p>Clean</p>' }], async () => {
    await page.goto('/admin/manage-projects');
    await card(page, 'Water').getByLabel('Title', { exact: true }).fill('Well');
    await remove(page, card(page, 'Well'));
    await told(page, 'Project deleted successfully.');
    await expect(page.getByRole('button', { name: 'Add Project' })).toBeFocused();
    await refuse(page, 'POST', '/rest/v1/projects');
    await undoButton(page).click();
    await told(page, 'Failed to restore project', 'the database said no');
    await allow(page);
  });
  await withOnlyRows('projects', [{ title: 'Water', description: '<p>Clean</p>' }], async () => {
    await page.reload();
    await card(page, 'Water').getByLabel('Title', { exact: true }).fill('Well');
    await remove(page, card(page, 'Well'));
    await undoButton(page).click();
    await told(page, 'Project restored');
    await expect(card(page, 'Well').getByLabel('Title', { exact: true })).toHaveValue('Well');
    await expect(card(page, 'Well').getByText('Not saved yet')).toBeVisible();
  });
});

test('[ALST-1] Undo also works from another screen', async ({ page, request }) => {
  await withOnlyRows('projects', [{ title: 'Water', description: '<p>Clean</p>' }], async () => {
    await page.goto('/admin/manage-projects');
    await remove(page, card(page, 'Water'));
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Donations' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Donations');
    await undoButton(page).click();
    await told(page, 'Project restored');
    expect(await read(request, 'projects', 'select=title')).toEqual([{ title: 'Water' }]);
  });
});

test('[ALST-1] a save answered without a body is a save', async ({ page, request }) => {
  await withOnlyRows('projects', [{ title: 'Water', description: '<p>Clean</p>' }], async () => {
    await page.goto('/admin/manage-projects');
    await page.route('**/rest/v1/projects**', async route => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await route.fetch();
      await route.fulfill({ status: 204 });
    });
    const item = page.getByRole('article');
    await item.getByLabel('Title', { exact: true }).fill('Well');
    await save(item);
    await told(page, 'Project saved!');
    await expect(item.getByText(/^Saved/)).toBeVisible();
    expect(await read(request, 'projects', 'select=title')).toEqual([{ title: 'Well' }]);
  });
});

test('[ALST-2] a save answered without a body that changed nothing says so', async ({ page, request }) => {
  await withOnlyRows('projects', [{ title: 'Water', description: '<p>Clean</p>' }], async () => {
    await page.goto('/admin/manage-projects');
    await page.route('**/rest/v1/projects**', route =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 204 }) : route.continue(),
    );
    const item = page.getByRole('article');
    await item.getByLabel('Title', { exact: true }).fill('Well');
    await save(item);
    await told(page, 'Failed to save project', /could not be saved/);
    await expect(item.getByText('Not saved yet')).toBeVisible();

    sure(await (await staff()).from('projects').delete().eq('title', 'Water'));
    await save(item);
    await told(page, 'Failed to save project', /^Someone else deleted it while you were editing\./);
    await expect(item.getByText('Someone else deleted this while you were editing.')).toBeVisible();
    expect(await read(request, 'projects', 'select=title')).toEqual([]);
  });
});

test('[AABT-2] the team is one press away, past the seven editors', async ({ page }) => {
  await page.goto('/admin/manage-about');
  await expect(page.getByRole('article').first()).toBeAttached();
  await expect(page.getByRole('toolbar')).toHaveCount(7);
  const add = page.getByRole('button', { name: 'Add Team Member' });
  await expect(add).not.toBeInViewport();
  await page.getByRole('navigation', { name: 'On this screen' }).getByText('Team members').click();
  await expect(add).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Team members' })).toBeFocused();
  await page.goBack();
  await expect(page).not.toHaveURL(/manage-about/);
});

test('[ALST-2] no file chosen, nothing happens; a spinner until data is there; an empty list says so', async ({
  page,
}) => {
  await withOnlyRows('projects', [], async () => {
    const held = gate();
    await page.route('**/rest/v1/projects**', async route => {
      await held.opened;
      await route.continue();
    });
    await page.goto('/admin/manage-projects');
    await expect(page.getByRole('main').locator('[data-spinner]')).toBeVisible();
    held.open();
    await expect(page.getByText('No projects yet.')).toBeVisible();
  });
  await page.goto('/admin/manage-projects');
  const item = page.getByRole('article').first();
  await expect(page.getByText('A new project appears on the Our Projects page at once.')).toBeVisible();
  const asked: string[] = [];
  page.on('request', request => {
    // The menu reads, whenever it comes to it, how many applications are new.
    if (!['GET', 'HEAD'].includes(request.method())) asked.push(request.url());
  });
  await item.locator('input[type=file]').setInputFiles([]);
  await expect(item.getByRole('progressbar')).toHaveCount(0);
  expect(asked).toEqual([]);
});
