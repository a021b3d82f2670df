// A browser in which staff are signed in already, and the few things every admin spec does there.
import type { Locator, Page } from '@playwright/test';
import { createClient, type Session } from '@supabase/supabase-js';
import ws from 'ws';
import { notice } from '../support/site';
import { test as base, expect } from '../support/test';

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

export const account = () => ({ email: given('UMEED_EMAIL'), password: given('UMEED_PASSWORD') });

/** One session for a worker's tests: signing in is tested by itself. */
async function newSession(): Promise<Session> {
  const client = createClient(given('UMEED_URL'), given('UMEED_ANON_KEY'), {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
  const { data, error } = await client.auth.signInWithPassword(account());
  if (error) throw error;
  if (!data.session) throw new Error('no session');
  return data.session;
}

export const test = base.extend<object, { session: Session }>({
  session: [async ({ url: _ }, use) => use(await newSession()), { scope: 'worker' }],
  page: async ({ page, session }, use) => {
    const name = `sb-${new URL(given('UMEED_URL')).hostname.split('.')[0]}-auth-token`;
    await page.addInitScript(
      ([key, value]) => {
        if (location.protocol === 'about:' || sessionStorage.getItem('signed in by test')) return;
        sessionStorage.setItem('signed in by test', 'yes');
        localStorage.setItem(key as string, value as string);
      },
      [name, JSON.stringify(session)],
    );
    await use(page);
  },
});

export { expect };

/** The one visible notice, with these words. */
export async function told(page: Page, title: string | RegExp, description?: string | RegExp) {
  await expect(notice(page).locator('p').first()).toHaveText(title);
  if (description) await expect(notice(page).locator('p').nth(1)).toHaveText(description);
  await expect(notice(page)).toHaveCount(1);
}

/** Saves with this button, waits until the change is stored, and reads the notice: an earlier one may say the same words. */
export async function saveWith(page: Page, button: Locator, title: string, description?: string) {
  const stored = page.waitForResponse(
    answer => answer.request().method() === 'PATCH' && answer.url().includes('/rest/v1/'),
  );
  await button.click();
  expect((await stored).ok()).toBe(true);
  await told(page, title, description);
}

/** The card of a list whose heading is these words. */
export function card(page: Page, heading: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
}

export async function save(within: Locator) {
  await within.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Deleting an item asks nothing; its notice offers Undo. */
export async function remove(page: Page, within: Locator) {
  await within.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
}

export const undoButton = (page: Page) => notice(page).getByRole('button', { name: /^Undo/ });

/** From now on such requests are refused as the server would refuse them. */
export async function refuse(page: Page, method: string, path: string, message = 'the database said no') {
  const body = path.includes('/storage/')
    ? { statusCode: '413', error: 'Payload too large', message, code: 'EntityTooLarge' }
    : { code: 'XX000', details: null, hint: null, message };
  await page.route(
    url => url.pathname.startsWith(path),
    route =>
      route.request().method() === method
        ? route.fulfill({ status: path.includes('/storage/') ? 400 : 500, json: body })
        : route.fallback(),
  );
}

export async function allow(page: Page) {
  await page.unrouteAll({ behavior: 'wait' });
}

/** A small real picture, drawn by the browser itself. */
export async function drawPicture(page: Page, type = 'image/png', width = 64, height = 48): Promise<Buffer> {
  const data = await page.evaluate(
    ([type, width, height]) => {
      const canvas = document.createElement('canvas');
      canvas.width = width as number;
      canvas.height = height as number;
      const pen = canvas.getContext('2d');
      if (pen) {
        pen.fillStyle = '#0e6b4f';
        pen.fillRect(0, 0, canvas.width, canvas.height);
        pen.fillStyle = '#e8a33d';
        pen.fillRect(0, 0, canvas.width / 2, canvas.height / 2);
      }
      return canvas.toDataURL(type as string);
    },
    [type, width, height] as const,
  );
  return Buffer.from(data.split(',')[1] ?? '', 'base64');
}

export async function choosePicture(page: Page, within: Locator, label: string, name = 'photo.png') {
  const group = within.getByRole('group', { name: label, exact: true });
  const buffer = await drawPicture(page);
  await group.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  return group;
}

/** Every screen of the admin, in the order of the sidebar. */
export const screenPaths = [
  '/admin',
  '/admin/manage-homepage',
  '/admin/manage-about',
  '/admin/manage-projects',
  '/admin/manage-gallery',
  '/admin/manage-donations',
  '/admin/manage-testimonials',
  '/admin/manage-success-stories',
  '/admin/manage-volunteers',
  '/admin/manage-subscribers',
  '/admin/manage-contact-footer',
  '/admin/manage-settings',
  '/admin/statistics',
  '/admin/activity',
];

/** Screens that the sidebar does not show: the settings lead to them, or they come with a switch. */
export const furtherPaths = [
  '/admin/accounts',
  '/admin/account',
  '/admin/features',
  '/admin/mail',
  '/admin/messages',
  '/admin/second-factor',
];

/** Signs in at a server of the test's own. */
export async function signInAt(
  url: string,
  page: Page,
  { email, password }: { email: string; password: string },
) {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
