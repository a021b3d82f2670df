import { readFile } from 'node:fs/promises';
import { gate, phone } from '../support/site';
import { staff, sure, withOnlyRows } from '../support/staff';
import { expect, refuse, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

test('[AVOL-1] submissions in a table; deleting one asks and tells', async ({ page }) => {
  const rows = [
    { name: 'Amina', city: 'Faisalabad', phone: '0300 0000000', skills: 'Teaching' },
    { name: 'Bilal', city: 'Samundri', phone: '0301 0000000', skills: null },
  ];
  await withOnlyRows('volunteers', rows, async () => {
    await page.goto('/admin/manage-volunteers');
    const table = page.getByRole('table');
    for (const label of ['Name', 'City', 'Phone', 'Skills', 'Submitted At'])
      await expect(table.getByRole('columnheader', { name: label })).toBeVisible();
    const row = table.getByRole('row').filter({ hasText: 'Amina' });
    await expect(row).toContainText('Faisalabad');
    await expect(row).toContainText('0300 0000000');
    await expect(row).toContainText('Teaching');
    await expect(row).toContainText(/20\d\d-\d\d-\d\d \d\d:\d\d/);
    await row.getByRole('button', { name: 'Delete the entry of Amina' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Amina');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await told(page, 'Volunteer entry deleted.');
    await expect(row).toHaveCount(0);
    await expect(table.getByRole('button', { name: 'Delete the entry of Bilal' })).toBeFocused();

    await refuse(page, 'DELETE', '/rest/v1/volunteers');
    await page.getByRole('button', { name: 'Delete the entry of Bilal' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await told(page, 'Failed to delete volunteer entry', 'the database said no');

    await page.setViewportSize(phone);
    await expect(table.getByText('Samundri')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
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
    await expect(page.getByText('2,302 people, newest first')).toBeVisible();
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
    await page.getByRole('button', { name: 'Export to CSV' }).click();
    await expect(page.getByText('1,000 of 2,302')).toBeVisible();
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect(page.getByText('Page 1 of 47')).toBeVisible();
    second.open();
    const download = await downloading;
    expect(pieces).toHaveLength(3);
    expect(download.suggestedFilename()).toBe('volunteers.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\ufeffID,Name,City,Phone,Skills,Submitted At\r\n')).toBe(true);
    expect(text.split('\r\n')).toHaveLength(2_302 + 2);
    expect(new Set(text.match(/^[0-9a-f-]{36}/gm)).size).toBe(2_302);
    expect(text).toContain(`"Comma, Quote""",فیصل آباد,'+92 300 0000000,"two\nlines"`);
    expect(text).toContain(`"'=HYPERLINK(""http://x"")",'-1,'@SUM(A1),,`);
  });
});
