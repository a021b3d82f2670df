// Nothing fails blank: a screen that breaks says so and leaves a way on, and an upgrade under an open admin reloads once.
import { gate, phone } from '../support/site';
import { withOnlyRows } from '../support/staff';
import { expect, test } from './desk';

test.describe.configure({ mode: 'serial' });
test.use({ fresh: true }); // what was fetched once is there offline as well

const water = ['Water', 'Bread'].map(title => ({ title, description: '<p>Clean</p>' }));

test('a screen that breaks says so inside the frame, and the other screens go on', async ({ page }) => {
  // An answer that no server of ours gives: the screen cannot draw it.
  await page.route('**/rest/v1/success_stories**', route =>
    route.fulfill({ json: [null], headers: { 'Content-Range': '0-0/1' } }),
  );
  await page.goto('/admin/manage-success-stories');
  await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the dashboard' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Donations' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Donations');
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Success Stories' })
    .click();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a part that an upgrade took away reloads the page once, and keeps what was typed', async ({ page }) => {
  await withOnlyRows('projects', water, async () => {
    await page.setViewportSize(phone);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const asked: string[] = [];
    page.on('dialog', dialog => {
      asked.push(dialog.type());
      dialog.accept();
    });
    // The editor of rich text is loaded on demand; the new version has it under another name.
    const held = gate();
    let gone = true;
    await page.route(/assets\/RichInput.*\.js/, async route => {
      await held.opened;
      return gone ? route.fulfill({ status: 404 }) : route.continue();
    });
    await page.goto('/admin/manage-projects');
    await page.getByRole('button', { name: 'Water', exact: true }).click();
    await page.getByLabel('Title', { exact: true }).fill('Typed before the upgrade');
    expect(loads).toBe(1);
    held.open();
    await expect.poll(() => loads).toBe(2);
    expect(asked, 'nobody is asked whether to leave').toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Projects');
    // The row with the unsaved words is open and offers them; its editor is still gone, and nothing reloads again.
    await page.getByRole('button', { name: 'Bring back' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed before the upgrade');
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'Description' })).toBeVisible();
    expect(loads).toBe(2);

    gone = false;
    await page.reload();
    await page.getByRole('button', { name: 'Bring back' }).click();
    await expect(page.getByRole('toolbar')).toBeVisible();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed before the upgrade');
  });
});

test('offline, a part that cannot be loaded does not reload into nothing', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/admin/manage-projects');
  const row = page.getByRole('article').getByRole('button', { expanded: false }).first();
  await expect(row).toBeVisible();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.context().setOffline(true);
  await row.click();
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'Description' })).toBeVisible();
  expect(loads).toBe(0);
  await page.context().setOffline(false);
});
