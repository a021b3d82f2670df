// Answers that are not what a page expects: it never goes blank.
import { follow, open, paths } from './support/site';
import { expect, type Page, test } from './support/test';

const answers: Record<string, string> = {
  'an empty object': '{}',
  'no answers in it': '{"status":200,"data":{}}',
  null: 'null',
  'another shape': '{"data":{"projects":"x","team":{"ok":true},"images":7,"homepage":{"ok":true,"data":[]}}}',
  'not JSON': '<html>',
};

const shown = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

for (const [name, body] of Object.entries(answers)) {
  test(`page data that is ${name} leaves every page with a heading, a menu and a footer`, async ({
    page,
  }) => {
    const broken: string[] = [];
    page.on('pageerror', error => broken.push(error.message));
    await open(page, '/blog');
    await page.route('**/page-data/**', route => route.fulfill({ contentType: 'application/json', body }));
    for (const path of paths.filter(path => path !== '/blog')) {
      await follow(page, path);
      await expect(shown(page), path).toHaveCount(1);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
    }
    expect(broken).toEqual([]);
    await page.unroute('**/page-data/**');
    await follow(page, '/projects');
    await expect(page.getByText('Our projects could not be loaded.')).toHaveCount(0);
  });
}

test('a page that cannot be drawn says so, with a way on, and the rest of the site stays', async ({
  page,
}) => {
  await open(page, '/blog');
  await page.route('**/page-data/projects', route =>
    route.fulfill({
      json: { data: { projects: { ok: true, data: [null] }, stories: { ok: true, data: [] } } },
    }),
  );
  await follow(page, '/projects');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be shown');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await follow(page, '/team');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Team');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be shown');
  await page.unroute('**/page-data/projects');
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Projects');
});
