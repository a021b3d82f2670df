// The order that visitors see: what the screens say about it, and moving a row to either end.
import { phone, read } from '../support/site';
import { withOnlyRows } from '../support/staff';
import type { Page } from '../support/test';
import { expect, test, told } from './desk';

test.describe.configure({ mode: 'serial' });

const rows = ['Water', 'School', 'Clinic', 'Kitchen'].map((title, index) => ({
  title,
  description: '',
  image_url: '/placeholders/project.svg',
  created_at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
}));

const shown = (page: Page) => page.locator('[data-order]').allInnerTexts();

test('[ALST-1] the screen says the order visitors see, also after staff have changed it', async ({
  page,
}) => {
  await withOnlyRows('projects', rows, async () => {
    await page.goto('/admin/manage-projects');
    const usual = page.getByText('Visitors see the oldest first.');
    const byHand = page.getByText('Visitors see those you have placed with Reorder first, then the others.');
    await expect(usual).toBeVisible();
    await page.getByRole('button', { name: 'Reorder' }).click();
    await page.getByRole('button', { name: 'Move School up' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(byHand).toBeVisible();
    await expect(usual).toHaveCount(0);
    await page.reload();
    await expect(byHand).toBeVisible();
    await page.getByRole('button', { name: 'Reorder' }).click();
    await page.getByRole('button', { name: 'Back to the usual order' }).click();
    await told(page, 'The usual order is back');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(usual).toBeVisible();
  });
});

for (const viewport of [phone, { width: 1280, height: 800 }]) {
  test(`[ALST-1] a row goes to the top and to the bottom in one step at ${viewport.width} px, and keeps the focus`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport);
    await withOnlyRows('projects', rows, async () => {
      await page.goto('/admin/manage-projects');
      await page.getByRole('button', { name: 'Reorder' }).click();
      const row = page.locator('[data-order]').filter({ hasText: 'Clinic' });
      await row.getByRole('button', { name: 'Move Clinic to the top' }).click();
      expect(await shown(page)).toEqual(['Clinic', 'Water', 'School', 'Kitchen']);
      await expect(page.getByRole('status').filter({ hasText: 'Clinic is now 1 of 4.' })).toBeAttached();
      await expect(row.locator(':focus')).toHaveAttribute('aria-label', 'Move Clinic down');
      await expect(row.getByRole('button', { name: 'Move Clinic to the top' })).toBeDisabled();
      for (const button of await row.getByRole('button').all()) {
        const box = await button.boundingBox();
        expect(box?.width).toBeGreaterThanOrEqual(44);
        expect(box?.height).toBeGreaterThanOrEqual(44);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      await row.getByRole('button', { name: 'Move Clinic to the bottom' }).click();
      expect(await shown(page)).toEqual(['Water', 'School', 'Kitchen', 'Clinic']);
      await expect(row.locator(':focus')).toHaveAttribute('aria-label', 'Move Clinic up');
      const stored = async () =>
        (
          await read<{ title: string }>(
            request,
            'projects',
            'select=title&order=position.asc.nullslast,created_at.asc',
          )
        ).map(({ title }) => title);
      await expect.poll(stored).toEqual(['Water', 'School', 'Kitchen', 'Clinic']);

      // All four are numbered by now, and still only the one that was moved is written.
      const writes: string[] = [];
      page.on('request', sent => sent.method() === 'PATCH' && writes.push(sent.url()));
      for (const title of ['Kitchen', 'School'])
        await page.getByRole('button', { name: `Move ${title} to the top` }).click();
      await expect.poll(stored).toEqual(['School', 'Kitchen', 'Water', 'Clinic']);
      expect(writes).toHaveLength(2);
    });
  });
}
