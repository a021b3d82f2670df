// Who did what and when: found by person and part, shared by its address, taken along as a file; and the latest of it on
// the dashboard. On a server of its own, since it counts what was done there.
import { readFile } from 'node:fs/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import ws from 'ws';
import { type Running, start } from '../../server';
import { violations } from '../support/axe';
import { desktop, gate, phone } from '../support/site';
import { sure } from '../support/staff';
import { expect, type Page, test } from '../support/test';
import { signInAt, told } from './desk';

let server: Running;
const editor = { email: 'ali@umeed.test', password: 'a-good-password' };
const title = '=Clean “water”, for all';

async function client(account: typeof editor): Promise<SupabaseClient> {
  const made = createClient(server.url, server.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
  const { error } = await made.auth.signInWithPassword(account);
  if (error) throw error;
  return made;
}

test.beforeAll(async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  const added = await server.command(['staff', 'add', editor.email, '--role', 'editor'], editor.password);
  expect(added.code, added.stderr).toBe(0);
  const ali = await client(editor);
  const { id } = sure(await ali.from('projects').insert({ title, description: '' }).select().single());
  for (const change of [
    { description: '<p>one</p>' },
    { description: '<p>two</p>' },
    { image_url: '/a.png' },
  ])
    sure(await ali.from('projects').update(change).eq('id', id).select());
  const member = sure(await ali.from('team_members').insert({ name: 'Gone', role: 'x' }).select().single());
  sure(await ali.from('team_members').delete().eq('id', member.id).select());
  // Long enough ago that it is an entry of its own is nothing a test can wait for; another person will do.
  const owner = await client(server);
  const bank = sure(await owner.from('website_content').select().eq('page_key', 'donation_details').single());
  const content = { ...bank.content, account_number: '0999' };
  sure(await owner.from('website_content').update({ content }).eq('page_key', 'donation_details').select());
});
test.afterAll(() => server.stop());

async function signIn(page: Page, who: typeof editor) {
  await signInAt(server.url, page, who);
  await told(page, 'Login Successful');
}

const screen = () => `${server.url}/admin/activity`;
const entries = (page: Page) => page.locator('[data-entry]');
const person = (page: Page) => page.getByLabel('Person');
const part = (page: Page) => page.getByLabel('Part of the website');

async function fits(page: Page) {
  const { width } = page.viewportSize() ?? desktop;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

for (const viewport of [phone, desktop]) {
  test(`the activity is read in plain sentences at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signIn(page, server);
    await page.goto(screen());
    await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
    await expect(entries(page).first()).toContainText(/You signed in.*Chrome on/s);
    await expect(
      entries(page).filter({ hasText: 'You changed the bank details: account number' }),
    ).toHaveCount(1);
    await expect(
      entries(page).filter({ hasText: `${editor.email} added the team member “Gone” and deleted it again` }),
    ).toHaveCount(1);
    await expect(
      entries(page).filter({
        hasText: `The server’s command line made the account ${editor.email} (editor)`,
      }),
    ).toHaveCount(1);

    // Several changes of one thing are one entry, which opens.
    const entry = entries(page).filter({ hasText: `added the project “${title}”` });
    await expect(entry).toHaveCount(1);
    const opener = entry.getByRole('button', { name: 'Show all 4' });
    await opener.press('Enter');
    await expect(entry.getByRole('button', { expanded: true })).toBeFocused();
    await expect(entry.getByRole('listitem')).toHaveCount(4);
    await expect(entry.getByRole('listitem').first()).toContainText('Changed: picture');
    expect(await violations(page)).toEqual([]);
    await fits(page);
  });
}

test('the activity is filtered by person and part, and the address keeps the choice', async ({ page }) => {
  await signIn(page, server);
  await page.goto(screen());
  await person(page).selectOption({ label: editor.email });
  await expect(entries(page).filter({ hasText: 'You ' })).toHaveCount(0);
  await expect(entries(page)).not.toHaveCount(0);
  await part(page).selectOption({ label: 'Manage Projects' });
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText(title);
  await expect(page).toHaveURL(/\?person=[0-9a-f-]{36}&part=projects$/);
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await expect(entries(page)).toHaveCount(1);
  await expect(part(page)).toHaveValue('projects');
  await part(page).selectOption({ label: 'Accounts' });
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page)).toContainText(`${editor.email} signed in`);
  await part(page).selectOption({ label: 'Manage Gallery' });
  await expect(page.getByText('Nothing was found for this choice.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeDisabled();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page).toHaveURL(screen());
  await page.goto(`${screen()}?person=nonsense&part=nonsense`);
  await expect(entries(page).first()).toContainText('You signed in');
});

test('of two filters chosen before the first one is shown, both are kept', async ({ page }) => {
  await signIn(page, server);
  await page.goto(screen());
  const chosen = await person(page).getByRole('option', { name: editor.email }).getAttribute('value');
  await page.evaluate(
    ([first, second]) => {
      const [person, part] = document.querySelectorAll('search select') as NodeListOf<HTMLSelectElement>;
      for (const [select, value] of [
        [person, first],
        [part, second],
      ] as const) {
        if (!select) throw new Error('there are two filters');
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    },
    [chosen ?? '', 'projects'] as const,
  );
  await expect(entries(page)).toHaveCount(1);
  await expect(page).toHaveURL(`${screen()}?person=${chosen}&part=projects`);
  await expect(person(page)).toHaveValue(chosen ?? '');
  await expect(part(page)).toHaveValue('projects');
});

test('what is filtered is exported, and a spreadsheet runs nothing of it', async ({ page }) => {
  await signIn(page, server);
  await page.goto(screen());
  await person(page).selectOption({ label: editor.email });
  await part(page).selectOption({ label: 'Manage Projects' });
  await expect(entries(page)).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('activity.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('\ufeffTime,Person,What was done,Part of the website,Device');
  expect(lines).toHaveLength(5);
  expect(lines.at(-1)).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,ali@umeed\.test,"ali@umeed\.test added the project “=Clean “water”, for all”",Manage Projects,supabase-js$/,
  );
});

test('an entry leads to its screen, and a deleted item to where it can be put back', async ({ page }) => {
  await signIn(page, server);
  await page.goto(`${screen()}?part=donations`);
  await entries(page).first().getByRole('link', { name: 'Open the bank details' }).click();
  await expect(page).toHaveURL(/\/admin\/manage-donations$/);
  await page.goto(`${screen()}?part=about`);
  const putBack = page.getByRole('button', { name: 'Put back Gone' });
  // On a slow line the list above may come later: it must not push away what the link leads to.
  const late = gate();
  await page.route(/\/rest\/v1\/team_members\?select=\*/, async route => {
    await late.opened;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Recently deleted the team member “Gone”' }).click();
  await expect(page).toHaveURL(/\/admin\/manage-about#recently-deleted$/);
  await expect(putBack).toBeInViewport();
  late.open();
  await expect(page.getByRole('textbox', { name: 'Role' })).not.toHaveCount(0);
  await expect(putBack).toBeInViewport();
  // From the first turn of the wheel on the reader has the say.
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, -2_000);
  await expect(putBack).not.toBeInViewport();
});

test('the dashboard shows the latest and the way to all of it', async ({ page }) => {
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    if (viewport === phone) await signIn(page, server);
    await page.goto(`${server.url}/admin`);
    const latest = page.getByRole('region', { name: 'Latest activity' });
    await expect(latest.locator('[data-entry]')).toHaveCount(5);
    await expect(latest.locator('[data-entry]').first()).toContainText(/You signed in.*today at/s);
    expect(await violations(page)).toEqual([]);
    await fits(page);
  }
  await page.getByRole('link', { name: 'All activity' }).click();
  await expect(page).toHaveURL(screen());
});

test('an editor sees what was done to the website, and of accounts only their own', async ({ page }) => {
  await signIn(page, editor);
  await page.goto(screen());
  await expect(entries(page).filter({ hasText: `${server.email} changed the bank details` })).toHaveCount(1);
  await expect(entries(page).filter({ hasText: `${server.email} signed in` })).toHaveCount(0);
  await part(page).selectOption({ label: 'Accounts' });
  await expect(entries(page).filter({ hasText: 'made the account' })).toHaveCount(1);
  await expect(entries(page).filter({ hasText: server.email })).toHaveCount(0);
});

test('older activity comes page by page, and what cannot be loaded says so', async ({ page }) => {
  const ali = await client(editor);
  const rows = Array.from({ length: 70 }, (_, number) => ({ title: `Many ${number}`, description: '' }));
  const made = sure(await ali.from('projects').insert(rows).select('id'));
  await signIn(page, server);
  await page.goto(`${screen()}?part=projects`);
  const more = page.getByRole('button', { name: 'Show older activity' });
  await expect(entries(page)).toHaveCount(30);
  await more.click();
  await expect(entries(page)).toHaveCount(60);
  await more.click();
  await expect(entries(page).filter({ hasText: title })).toHaveCount(1);
  expect(await entries(page).filter({ hasText: 'Many' }).count()).toBe(70);
  await expect(more).toHaveCount(0);
  sure(
    await ali
      .from('projects')
      .delete()
      .in('id', made?.map(({ id }) => id) ?? [])
      .select('id'),
  );

  await page.route('**/rest/v1/history*', route => route.fulfill({ status: 500, json: { message: 'no' } }));
  await page.reload();
  await expect(page.getByText('The activity could not be loaded.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(entries(page)).toHaveCount(30);
});
