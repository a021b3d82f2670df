// A whole day of a volunteer: sign in, change every screen, see every change on the public site, sign out. On a server
// of its own, so that nothing has to be put back.

import { type Running, start } from '../../server';
import { expect, type Page, test } from '../support/test';
import { card, choosePicture, drawPicture, remove, save, saveWith, told } from './desk';

let server: Running;
test.beforeAll(async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
});
test.afterAll(() => server.stop());

test('[ADM-3] [ADM-8] the editing day', async ({ browser }) => {
  test.setTimeout(240_000);
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage();
  const main = page.getByRole('main');
  const goTo = (label: string) =>
    page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: label, exact: true }).click();
  const sees = async (path: string, ...texts: string[]) => {
    await visitor.goto(path);
    for (const text of texts) await expect(visitor.getByText(text).first()).toBeVisible();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const fill = (label: string, text: string) => main.getByLabel(label, { exact: true }).fill(text);

  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/login');
  await page.getByLabel('Email').fill(server.email);
  await page.getByLabel('Password').fill(server.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await told(page, 'Login Successful', 'Welcome back!');

  await goTo('Homepage');
  await fill('Heading', 'Hope, close to home');
  await choosePicture(page, main, 'Background image');
  await told(page, 'Image uploaded!');
  await saveWith(page, button('Save Changes'), 'Content saved!');
  await sees('/', 'Hope, close to home');

  await goTo('About Page');
  await main.getByRole('textbox', { name: 'vision text', exact: true }).fill('Nobody is turned away.');
  await saveWith(page, button('Save Page Content'), 'Content saved!');
  await sees('/about', 'Nobody is turned away.');
  await add(page, 'Add Team Member', 'Member added', {
    Name: 'Head of Volunteers',
    Role: 'Finds helping hands',
  });
  await told(page, 'Member saved!');
  await sees('/team', 'Head of Volunteers', 'Finds helping hands');

  await goTo('Projects');
  await add(page, 'Add Project', 'Project added', {
    Title: 'Winter Blankets',
    Description: 'Five hundred before the cold.',
  });
  await told(page, 'Project saved!');
  await sees('/projects', 'Winter Blankets', 'Five hundred before the cold.');
  await remove(page, card(page, 'Ration Drive'));
  await told(page, 'Project deleted successfully.');
  await visitor.reload();
  await expect(visitor.getByText('Ration Drive', { exact: true })).toHaveCount(0);

  await goTo('Gallery');
  const buffer = await drawPicture(page);
  await page
    .getByLabel('Upload Images')
    .setInputFiles(['a.png', 'b.png'].map(name => ({ name, mimeType: 'image/png', buffer })));
  await told(page, 'Images uploaded!', '2 new images added.');
  const first = main.locator('[data-item]').first();
  await first.getByLabel('What the picture shows').fill('Blankets in the courtyard');
  await save(first);
  await told(page, 'Image saved!');
  await visitor.goto('/gallery');
  await expect(visitor.getByAltText('Blankets in the courtyard').first()).toBeVisible();

  await goTo('Donations');
  await fill('Bank name', 'Bank of Hope');
  await saveWith(page, button('Save Changes'), 'Donation details saved!');
  await sees('/donate', 'Bank of Hope');

  await goTo('Testimonials');
  await add(page, 'Add Testimonial', 'Testimonial added', {
    Name: 'A neighbour',
    Quote: 'They stayed all night.',
  });
  await told(page, 'Testimonial saved!');
  await sees('/testimonials', 'A neighbour', 'They stayed all night.');

  await goTo('Success Stories');
  await add(page, 'Add Success Story', 'Story added', { Title: 'A shop of her own', Category: 'Livelihood' });
  await told(page, 'Story saved!');
  await sees('/projects', 'A shop of her own');

  await visitor.goto('/volunteer');
  await visitor.getByLabel('Full Name').or(visitor.getByLabel('Name')).first().fill('Bilal of Samundri');
  await visitor.getByLabel('City').fill('Samundri');
  await visitor.getByLabel(/Phone/).fill('0300 0000000');
  await visitor.locator('main form button[type=submit]').click();
  await told(visitor, 'Thank You!');
  await goTo('Volunteers');
  await expect(page.getByRole('cell', { name: 'Bilal of Samundri', exact: true })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('volunteers.csv');

  await goTo('Contact & Footer');
  await fill('Address', '12 New Street, Faisalabad');
  await saveWith(page, button('Save Contact Content'), 'Contact content saved!');
  await fill('Tagline', 'Neighbours, every day.');
  await saveWith(page, button('Save Footer Content'), 'Footer content saved!');
  await sees('/contact', '12 New Street, Faisalabad', 'Neighbours, every day.');

  await goTo('Settings');
  await fill('Site name', 'Umeed of Samundri');
  await saveWith(page, button('Save All Settings'), 'Settings saved successfully!');
  await visitor.goto('/');
  await expect(visitor).toHaveTitle(/Umeed of Samundri/);

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/admin/login');
  await page.goto('/admin/manage-settings');
  await expect(page).toHaveURL('/admin/login');
});

/** Adds an item, writes into it by label, and saves it. */
async function add(page: Page, button: string, added: string, words: Record<string, string>) {
  await page.getByRole('button', { name: button }).click();
  await told(page, added);
  const item = page.getByRole('article').first();
  for (const [label, text] of Object.entries(words)) await item.getByLabel(label, { exact: true }).fill(text);
  await save(item);
}
