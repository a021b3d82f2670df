import { readFile } from 'node:fs/promises';
import { gate, phone } from '../support/site';
import { staff, sure, withOnlyRows } from '../support/staff';
import { allow, expect, refuse, test, told, undoButton } from './desk';

test.describe.configure({ mode: 'serial' });

test('[AVOL-1] submissions in a table; deleting one tells, and can be undone', async ({ page }) => {
  const rows = [
    { name: 'Amina', city: 'Faisalabad', phone: '0300 0000000', skills: 'Teaching' },
    { name: 'Bilal', city: 'Samundri', phone: '0301 0000000', skills: null },
  ];
  await withOnlyRows('volunteers', rows, async () => {
    const client = await staff();
    const stored = async () => sure(await client.from('volunteers').select('*').eq('name', 'Amina'));
    const before = await stored();
    await page.goto('/admin/manage-volunteers');
    const table = page.getByRole('table');
    for (const label of ['Name', 'City', 'Phone', 'Skills', 'Submitted At'])
      await expect(table.getByRole('columnheader', { name: label })).toBeVisible();
    const row = table.getByRole('row').filter({ hasText: 'Amina' });
    await expect(row).toContainText('Faisalabad');
    await expect(row).toContainText('0300 0000000');
    await expect(row).toContainText('Teaching');
    await expect(row).toContainText(/20\d\d-\d\d-\d\d \d\d:\d\d/);
    const remove = table.getByRole('button', { name: 'Delete the entry of Amina' });
    await remove.click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await told(page, 'Volunteer entry deleted.');
    await expect(row).toHaveCount(0);
    await expect(table.getByRole('button', { name: 'Delete the entry of Bilal' })).toBeFocused();
    expect(await stored()).toEqual([]);

    await undoButton(page).click();
    await told(page, 'Volunteer entry restored.');
    await expect(remove).toBeFocused();
    expect(await stored()).toEqual(before);

    await refuse(page, 'DELETE', '/rest/v1/volunteers');
    await page.getByRole('button', { name: 'Delete the entry of Bilal' }).click();
    await told(page, 'Failed to delete volunteer entry', 'the database said no');
    await expect(table.getByText('Bilal')).toBeVisible();

    await page.setViewportSize(phone);
    await expect(table.getByText('Samundri')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});

test('[AVOL-1] a volunteer is one tap away by telephone and by WhatsApp', async ({ page }) => {
  const rows = [
    { name: 'Amina', city: 'Faisalabad', phone: '0300 0000000', skills: null },
    { name: 'Bilal', city: 'Samundri', phone: 'ask my uncle', skills: null },
  ];
  await withOnlyRows('volunteers', rows, async () => {
    await page.setViewportSize(phone);
    await page.goto('/admin/manage-volunteers');
    const call = page.getByRole('link', { name: /Call Amina/ });
    const write = page.getByRole('link', { name: 'Write to Amina on WhatsApp' });
    await expect(call).toHaveAttribute('href', 'tel:+923000000000');
    await expect(write).toHaveAttribute('href', 'https://wa.me/923000000000');
    for (const link of [call, write]) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expect(page.getByText('ask my uncle')).toBeVisible();
    await expect(page.getByRole('link', { name: /Bilal/ })).toHaveCount(0);
  });
});

test('[AVOL-1] [AVOL-2] nobody yet: said, and nothing to export', async ({ page }) => {
  await withOnlyRows('volunteers', [], async () => {
    await page.goto('/admin/manage-volunteers');
    await expect(page.getByText('No volunteer submissions yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeDisabled();
  });
  await refuse(page, 'GET', '/rest/v1/volunteers');
  await page.reload();
  await told(page, 'Failed to load volunteers', 'the database said no');
});

test('[AVOL-2] the export holds every row, and opens right and safe in a spreadsheet', async ({ page }) => {
  const odd = [
    { name: 'Comma, Quote"', city: 'فیصل آباد', phone: '+92 300 0000000', skills: 'two\nlines' },
    { name: '=HYPERLINK("http://x")', city: '-1', phone: '@SUM(A1)', skills: null },
    { name: 'Zero', city: 'Jaranwala', phone: '03451234567', skills: null },
  ];
  const many = Array.from({ length: 2_300 }, (_, index) => ({
    name: `Volunteer ${index}`,
    city: 'Faisalabad',
    phone: '0300',
    skills: 'x',
  }));
  await withOnlyRows('volunteers', odd, async () => {
    const client = await staff();
    for (let at = 0; at < many.length; at += 500)
      sure(await client.from('volunteers').insert(many.slice(at, at + 500)));
    await page.goto('/admin/manage-volunteers');
    await expect(page.getByText('2,303 people, newest first')).toBeVisible();
    await expect(page.getByText('Page 1 of 47')).toBeVisible();
    await page.getByRole('button', { name: 'Older' }).click();
    await expect(page.getByText('Page 2 of 47')).toBeVisible();

    // Three pieces of a thousand at most, one after the other; between them the page answers.
    const pieces: string[] = [];
    page.on('request', sent => sent.url().includes('limit=1000') && pieces.push(sent.url()));
    const second = gate();
    await page.route(
      url => url.search.includes('limit=1000') && url.search.includes('or='),
      async route => {
        await second.opened;
        await route.continue();
      },
    );
    const downloading = page.waitForEvent('download');
    const button = page.getByRole('button', { name: 'Export to CSV' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('1,000 of 2,303')).toBeVisible();
    await expect(button).toBeFocused();
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect(page.getByText('Page 1 of 47')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).focus();
    second.open();
    const download = await downloading;
    await told(page, '2,303 rows exported');
    await expect(button).toBeFocused();
    expect(pieces).toHaveLength(3);
    expect(download.suggestedFilename()).toBe('volunteers.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\ufeffID,Name,City,Phone,Skills,Submitted At\r\n')).toBe(true);
    expect(text.split('\r\n')).toHaveLength(2_303 + 2);
    expect(new Set(text.match(/^[0-9a-f-]{36}/gm)).size).toBe(2_303);
    expect(text).toContain(`"Comma, Quote""",فیصل آباد,+92 300 0000000,"two\nlines"`);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")",'-1,'@SUM(A1),,`);
    expect(text).toContain('Zero,Jaranwala,0345 1234567,');

    await page.getByLabel('Search volunteers').fill('jaranwala');
    await expect(page.getByText('1 found')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByLabel('Search volunteers').fill('50%_*"\\');
    await expect(page.getByText('Nothing found for “50%_*"\\”.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(page.getByText('2,303 people, newest first')).toBeVisible();
  });
});

test('many are deleted at once: a selection, and all that a search finds', async ({ page }) => {
  const rows = Array.from({ length: 1_130 }, (_, index) => ({
    name: index % 10 === 0 ? `Kept ${index}` : `Robot ${index}`,
    city: 'c',
    phone: '1',
    skills: null,
  }));
  await withOnlyRows('volunteers', rows.slice(0, 500), async () => {
    const client = await staff();
    sure(await client.from('volunteers').insert(rows.slice(500)));
    await page.goto('/admin/manage-volunteers');
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    const select = page.getByRole('button', { name: 'Select', exact: true });
    await select.click();
    const bar = page.getByRole('region', { name: 'Delete several' });
    await expect(bar.getByRole('button', { name: 'Delete selected (0)' })).toBeDisabled();
    await expect(bar.getByRole('button', { name: /Delete all/ })).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Select Robot 1129' }).check();
    await expect(bar.getByRole('button', { name: 'Delete selected (1)' })).toBeVisible();
    await bar.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar.getByRole('button', { name: 'Delete selected (50)' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Delete 50 entries?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await bar.getByRole('button', { name: 'Delete selected (50)' }).click();
    await question.getByRole('button', { name: 'Delete 50' }).click();
    await told(page, '50 entries deleted');
    await expect(page.getByText('1,080 people, newest first')).toBeVisible();
    await expect(select).toBeFocused();

    await page.setViewportSize(phone);
    await page.getByLabel('Search volunteers').fill('robot');
    await expect(page.getByText('972 found')).toBeVisible();
    await select.click();
    for (const one of [
      select.or(page.getByRole('button', { name: 'Stop selecting' })),
      page.getByRole('checkbox').first().locator('..'),
    ])
      expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await bar.getByRole('button', { name: 'Delete all 972 found' }).click();
    await expect(question).toContainText('Delete 972 entries?');
    await expect(question).toContainText('also on the other pages');
    await question.getByRole('button', { name: 'Delete 972' }).click();
    await told(page, '972 entries deleted');
    await expect(page.getByText('Nothing found for “robot”.')).toBeVisible();
    const left = sure(await client.from('volunteers').select('name'));
    expect(left).toHaveLength(108);
    expect(left?.every(row => row.name.startsWith('Kept'))).toBe(true);

    await page.getByRole('button', { name: 'Clear the search' }).click();
    await refuse(page, 'DELETE', '/rest/v1/volunteers');
    await select.click();
    await page
      .getByRole('checkbox', { name: /^Select Kept/ })
      .first()
      .check();
    await bar.getByRole('button', { name: 'Delete selected (1)' }).click();
    await question.getByRole('button', { name: 'Delete 1' }).click();
    await told(page, 'Failed to delete volunteer entry', 'the database said no');
  });
});

for (const { table, path, rows, done } of [
  {
    table: 'volunteers',
    path: '/admin/manage-volunteers',
    rows: ['Amina', 'Bilal', 'Careem'].map(name => ({ name, city: 'c', phone: '1', skills: 'Teaching' })),
    done: 'name',
  },
  {
    table: 'subscribers',
    path: '/admin/manage-subscribers',
    rows: ['a@example.org', 'b@example.org', 'c@example.org'].map(email => ({ email })),
    done: 'email',
  },
]) {
  test(`[AVOL-3] ${table} deleted together come back together, as they were, in one request`, async ({
    page,
  }) => {
    await withOnlyRows(table, rows, async () => {
      const client = await staff();
      const stored = async () => sure(await client.from(table).select('*').order(done));
      const before = await stored();
      await page.goto(path);
      const select = page.getByRole('button', { name: 'Select', exact: true });
      await select.click();
      const boxes = page.getByRole('table').getByRole('checkbox');
      await boxes.nth(0).check();
      await boxes.nth(2).check();
      await page.getByRole('button', { name: 'Delete selected (2)' }).click();
      const question = page.getByRole('alertdialog', { name: 'Delete 2 entries?' });
      await expect(question).toContainText('Undo can bring it back');
      await question.getByRole('button', { name: 'Delete 2' }).click();
      await told(page, '2 entries deleted');
      expect(await stored()).toHaveLength(1);

      // A failure keeps them, and keeps the way back.
      await refuse(page, 'POST', `/rest/v1/${table}`);
      await undoButton(page).click();
      await expect(page.locator('[data-notice]')).toContainText('the database said no');
      await allow(page);
      const posts: string[] = [];
      page.on('request', sent => sent.method() === 'POST' && posts.push(sent.url()));
      await undoButton(page).click();
      await told(page, '2 entries restored');
      expect(await stored()).toEqual(before);
      expect(posts).toHaveLength(1);
      await expect(page.getByRole('row')).toHaveCount(4);
      await expect(select).toBeFocused();
    });
  });
}

test('[AVOL-1] a volunteer’s card on a phone is low, with every target as large as a finger', async ({
  page,
}) => {
  const rows = [
    { name: 'Amina Bibi', city: 'Faisalabad', phone: '0300 0000000', skills: 'Teaching' },
    { name: 'Bilal Ahmed', city: 'Samundri', phone: '0301 0000000', skills: null },
  ];
  await withOnlyRows('volunteers', rows, async () => {
    await page.setViewportSize(phone);
    await page.goto('/admin/manage-volunteers');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(row('Amina')).toContainText('Teaching');
    expect((await row('Amina').boundingBox())?.height).toBeLessThanOrEqual(130);
    expect((await row('Bilal').boundingBox())?.height).toBeLessThanOrEqual(110);
    const top = async (part: ReturnType<typeof row>) => (await part.boundingBox())?.y ?? 0;
    // Where and when share a line; so do all actions.
    const city = row('Bilal').getByText('Samundri');
    const time = row('Bilal').getByText(/20\d\d-/);
    expect(Math.abs((await top(city)) - (await top(time)))).toBeLessThan(3);
    const actions = row('Bilal').locator('a, button');
    await expect(actions).toHaveCount(3);
    for (const action of await actions.all()) {
      const box = await action.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(Math.abs((box?.y ?? 0) - (await top(actions.first())))).toBeLessThan(3);
    }
  });
});

test('newsletter subscribers are listed, searched, exported, and removed with Undo', async ({ page }) => {
  const rows = Array.from({ length: 12 }, (_, index) => ({ email: `reader-${index}@example.org` }));
  await withOnlyRows('subscribers', rows, async () => {
    const client = await staff();
    const stored = async () =>
      sure(await client.from('subscribers').select('*').eq('email', 'reader-7@example.org'));
    const before = await stored();
    await page.goto('/admin/manage-subscribers');
    await expect(page.getByText('12 subscribers, newest first')).toBeVisible();
    await page.getByLabel('Search subscribers').fill('READER-7');
    await expect(page.getByText('1 found')).toBeVisible();
    await expect(page.getByRole('link', { name: 'reader-7@example.org' })).toHaveAttribute(
      'href',
      'mailto:reader-7@example.org',
    );
    await page.getByRole('button', { name: 'Remove reader-7@example.org' }).click();
    await told(page, 'Subscriber removed.');
    await expect(page.getByText('Nothing found for “READER-7”.')).toBeVisible();
    expect(await stored()).toEqual([]);
    await undoButton(page).click();
    await told(page, 'Subscriber restored.');
    await expect(page.getByRole('button', { name: 'Remove reader-7@example.org' })).toBeFocused();
    expect(await stored()).toEqual(before);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('subscribers.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\ufeffID,Email,Subscribed At\r\n')).toBe(true);
    expect(text.split('\r\n')).toHaveLength(12 + 2);

    await refuse(page, 'GET', '/rest/v1/subscribers');
    await page.reload();
    await told(page, 'Failed to load subscribers', 'the database said no');
    await allow(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('12 subscribers, newest first')).toBeVisible();
  });
});
