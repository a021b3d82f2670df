// The first screen: what there is, what is new, what needs a look, and how the server is.
import { staff, sure, withContent, withOnlyRows } from '../support/staff';
import { expect, test } from './desk';

test.describe.configure({ mode: 'serial' });

test('[ADM-7] counts stand beside the lists they are of', async ({ page }) => {
  await withOnlyRows('projects', [{ title: 'Water' }, { title: 'Bread' }], async () => {
    await page.goto('/admin');
    const link = (name: string) => page.getByRole('main').getByRole('link', { name });
    await expect(link('Manage Projects').locator('[data-count]')).toHaveText('2');
    await expect(link('Manage Homepage').locator('[data-count]')).toHaveCount(0);
  });
});

test('[ADM-7] what came since a list was last opened is new, and opening it ends that', async ({ page }) => {
  const person = (name: string) => ({ name, city: 'Faisalabad', phone: '0300 0000000' });
  await withOnlyRows('volunteers', [person('Amina')], async () => {
    await withOnlyRows('subscribers', [], async () => {
      const news = page.getByRole('region', { name: 'New since you last looked' });
      await page.goto('/admin');
      await expect(page.locator('[data-backup]')).toBeVisible();
      await expect(news).toHaveCount(0);

      const client = await staff();
      sure(await client.from('volunteers').insert([person('Bilal'), person('Sana')]));
      sure(await client.from('subscribers').insert({ email: 'reader@example.org' }));
      await page.reload();
      await expect(news.getByRole('link')).toHaveText(['2 new volunteers', '1 new subscriber']);
      await page.reload();
      await expect(news.getByRole('link')).toHaveCount(2);

      await news.getByRole('link', { name: '2 new volunteers' }).click();
      await expect(page.getByRole('cell', { name: 'Sana', exact: true })).toBeVisible();
      await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Dashboard' }).click();
      await expect(news.getByRole('link')).toHaveText(['1 new subscriber']);
    });
  });
});

test('[ADM-7] what is hidden, empty or wrong is told, with the way to it', async ({ page }) => {
  const attention = page.getByRole('region', { name: 'Worth a look' });
  await withOnlyRows(
    'projects',
    [
      { title: 'A', image_url: null },
      { title: 'B', image_url: '/placeholders/project.svg' },
      { title: 'C', image_url: '/storage/v1/object/public/website_images/projects/1-x.png' },
    ],
    async () => {
      await withOnlyRows(
        'testimonials',
        [
          { name: 'A', role: 'r', quote: 'q', is_visible: false },
          { name: 'B', role: 'r', quote: 'q', is_visible: true },
        ],
        async () => {
          await withContent(
            'donation_details',
            content => ({ ...content, iban: 'PK00SCBL0000001123456702', swift_code: '' }),
            async () => {
              await page.goto('/admin');
              await expect(attention.getByRole('link')).toHaveText([
                '2 projects have no picture yet.',
                '1 testimonial is hidden from visitors.',
                'The bank details are incomplete: SWIFT code.',
                /^The IBAN does not look right/,
              ]);
              await attention.getByRole('link', { name: /IBAN/ }).click();
              await expect(page).toHaveURL('/admin/manage-donations');
            },
          );
        },
      );
    },
  );
});

test('[ADM-7] a dashboard that cannot count still greets', async ({ page }) => {
  await page.route('**/rest/v1/**', route =>
    route.fulfill({ status: 500, json: { message: 'no', code: 'x' } }),
  );
  await page.goto('/admin');
  await expect(page.getByRole('main')).toContainText('More management features coming soon!');
  await expect(page.getByRole('main')).toContainText('Backup status is unavailable right now');
  await expect(page.locator('[data-notice]')).toHaveCount(0);
});

test('the dashboard says how the backups are', async ({ page }) => {
  await page.goto('/admin');
  await expect(page.getByRole('main')).toContainText(
    'No backup yet. The person who runs this server can switch on daily backups',
  );
  const at = new Date().toISOString();
  const check = { at, restored: true, why_not: null, left_out: 0 };
  const last_good = { at, bytes: 12_000_000, encrypted: true, away: true, check };
  await page.route('**/rest/v1/rpc/last_backup', route =>
    route.fulfill({ json: { scheduled: true, last_good, last_failure: null } }),
  );
  await page.reload();
  await expect(page.getByRole('main')).toContainText(
    /Last backup: today \d\d:\d\d, 12 MB, in S3, encrypted\. Checked by restoring it: today \d\d:\d\d\./,
  );
  const last_failure = { at, why: 'row 7 of projects differs', step: 'checking' };
  await page.route('**/rest/v1/rpc/last_backup', route =>
    route.fulfill({ json: { scheduled: true, last_good, last_failure } }),
  );
  await page.reload();
  await expect(page.locator('[data-backup]')).toContainText(
    /was made, but could not be restored when it was checked: row 7 of projects differs\. The last good one: today/,
  );
});

test('the dashboard tells the version and what the server should be told', async ({ page }) => {
  const main = page.getByRole('main');
  const status = { version: '9.8.7', public_url_set: false, undeclared_proxy: true };
  await page.route('**/rest/v1/rpc/site_status', route => route.fulfill({ json: status }));
  await page.goto('/admin');
  await expect(main).toContainText('Umeed 9.8.7');
  await expect(main).toContainText('UMEED_PUBLIC_URL');
  await expect(main).toContainText('through a proxy');
  await page.route('**/rest/v1/rpc/site_status', route =>
    route.fulfill({ json: { ...status, public_url_set: true, undeclared_proxy: false } }),
  );
  await page.reload();
  await expect(main).toContainText('Umeed 9.8.7');
  await expect(main).not.toContainText('UMEED_PUBLIC_URL');
  const short = { free: 300 * 2 ** 20, total: 2 ** 33, low: true };
  const forms = [
    { table: 'volunteers', today: 1700, limit: 2000 },
    { table: 'subscribers', today: 1500, limit: 2000 },
  ];
  await page.route('**/rest/v1/rpc/site_status', route =>
    route.fulfill({ json: { ...status, disk: short, forms, forms_open: true } }),
  );
  await page.reload();
  await expect(main).toContainText('Only 300 megabytes are free on the disk of the server.');
  await expect(main).toContainText(
    'Volunteer Submissions: 1,700 came in within a day, close to the limit of 2,000.',
  );
  await expect(main).not.toContainText('Newsletter Subscribers: 1,500');
  await page.route('**/rest/v1/rpc/site_status', route =>
    route.fulfill({ json: { ...status, disk: short, forms: [], forms_open: false } }),
  );
  await page.reload();
  await expect(main).toContainText('the forms for visitors are closed');
  await expect(main).not.toContainText('Only 300 megabytes');
  // A server that does not tell: nothing is shown, and nothing fails.
  await page.route('**/rest/v1/rpc/site_status', route =>
    route.fulfill({ status: 404, json: { code: 'PGRST202', message: 'no such function' } }),
  );
  await page.reload();
  await expect(page.locator('[data-backup]')).toBeVisible();
  await expect(main).not.toContainText('Umeed 9.8.7');
});

test('[ADM-7] the tiles of the dashboard leave no hole in the last row', async ({ page }) => {
  await page.goto('/admin');
  const tiles = page.getByRole('region', { name: 'What you can change' }).getByRole('listitem');
  const last = await tiles.last().boundingBox();
  const second = await tiles.nth(1).boundingBox();
  const end = (box: typeof last) => (box?.x ?? 0) + (box?.width ?? 0);
  expect(end(last)).toBeCloseTo(end(second), 0);
});
