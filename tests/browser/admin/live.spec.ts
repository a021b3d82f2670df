// Staff see each other: who has the same form open, what others save and delete, what visitors send, as it happens. On a
// server of its own, since it adds an account and is stopped once.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import ws from 'ws';
import { type Running, start } from '../../server';
import { violations } from '../support/axe';
import { desktop, phone } from '../support/site';
import { sure } from '../support/staff';
import { type Browser, expect, type Locator, type Page, test } from '../support/test';
import { signInAt, told } from './desk';

test.describe.configure({ mode: 'serial' });

let server: Running;
let client: SupabaseClient;
const bilal = { email: 'bilal@umeed.test', password: 'a-good-password' };

test.beforeAll(async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  const added = await server.command(['staff', 'add', bilal.email], bilal.password);
  expect(added.code, added.stderr).toBe(0);
  client = createClient(server.url, server.serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
});
test.afterAll(() => server.stop());

test.beforeEach(async () => {
  for (const table of ['projects', 'volunteers', 'subscribers', 'gallery_images'])
    sure(await client.from(table).delete().not('id', 'is', null));
});

async function signIn(page: Page, who: { email: string; password: string }) {
  await signInAt(server.url, page, who);
  await told(page, 'Login Successful');
}

const go = (page: Page, path: string) => page.goto(server.url + path);

/** A browser of somebody's own. */
async function desk(browser: Browser, who: { email: string; password: string }, viewport = desktop) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await signIn(page, who);
  return page;
}

const person = (name: string) => ({ name, city: 'Faisalabad', phone: '0300 0000000' });
const title = (within: Locator) => within.getByLabel('Title', { exact: true });
const also = (within: Page | Locator) => within.locator('[data-also]');
const save = (within: Locator) => within.getByRole('button', { name: 'Save', exact: true }).click();

test('two people at one item: presence, saves and conflicts', async ({ browser }) => {
  test.setTimeout(90_000);
  sure(await client.from('projects').insert({ title: 'Water', description: '<p>Clean</p>' }));
  const [one, two] = [await desk(browser, server), await desk(browser, bilal)];
  for (const page of [one, two]) await go(page, '/admin/manage-projects');
  const [mine, theirs] = [one.getByRole('article'), two.getByRole('article')];

  // Looking at a list is not being there; entering a form is; typing is editing.
  await expect(title(mine)).toHaveValue('Water');
  await expect(also(mine)).toHaveCount(0);
  await title(theirs).focus();
  await expect(also(mine)).toHaveText(/^Also here: bilal@umeed\.test/);
  await title(theirs).fill('Well');
  await expect(also(mine)).toHaveText(/^Also editing: bilal@umeed\.test/);
  await expect(also(theirs)).toHaveCount(0);

  // Nobody typed here: the form follows quietly.
  await save(theirs);
  await expect(title(mine)).toHaveValue('Well');
  await expect(mine.locator('[data-overtaken]')).toHaveCount(0);
  await expect(mine).toContainText('No unsaved changes');

  // What both changed: the typing stays, and it is said what Save will do. Focus and caret are where they were.
  await title(mine).fill('Mine');
  await expect(also(theirs)).toHaveText(new RegExp(`^Also editing: ${server.email}`));
  await title(theirs).fill('Theirs');
  await save(theirs);
  const note = mine.locator('[data-overtaken]');
  await expect(note).toHaveText(
    'bilal@umeed.test has just saved title as well. What you typed is still here. When you save, you choose what to keep.',
  );
  await expect(title(mine)).toHaveValue('Mine');
  await expect(title(mine)).toBeFocused();
  await title(mine).press('End');
  await one.keyboard.type(' own');
  await expect(title(mine)).toHaveValue('Mine own');
  for (const viewport of [phone, desktop]) {
    await one.setViewportSize(viewport);
    expect(await violations(one), `${viewport.width} px`).toEqual([]);
    const width = await one.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);
  }
  await save(mine);
  const panel = mine.getByRole('region', { name: 'Conflicting changes' });
  await expect(panel).toContainText('Theirs');
  await expect(note).toHaveCount(0);
  await panel.getByRole('button', { name: 'Keep mine' }).click();
  await expect(title(theirs)).toHaveValue('Mine own');

  // What only they changed is merged below the typing.
  await title(mine).fill('Once more');
  const stored = sure(await client.from('projects').select('id').single());
  sure(await client.from('projects').update({ description: '<p>Clear</p>' }).eq('id', stored?.id));
  await expect(note).toContainText('just saved other parts of this');
  await expect(mine.getByRole('textbox', { name: 'Description' })).toHaveText('Clear');
  await expect(title(mine)).toHaveValue('Once more');
  await save(mine);
  await told(one, 'Project saved!');
  await expect(title(theirs)).toHaveValue('Once more');
  expect(sure(await client.from('projects').select('title,description').single())).toEqual({
    title: 'Once more',
    description: '<p>Clear</p>',
  });

  // Deleted by the other: what was typed stays and can be put back.
  await title(mine).fill('Kept');
  await theirs.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(note).toContainText('bilal@umeed.test has just deleted this. What you typed is still here.');
  await expect(title(mine)).toHaveValue('Kept');
  await save(mine);
  await panel.getByRole('button', { name: 'Put it back' }).click();
  await told(one, 'Project restored');
  await expect(title(theirs)).toHaveValue('Kept');
  expect(sure(await client.from('projects').select('id').single())).toEqual(stored);
  await expect(theirs.getByText('New', { exact: true })).toBeVisible();
  for (const page of [one, two]) await page.context().close();
});

test('a page’s form: who is here, the other window, and quiet following', async ({ browser }) => {
  test.setTimeout(60_000);
  const one = await desk(browser, server);
  const two = await desk(browser, bilal, phone);
  const heading = (page: Page) => page.getByLabel('Heading', { exact: true });
  const height = (page: Page) => page.locator('[data-save-bar]').evaluate(bar => bar.clientHeight);
  await go(two, '/admin/manage-homepage');
  await expect(heading(two)).toBeVisible();
  const before = await height(two);
  await go(one, '/admin/manage-homepage');
  await expect(also(one)).toHaveText(/^Also here: bilal@umeed\.test/);

  const second = await one.context().newPage();
  await go(second, '/admin/manage-homepage');
  await expect(also(one)).toContainText('you, in another window');
  await heading(second).fill('From my other window');
  await expect(also(one)).toHaveText(/^Also editing: you, in another window/);
  await expect(also(two)).toContainText('Also editing:');
  expect(await height(two), 'nothing jumps').toBe(before);
  for (const page of [one, two]) expect(await violations(page)).toEqual([]);
  await second.getByRole('button', { name: 'Save Changes' }).click();
  await told(second, 'Content saved!');
  for (const page of [one, two]) await expect(heading(page)).toHaveValue('From my other window');
  await second.close();
  await expect(also(one)).not.toContainText('you, in another window');

  // Two screens that edit one document know of each other.
  await go(one, '/admin/manage-settings');
  await go(two, '/admin/manage-contact-footer');
  await expect(also(one)).toContainText(bilal.email);
  await two.getByLabel('Tagline').fill('Hope, live');
  await two.getByLabel('Tagline').press('Enter');
  await one.getByLabel('URL of social link 1', { exact: true }).fill('https://facebook.com/live');
  await one.getByRole('button', { name: 'Save All Settings' }).click();
  await told(one, 'Settings saved successfully!');
  const { content } = sure(
    await client.from('website_content').select('content').eq('page_key', 'footer').single(),
  ) as { content: { social_links: { url: string }[] } };
  expect(content.social_links[0]?.url).toBe('https://facebook.com/live');
  for (const page of [one, two]) await page.context().close();
});

test('what visitors send is counted in the menu and comes into the open list', async ({ browser }) => {
  test.setTimeout(60_000);
  sure(await client.from('volunteers').insert(person('Amina')));
  const page = await desk(browser, server);
  await go(page, '/admin');
  const menu = page.getByRole('navigation', { name: 'Admin' });
  const mark = menu.getByRole('link', { name: /Volunteers/ }).locator('[data-new-count]');
  await expect(page.locator('[data-backup]')).toBeVisible();
  await expect(mark).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('umeed-seen:volunteers'))).toBeTruthy();

  const visitor = async (...names: string[]) =>
    sure(await client.from('volunteers').insert(names.map(name => person(name))));
  await visitor('Bilal', 'Sana');
  await expect(mark).toHaveText(/^2/);
  await expect(page.getByRole('link', { name: '2 new volunteers' })).toBeVisible();
  const counted = page.getByRole('main').getByRole('link', { name: 'Volunteer Submissions' });
  await expect(counted.locator('[data-count]')).toHaveText('3');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(phone);
  await expect(page.locator('[data-news-dot]')).toBeVisible();
  await page.setViewportSize(desktop);

  await menu.getByRole('link', { name: /Volunteers/ }).click();
  await expect(page.getByRole('cell', { name: 'Sana', exact: true })).toBeVisible();
  await expect(mark).toHaveCount(0);
  // Nothing moves by itself: a button must not slip from under a finger.
  const first = page.getByRole('table').getByRole('row').nth(1);
  const bin = await first.boundingBox();
  await visitor('Zara');
  const arrived = page.getByRole('button', { name: 'Show 1 new volunteer' });
  await expect(arrived).toBeVisible();
  expect(await first.boundingBox()).toEqual(bin);
  await expect(first).not.toContainText('Zara');
  await arrived.click();
  await expect(first).toContainText('Zara');
  await expect(first).toContainText('New');
  await expect(page.getByRole('main')).toContainText('4 people');
  await expect(mark).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  // Nor for somebody who has scrolled.
  await visitor(...Array.from({ length: 30 }, (_, at) => `Volunteer ${at}`));
  await page.getByRole('button', { name: 'Show 30 new volunteers' }).click();
  await expect(page.getByRole('main')).toContainText('34 people');
  await page.getByRole('cell', { name: 'Amina', exact: true }).scrollIntoViewIfNeeded();
  const place = () => page.getByRole('cell', { name: 'Amina', exact: true }).boundingBox();
  const at = await place();
  await visitor('Late one', 'Late two');
  const offer = page.getByRole('button', { name: 'Show 2 new volunteers' });
  await expect(offer).toBeInViewport();
  expect(await place()).toEqual(at);
  await expect(mark).toHaveText(/^2/);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(phone);
  await expect(offer).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(desktop);
  await offer.click();
  await expect(first).toContainText(/Late/);
  await expect(first).toBeInViewport();
  await expect(offer).toHaveCount(0);
  await expect(mark).toHaveCount(0);

  // In a search too.
  await page.getByRole('searchbox').fill('Amina');
  await expect(page.getByRole('main')).toContainText('1 found');
  await visitor('Found by nobody');
  await page.getByRole('button', { name: 'Show 1 new volunteer' }).click();
  await expect(first).toContainText('Found by nobody');
  await page.context().close();
});

test('a flood costs few requests, and a tab’s own saves none', async ({ browser }) => {
  test.setTimeout(60_000);
  sure(await client.from('projects').insert({ title: 'Water', description: '<p>Clean</p>' }));
  const page = await desk(browser, server);
  await go(page, '/admin/manage-projects');
  const item = page.getByRole('article');
  await expect(title(item)).toHaveValue('Water');
  const { id } = sure(await client.from('projects').select('id').single()) as { id: string };
  const update = async (words: string) =>
    sure(await client.from('projects').update({ title: words }).eq('id', id));
  await update('Ready');
  await expect(title(item)).toHaveValue('Ready');

  let requests = 0;
  page.on('request', request => {
    if (request.url().includes('/rest/v1/')) requests += 1;
  });
  // No more at a time than the server takes in: a crowd beyond that is told to come back, which is another test's matter.
  for (let burst = 0; burst < 3; burst += 1)
    await Promise.all(Array.from({ length: 50 }, (_, at) => update(`Flood ${burst} ${at}`)));
  await update('Calm again');
  await expect(title(item)).toHaveValue('Calm again');
  expect(requests).toBeLessThan(20);

  await page.waitForTimeout(2500);
  requests = 0;
  await title(item).fill('My own');
  await save(item);
  await told(page, 'Project saved!');
  await page.waitForTimeout(1500);
  expect(requests, 'the save itself').toBe(1);
  await page.context().close();
});

test('without the connection all works; the mark comes, and goes by itself', async ({ browser }) => {
  test.setTimeout(90_000);
  sure(await client.from('projects').insert({ title: 'Water', description: '<p>Clean</p>' }));
  const page = await desk(browser, server);
  const said: string[] = [];
  page.on('console', message => said.push(message.text()));
  page.on('pageerror', error => said.push(error.message));
  let refused = true;
  let tried = 0;
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, socket => {
    tried += 1;
    if (refused) socket.close({ code: 1013, reason: 'full' });
    else socket.connectToServer();
  });
  await go(page, '/admin/manage-projects');
  const mark = page.locator('aside [data-not-live]');
  await expect(page.getByRole('article')).toBeVisible();
  await expect(mark).toHaveCount(0);
  await expect(mark).toBeVisible({ timeout: 15_000 });
  await expect(mark).toContainText('No live updates');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(phone);
  await page.locator('header [data-not-live]').click();
  await told(page, 'No live updates just now');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(desktop);
  expect(tried, 'more and more slowly').toBeLessThan(8);

  const item = page.getByRole('article');
  await title(item).fill('Without');
  await save(item);
  await told(page, 'Project saved!');
  await title(item).fill('Typed');
  const { id } = sure(await client.from('projects').select('id').single()) as { id: string };
  sure(await client.from('projects').update({ description: '<p>Missed</p>' }).eq('id', id));

  refused = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(mark).toHaveCount(0);
  // What was missed is there, and what was typed stays.
  await expect(item.getByRole('textbox', { name: 'Description' })).toHaveText('Missed');
  await expect(title(item)).toHaveValue('Typed');
  expect(said).toEqual([]);
  await page.context().close();
});

test('a server that restarts is found again', async ({ browser }) => {
  test.setTimeout(120_000);
  sure(await client.from('projects').insert({ title: 'Water', description: '<p>Clean</p>' }));
  const page = await desk(browser, server);
  await go(page, '/admin/manage-projects');
  const item = page.getByRole('article');
  await title(item).fill('Typed before');
  await server.halt();
  await expect(page.locator('aside [data-not-live]')).toBeVisible({ timeout: 20_000 });
  await title(item).press('End');
  await page.keyboard.type(' and after');
  await server.again();
  await expect(page.locator('aside [data-not-live]')).toHaveCount(0, { timeout: 60_000 });
  await expect(title(item)).toHaveValue('Typed before and after');
  sure(await client.from('projects').update({ description: '<p>Back</p>' }).not('id', 'is', null));
  await expect(item.getByRole('textbox', { name: 'Description' })).toHaveText('Back');
  await save(item);
  await told(page, 'Project saved!');
  await page.context().close();
});

test('signing out ends the connection, and a new session begins another', async ({ browser }) => {
  const page = await desk(browser, server);
  // The connection of a page that is left is not reported as closed: that of the desk must not be among those counted.
  await page.goto('about:blank');
  const open = new Set<object>();
  page.on('websocket', socket => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await go(page, '/admin');
  await expect.poll(() => open.size).toBe(1);
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Homepage' }).click();
  await expect(page.getByLabel('Heading', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect.poll(() => open.size).toBe(0);
  await signIn(page, bilal);
  await expect.poll(() => open.size).toBe(1);
  await page.context().close();
});

test('a renewed token is passed on, and a session that ended is not tried for ever', async ({ browser }) => {
  test.setTimeout(60_000);
  const sana = { email: 'sana@umeed.test', password: 'a-good-password' };
  const added = await server.command(['staff', 'add', sana.email], sana.password);
  expect(added.code, added.stderr).toBe(0);
  const page = await (await browser.newContext({ viewport: desktop })).newPage();
  const sent: string[] = [];
  let sockets = 0;
  page.on('websocket', socket => {
    sockets += 1;
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
  });
  await signIn(page, sana);
  await expect.poll(() => sent.filter(frame => frame.includes('phx_join')).length).toBeGreaterThan(3);

  // The token is about to end: the next request renews it. A token of the same second would be the same one.
  await page.waitForTimeout(1_100);
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find(key => key.endsWith('-auth-token')) ?? '';
    const session = JSON.parse(localStorage.getItem(name) ?? '{}');
    localStorage.setItem(name, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 5 }));
  });
  const menu = page.getByRole('navigation', { name: 'Admin' });
  // What the dashboard has read already is not asked for again, so a list that it has not read comes first.
  await menu.getByRole('link', { name: /^Volunteers/ }).click();
  await menu.getByRole('link', { name: 'Homepage' }).click();
  await expect.poll(() => sent.some(frame => frame.includes('"access_token",'))).toBe(true);
  expect(sockets).toBe(1);

  const removed = await server.command(['staff', 'remove', sana.email]);
  expect(removed.code, removed.stderr).toBe(0);
  await page.waitForTimeout(8_000);
  expect(sockets, 'more and more slowly').toBeLessThan(6);
  // A request of the screen itself may have found out already, or finds out just now.
  const signInButton = page.getByRole('button', { name: 'Sign In' });
  await expect(async () => {
    if (!(await signInButton.isVisible()))
      await menu.getByRole('link', { name: 'Projects' }).click({ timeout: 5_000 });
    await expect(signInButton).toBeVisible();
  }).toPass();
  const before = sockets;
  await page.waitForTimeout(4_000);
  expect(sockets).toBe(before);
  await page.context().close();
});
