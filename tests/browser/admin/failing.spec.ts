// Nothing fails blank: a screen that breaks says so and leaves a way on, and an upgrade under an open admin reloads once.
import { withOnlyRows } from '../support/staff';
import { card, expect, test } from './desk';

test.describe.configure({ mode: 'serial' });

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
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const asked: string[] = [];
    page.on('dialog', dialog => {
      asked.push(dialog.type());
      dialog.accept();
    });
    await page.goto('/admin/manage-projects');
    await card(page, 'Water').getByLabel('Title', { exact: true }).fill('Typed before the upgrade');
    // What "Reorder" needs is loaded on demand; the new version has it under another name.
    let gone = true;
    await page.route(/assets\/ReorderView.*\.js/, route =>
      gone ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Reorder' }).click();
    await expect.poll(() => loads).toBe(2);
    expect(asked, 'nobody is asked whether to leave').toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Projects');
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).toContain('Typed before the upgrade');

    // Still gone: it does not reload for ever, and says what happened.
    await page.getByRole('button', { name: 'Reorder' }).click();
    await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeVisible();
    await expect(page.getByText('A part of this screen could not be loaded.')).toBeVisible();
    expect(loads).toBe(2);
    gone = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Reorder' }).click();
    await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  });
});

test('offline, a part that cannot be loaded does not reload into nothing', async ({ page }) => {
  await page.goto('/admin/manage-projects');
  await expect(page.getByRole('article').first()).toBeVisible();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Reorder' }).click();
  await expect(page.getByText('A part of this screen could not be loaded.')).toBeVisible();
  expect(loads).toBe(0);
  await page.context().setOffline(false);
});
