// Sessions that end, renew and survive bad networks, against servers of their own: their tokens live for seconds, and
// signing out there disturbs nobody.

import { type Running, start } from '../../server';
import { type Browser, expect, type Page, test } from '../support/test';
import { told } from './desk';

test.describe.configure({ mode: 'serial' });

let server: Running;
/** A token of this life is due for renewal at once, since the client renews what has less than two minutes left. */
const life = 100;

test.beforeAll(async () => {
  server = await start({ UMEED_ACCESS_TOKEN_SECS: String(life), UMEED_SAMPLE_CONTENT: 'on' });
});
test.afterAll(() => server.stop());

async function enter(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(server.email);
  await page.getByLabel('Password').fill(server.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/admin');
  return page;
}

const storedSession = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('sb-127-auth-token') ?? 'null'));

/** As if time had passed: the token is over by the client's clock. */
const age = (page: Page) =>
  page.evaluate(() => {
    const key = 'sb-127-auth-token';
    const session = JSON.parse(localStorage.getItem(key) ?? 'null');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  });

test('[ADM-10] a token that is about to end is renewed by itself, and two tabs go on working', async ({
  browser,
}) => {
  const page = await enter(browser);
  const before = await storedSession(page);
  // The tick: every 30 seconds, and a token with three ticks or fewer left is renewed.
  await page.clock.fastForward(31_000);
  await expect.poll(async () => (await storedSession(page)).refresh_token).not.toBe(before.refresh_token);
  const other = await page.context().newPage();
  await other.goto('/admin/manage-projects');
  await expect(other.getByRole('article').first()).toBeVisible();
  await age(other);
  await other.getByRole('navigation').getByRole('link', { name: 'Testimonials' }).click();
  await expect(other.getByRole('article').first()).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.context().close();
});

test('[ADM-10] the session is renewed when the page becomes visible again', async ({ browser }) => {
  const page = await enter(browser);
  await age(page);
  const before = await storedSession(page);
  const show = (state: string) =>
    page.evaluate(value => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
      window.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await show('visible');
  await expect.poll(async () => (await storedSession(page)).refresh_token).not.toBe(before.refresh_token);
  await page.context().close();
});

test('[ADM-11] no network and a bad gateway during renewal sign nobody out', async ({ browser }) => {
  const trials = (['no network', 502, 503, 504] as const).map(async answer => {
    const page = await enter(browser);
    await page.route('**/auth/v1/token**', route =>
      answer === 'no network' ? route.abort() : route.fulfill({ status: answer, body: 'Bad gateway' }),
    );
    await age(page);
    await page.reload();
    // The client tries for half a minute, with longer and longer pauses, before it gives up.
    await expect(async () => {
      await page.clock.fastForward(10_000);
      await expect(page.getByText('You are still signed in.')).toBeVisible({ timeout: 250 });
    }).toPass();
    // The page reloads by itself as soon as the server answers, perhaps just now.
    await expect.poll(() => storedSession(page).catch(() => null), `${answer}`).not.toBe(null);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(async () => {
      await page.clock.fastForward(10_000);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard', { timeout: 500 });
    }).toPass();
    await page.context().close();
  });
  await Promise.all(trials);
});

test('[ADM-8] signing out ends the session on the server too; a failure is told and keeps the session', async ({
  browser,
}) => {
  const page = await enter(browser);
  const { access_token } = await storedSession(page);
  const asks = () =>
    page.request.get(`${server.url}/auth/v1/user`, {
      headers: { apikey: server.anonKey, Authorization: `Bearer ${access_token}` },
    });
  expect((await asks()).status()).toBe(200);
  const out = page.getByRole('button', { name: 'Sign Out' });
  await page.route('**/auth/v1/logout**', route =>
    route.fulfill({ status: 500, json: { msg: 'try later' } }),
  );
  await out.click();
  await told(page, 'Sign out Failed', 'try later');
  await expect(page).toHaveURL('/admin');
  await page.unrouteAll();
  await out.click();
  await expect(page).toHaveURL('/admin/login');
  expect((await asks()).status()).toBe(403);
  await page.goto('/admin/manage-projects');
  await expect(page).toHaveURL('/admin/login');
  await page.context().close();
});

test('[ADM-8] after signing out the browser keeps nothing of the session, of drafts or of lists', async ({
  browser,
}) => {
  const page = await enter(browser);
  const { access_token } = await storedSession(page);
  const kept = () =>
    page.evaluate(async () => ({
      texts: JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      stores: [...(await indexedDB.databases()), ...(await caches.keys())],
    }));
  const links = page.getByRole('navigation', { name: 'Admin' });
  await links.getByRole('link', { name: 'Volunteers' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volunteer Submissions');
  await links.getByRole('link', { name: 'Projects' }).click();
  const title = page.getByRole('article').first().getByLabel('Title', { exact: true });
  await title.fill('Typed and never saved');
  // Until then both are there: else their absence would prove nothing.
  expect((await kept()).texts).toContain('Typed and never saved');
  expect((await kept()).texts).toContain(access_token);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/admin/login');
  await expect.poll(async () => (await kept()).texts).not.toContain('umeed-draft');
  const { texts, stores } = await kept();
  for (const word of ['Typed and never saved', access_token, server.email]) expect(texts).not.toContain(word);
  expect(stores).toEqual([]);
  await page.context().close();
});

test('[ADM-5] a session that ends while editing leads back to the same screen, which offers the edits', async ({
  browser,
}) => {
  const page = await enter(browser);
  await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click();
  const item = page.getByRole('article').first();
  await item.getByLabel('Title', { exact: true }).fill('Typed before the session ended');
  // Someone ends all sessions of this account from another computer, while the save is on its way: before it, the screen
  // might notice by itself and be gone.
  const { access_token } = await storedSession(page);
  const saving = '**/rest/v1/projects?*';
  await page.route(saving, async route => {
    if (route.request().method() === 'PATCH')
      await page.request.post(`${server.url}/auth/v1/logout?scope=global`, {
        headers: { apikey: server.anonKey, Authorization: `Bearer ${access_token}` },
      });
    await route.continue();
  });
  await item.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL('/admin/login');
  await told(page, 'Failed to save project', /session has ended/);
  await page.unroute(saving);
  await page.getByLabel('Email').fill(server.email);
  await page.getByLabel('Password').fill(server.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/admin/manage-projects');
  await item.getByRole('button', { name: 'Bring back' }).click();
  await expect(item.getByLabel('Title', { exact: true })).toHaveValue('Typed before the session ended');
  await item.getByRole('button', { name: 'Save', exact: true }).click();
  await told(page, 'Project saved!');
  await page.context().close();
});

test('[ADM-12] there is no sign-up screen, and the server refuses sign-up', async ({ page }) => {
  await page.goto(`${server.url}/admin/login`);
  await expect(page.getByText(/sign up|register|create account/i)).toHaveCount(0);
  const answer = await page.request.post(`${server.url}/auth/v1/signup`, {
    headers: { apikey: server.anonKey },
    data: { email: 'stranger@example.org', password: 'a long enough password' },
  });
  expect(answer.status()).toBe(422);
  expect(await answer.json()).toMatchObject({ code: 'signup_disabled' });
});

// The last of this file: it holds every stranger out of the account.
test('[ADM-2] who has signed in here before gets in while a neighbour at the same address guesses', async ({
  browser,
}) => {
  const page = await enter(browser);
  const [cookie, ...others] = await page.context().cookies(`${server.url}/auth/v1/token`);
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/auth/v1' });
  expect(cookie?.name).toMatch(/^umeed-device-/);
  expect(await page.context().cookies(`${server.url}/admin`), 'it is for the sign-in only').toEqual([]);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/admin/login');

  const stranger = (password: string) =>
    fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: server.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: server.email, password }),
    });
  while ((await stranger('a wrong guess')).status !== 429);
  expect((await stranger(server.password)).status).toBe(429);

  await page.getByLabel('Email').fill(server.email);
  await page.getByLabel('Password').fill(server.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/admin');
  await page.context().close();
});
