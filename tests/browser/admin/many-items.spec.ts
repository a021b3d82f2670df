// Lists that are long, or shown on a phone: rows that open, search, and an order by hand.
import { phone, read } from '../support/site';
import { staff, sure, withOnlyRows } from '../support/staff';
import type { Page } from '../support/test';
import { card, expect, refuse, remove, save, test, told, undoButton } from './desk';

test.describe.configure({ mode: 'serial' });

const minutes = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString();
/** The first is the oldest. */
const projects = (...titles: string[]) =>
  titles.map((title, index) => ({
    title,
    description: `<p>About ${title}</p>`,
    created_at: minutes(titles.length - index),
  }));
const letters = [...'ABCDEFGHIJK'];

test('[ALST-1] up to ten items stand open on a wide screen; beyond ten they are rows that open', async ({
  page,
}) => {
  await withOnlyRows('projects', projects(...letters.slice(0, 10)), async () => {
    await page.goto('/admin/manage-projects');
    await expect(page.getByRole('article').getByLabel('Title', { exact: true })).toHaveCount(10);
    await expect(page.getByRole('article').getByRole('button', { expanded: false })).toHaveCount(0);
    await expect(page.getByRole('search')).toHaveCount(0);
    // An eleventh closes nothing that is open.
    await page.getByRole('button', { name: 'Add Project' }).click();
    await told(page, 'Project added');
    await expect(page.getByRole('article').getByLabel('Title', { exact: true })).toHaveCount(11);
  });
  await withOnlyRows('projects', projects(...letters), async () => {
    await page.goto('/admin/manage-projects');
    await expect(page.getByRole('article')).toHaveCount(11);
    await expect(page.getByLabel('Title', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('toolbar'), 'no editor is made before it is needed').toHaveCount(0);
    const row = card(page, 'C');
    const toggle = row.getByRole('button', { name: 'C', exact: true });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('toolbar')).toHaveCount(1);
    await row.getByLabel('Title', { exact: true }).fill('Changed');
    // Closed with an edit in it, the row says so, and nothing is lost.
    await card(page, 'Changed').getByRole('button', { name: 'Changed', exact: true }).click();
    await expect(page.getByRole('toolbar')).toHaveCount(0);
    await expect(card(page, 'Changed').getByText('Not saved yet')).toBeVisible();
    await card(page, 'Changed').getByRole('button', { name: 'Changed', exact: true }).click();
    await save(card(page, 'Changed'));
    await told(page, 'Project saved!');

    await page.getByRole('button', { name: 'Add Project' }).click();
    await told(page, 'Project added');
    const added = page.getByRole('article').first();
    await expect(added.getByLabel('Title', { exact: true })).toBeFocused();
    await remove(page, added);
    await told(page, 'Project deleted successfully.');
    await undoButton(page).click();
    await told(page, 'Project restored');
    await expect(added).toBeFocused();
  });
});

test('[ALST-1] on a phone every item is a row that opens', async ({ page }) => {
  await withOnlyRows('projects', projects('A', 'B'), async () => {
    await page.setViewportSize(phone);
    await page.goto('/admin/manage-projects');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByLabel('Title', { exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'A', exact: true }).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A');
    for (const button of await page.getByRole('main').locator('button').all()) {
      const box = await button.boundingBox();
      if (!box || (await button.getAttribute('aria-pressed')) !== null) continue; // the editor's toolbar is its own
      expect.soft(box.height, (await button.textContent()) || 'a button').toBeGreaterThanOrEqual(44);
    }
  });
});

test('[ALST-1] a search finds by any text, and keeps what was typed elsewhere', async ({ page }) => {
  await withOnlyRows('projects', projects(...letters, 'Clean 100% water'), async () => {
    await page.goto('/admin/manage-projects');
    await page.getByRole('button', { name: 'B', exact: true }).click();
    await page.getByLabel('Title', { exact: true }).fill('Bread');
    const search = page.getByLabel('Search projects');
    await search.fill('100%');
    await expect(page.getByText('1 found')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
    await search.fill('about k');
    await expect(page.getByRole('article').getByRole('heading')).toHaveText('K');
    await search.fill('nothing like it');
    await expect(page.getByText('Nothing found for “nothing like it”.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(search).toBeFocused();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Bread');
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Gallery' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  });
});

const order = (page: Page) => page.getByRole('main').locator('[data-order]');

test('[APRJ-1] an order by hand: arrows, dragging and the keyboard, and back to the usual order', async ({
  page,
}) => {
  await withOnlyRows('projects', projects('A', 'B', 'C', 'D'), async () => {
    const client = await staff();
    const positions = async () => {
      const rows = sure(await client.from('projects').select('title,position').order('title')) ?? [];
      return rows.map(row => `${row.title}${row.position ?? '-'}`).join(' ');
    };
    await page.goto('/admin/manage-projects');
    const headings = page.getByRole('article').getByRole('heading');
    await expect(headings).toHaveText(['D', 'C', 'B', 'A']);
    await page.getByRole('button', { name: 'Reorder' }).click();
    await expect(order(page)).toHaveText(['A', 'B', 'C', 'D']);
    await expect(page.getByRole('button', { name: 'Back to the usual order' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Move A up' })).toBeDisabled();

    const up = page.getByRole('button', { name: 'Move C up' });
    await up.click();
    await expect(order(page)).toHaveText(['A', 'C', 'B', 'D']);
    await expect(up).toBeFocused();
    await expect.poll(positions).toBe('A1 B- C2 D-');
    await up.press('Enter');
    await expect(order(page)).toHaveText(['C', 'A', 'B', 'D']);
    await expect(page.getByRole('button', { name: 'Move C down' })).toBeFocused();
    await expect.poll(positions).toBe('A1 B- C0 D-');

    await page.getByRole('button', { name: 'Drag D' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('D is over place 4 of 4.')).toBeAttached();
    // What was lifted listens for keys from the next turn of the page on, and keys go before timers.
    await page.evaluate(() => new Promise(turn => setTimeout(turn)));
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('D is over place 3 of 4.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(order(page)).toHaveText(['C', 'A', 'D', 'B']);
    await expect.poll(positions).toBe('A2 B- C1 D3');

    const from = await page.getByRole('button', { name: 'Drag B' }).boundingBox();
    const to = await page.getByRole('button', { name: 'Drag C' }).boundingBox();
    if (!from || !to) throw new Error('no handles');
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 40, { steps: 8 });
    await page.mouse.move(to.x + 20, to.y + 12, { steps: 4 });
    await expect(page.getByText('B is over place 1 of 4.')).toBeAttached();
    await page.mouse.up();
    await expect(order(page)).toHaveText(['B', 'C', 'A', 'D']);
    await expect.poll(positions).toBe('A2 B0 C1 D3');

    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: 'Reorder' })).toBeFocused();
    await expect(headings, 'the list itself stays newest first').toHaveText(['D', 'C', 'B', 'A']);
    // Saving an item after it was moved meets no conflict: nobody changed what the form shows.
    await card(page, 'A').getByLabel('Title', { exact: true }).fill('A again');
    await save(card(page, 'A again'));
    await told(page, 'Project saved!');

    await page.getByRole('button', { name: 'Reorder' }).click();
    await page.getByRole('button', { name: 'Back to the usual order' }).click();
    await told(page, 'The usual order is back');
    await expect(order(page)).toHaveText(['A again', 'B', 'C', 'D']);
    expect(await positions()).toBe('A again- B- C- D-');

    await refuse(page, 'PATCH', '/rest/v1/projects');
    await page.getByRole('button', { name: 'Move D up' }).click();
    await told(page, 'Failed to save the order', 'the database said no');
    await expect(order(page)).toHaveText(['A again', 'B', 'C', 'D']);
  });
});

test('[AGAL-1] [AABT-2] the gallery and the team have an order by hand as well', async ({
  page,
  request,
}) => {
  const image_url = '/storage/v1/object/public/website_images/gallery/sample-x.webp';
  const rows = ['Old', 'New'].map((alt_text, index) => ({
    alt_text,
    image_url,
    created_at: minutes(9 - index),
  }));
  await withOnlyRows('gallery_images', rows, async () => {
    await page.setViewportSize(phone);
    await page.goto('/admin/manage-gallery');
    await page.getByRole('button', { name: 'Reorder' }).click();
    await expect(order(page)).toHaveText(['New', 'Old']);
    await page.getByRole('button', { name: 'Move Old up' }).click();
    await expect(order(page)).toHaveText(['Old', 'New']);
    await expect
      .poll(() => read(request, 'gallery_images', 'select=alt_text,position&order=alt_text'))
      .toEqual([
        { alt_text: 'New', position: null },
        { alt_text: 'Old', position: 1 },
      ]);
  });
  await page.goto('/admin/manage-about');
  await page.getByRole('region', { name: 'Team members' }).getByRole('button', { name: 'Reorder' }).click();
  await expect(page.getByRole('heading', { name: 'Order of the team members' })).toBeVisible();
});
