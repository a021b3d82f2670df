// Leaving with unsaved work: the third answer, and Back while a question is open.
import { read } from '../support/site';
import { withOnlyRows } from '../support/staff';
import { allow, card, expect, refuse, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

const water = [{ title: 'Water', description: '<p>Clean</p>' }];

test('[ALST-1] "Save and leave" saves everything, and stays when something cannot be saved', async ({
  page,
  request,
}) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin/manage-projects');
    await card(page, 'Water').getByLabel('Title', { exact: true }).fill('Well');
    const gallery = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Gallery' });
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });

    await refuse(page, 'PATCH', '/rest/v1/projects');
    await gallery.click();
    await question.getByRole('button', { name: 'Save and leave' }).click();
    await told(page, 'Not everything could be saved');
    await expect(page).toHaveURL('/admin/manage-projects');
    await expect(card(page, 'Well').getByText('Not saved yet')).toBeVisible();
    await allow(page);

    await gallery.click();
    await question.getByRole('button', { name: 'Save and leave' }).click();
    await expect(page).toHaveURL('/admin/manage-gallery');
    expect(await read(request, 'projects', 'select=title')).toEqual([{ title: 'Well' }]);
  });
});

test('[ALST-1] Back while the question is open closes it and stays', async ({ page }) => {
  await withOnlyRows('projects', water, async () => {
    await page.goto('/admin');
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Projects' }).click();
    await card(page, 'Water').getByLabel('Title', { exact: true }).fill('Well');
    const question = page.getByRole('alertdialog');
    await page.goBack();
    await expect(question).toBeVisible();
    // The way back to here is under way until then, and a browser takes another Back for a part of it.
    await expect(page).toHaveURL('/admin/manage-projects');
    await page.goBack();
    await expect(question).toHaveCount(0);
    await expect(page).toHaveURL('/admin/manage-projects');
    await expect(card(page, 'Well').getByLabel('Title', { exact: true })).toHaveValue('Well');
    await page.goBack();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page).toHaveURL('/admin');
  });
});
