// Accounts where the website sends mail and people have a second factor: invitations that are sent, a new address that is
// confirmed, the old password that is asked for, and a second factor that an owner switches off. On a server of its own, with
// a real mail server.
import { linkTo, type MailServer, mailServer } from '../../mail';
import { itself, type Running, start } from '../../server';
import { codesOf } from '../../totp';
import { violations } from '../support/axe';
import { desktop, phone } from '../support/site';
import { expect, type Page, test } from '../support/test';
import { signInAt, told } from './desk';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let server: Running;
let mail: MailServer;
const sana = { email: 'sana@umeed.test', password: 'rain over the wheat' };
let nextCode: () => Promise<string>;

test.beforeAll(async () => {
  mail = await mailServer({ encryption: 'none' });
  server = await start({
    UMEED_SAMPLE_CONTENT: 'on',
    UMEED_SMTP: `smtp://localhost:${mail.port}`,
    UMEED_MAIL_FROM: 'office@umeed.example',
    UMEED_PUBLIC_URL: itself,
  });
});
test.afterAll(async () => {
  await server.stop();
  await mail.stop();
});

async function signIn(page: Page, who = server as { email: string; password: string }) {
  await signInAt(server.url, page, who);
}

const item = (page: Page, email: string) => page.locator(`[data-account="${email}"]`);
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function holdsUp(page: Page) {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  }
}

/** Switches the second factor on; gives back what the telephone then shows, code after code. */
async function setUp(page: Page) {
  await page.getByRole('button', { name: 'Set Up' }).click();
  await page.getByLabel('Name of the device').fill('Phone');
  await page.getByRole('button', { name: 'Next' }).click();
  const codes = codesOf((await page.locator('[data-secret]').textContent()) ?? '');
  await page.getByLabel('Code', { exact: true }).fill(await codes());
  await page.getByRole('button', { name: 'Switch On' }).click();
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  return codes;
}

test('an invitation is sent, sent again by hand, accepted, and the person is there', async ({
  page,
  browser,
}) => {
  await signIn(page);
  await told(page, 'Login Successful');
  await page.goto(`${server.url}/admin/accounts`);
  await page.getByRole('button', { name: 'Invite Somebody' }).click();
  await page.getByLabel('Email').fill(sana.email);
  await page.getByRole('textbox', { name: 'Name' }).fill('Sana');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await told(page, `Invitation sent to ${sana.email}`, 'The link in it is good for a day.');
  await expect(item(page, sana.email)).toContainText('Invited, not here yet');
  const { link } = await linkTo(mail, sana.email);
  expect(link).toMatch(new RegExp(`^${server.url}/admin/link#token_hash=[\\w-]+&type=invite$`));
  await item(page, sana.email).getByRole('button').first().click();
  await expect(item(page, sana.email).getByRole('button', { name: 'Send Invitation Again' })).toBeVisible();
  // The mail did not arrive: a link by hand, which ends the one in the mail.
  await item(page, sana.email).getByRole('button', { name: 'New Invitation Link' }).click();
  const handed = await item(page, sana.email).getByRole('textbox').inputValue();

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await guest.getByRole('button', { name: 'Accept the Invitation' }).click();
  await expect(guest.getByText('This link no longer works')).toBeVisible();
  await guest.goto('about:blank');
  await guest.goto(handed);
  await guest.getByRole('button', { name: 'Accept the Invitation' }).click();
  await guest.getByLabel('New password', { exact: true }).fill(sana.password);
  await guest.getByRole('button', { name: 'Save Password' }).click();
  await told(guest, 'Password saved!');
  await guest.goto(`${server.url}/admin/account`);
  await expect(guest.getByRole('textbox', { name: 'Your name' })).toHaveValue('Sana');
  await guest.context().close();
  await page.reload();
  await expect(item(page, sana.email)).toContainText(/Editor.*Last signed in today/);
});

test('the old password has to be right', async ({ page }) => {
  await signIn(page, sana);
  await told(page, 'Login Successful');
  await page.goto(`${server.url}/admin/account`);
  const form = part(page, 'Password');
  await form.getByLabel('Old password').fill('not the old one');
  await form.getByLabel('New password').fill('hail over the barley');
  await form.getByRole('button', { name: 'Change Password' }).click();
  await told(page, 'The password was not changed', 'The old password is not right.');
  await expect(form.getByLabel('New password')).toHaveValue('hail over the barley');
  await form.getByLabel('Old password').fill(sana.password);
  await form.getByRole('button', { name: 'Change Password' }).click();
  await told(page, 'Password changed');
  sana.password = 'hail over the barley';
});

test('a new address counts once it is confirmed, and the open tab notices', async ({ page, browser }) => {
  await signIn(page, sana);
  await told(page, 'Login Successful');
  await page.goto(`${server.url}/admin/account`);
  const form = part(page, 'Email address');
  await form.getByLabel('New address').fill('sana.bibi@umeed.test');
  await form.getByRole('button', { name: 'Change Address' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change Address' }).click();
  await told(page, 'Please confirm the new address', /the mail that we sent to sana\.bibi@umeed\.test/);
  await expect(form.locator('[data-new-email]')).toContainText('Until then you sign in with the old one.');
  await page.reload();
  await expect(form.locator('[data-new-email]')).toContainText('sana.bibi@umeed.test');
  await holdsUp(page);
  const { link } = await linkTo(mail, 'sana.bibi@umeed.test');
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Confirm the Address' }).click();
  await expect(other.getByText('Your new address is confirmed')).toBeVisible();
  await other.context().close();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('link', { name: 'My account: sana.bibi@umeed.test' })).toBeVisible();
  await expect(form.locator('[data-new-email]')).toHaveCount(0);
  sana.email = 'sana.bibi@umeed.test';
});

test('My account leads to the second factor; an old sign-in asks for its code as well', async ({ page }) => {
  await signIn(page);
  await told(page, 'Login Successful');
  await page.goto(`${server.url}/admin/account`);
  await expect(part(page, 'Second factor')).toContainText('Off: the password alone lets you in.');
  await part(page, 'Second factor').getByRole('link').click();
  await expect(page).toHaveURL(`${server.url}/admin/second-factor`);
  nextCode = await setUp(page);
  await page.goto(`${server.url}/admin/account`);
  await expect(part(page, 'Second factor')).toContainText('On: besides the password');
  expect((await server.command(['staff', 'list'])).stdout).toMatch(
    /^staff@umeed\.test\t.*\towner\tsecond factor$/m,
  );

  await page.goto(`${server.url}/admin/accounts`);
  await page.getByRole('button', { name: 'Invite Somebody' }).click();
  await page.getByLabel('Email').fill('late@umeed.test');
  let refusals = 0;
  await page.route(/admin\/users/, route => {
    if (route.request().method() !== 'POST' || refusals++ > 0) return route.fallback();
    return route.fulfill({
      status: 400,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'reauthentication_needed', message: 'Account update requires reauthentication' },
    });
  });
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
  await dialog.getByLabel('Password').fill(server.password);
  await dialog.getByLabel('Code of your second factor').fill(await nextCode());
  await holdsUp(page);
  await dialog.getByRole('button', { name: 'Go On' }).click();
  await told(page, 'Invitation sent to late@umeed.test');
});

test('an owner switches off the second factor that somebody has lost', async ({ page, browser }) => {
  const added = await server.command(['staff', 'add', 'bilal@umeed.test'], 'a-good-password');
  expect(added.code, added.stderr).toBe(0);
  const bilal = await (await browser.newContext()).newPage();
  await signIn(bilal, { email: 'bilal@umeed.test', password: 'a-good-password' });
  await told(bilal, 'Login Successful');
  await bilal.goto(`${server.url}/admin/accounts`);
  const drop = item(bilal, server.email).getByRole('button', { name: 'Switch Off Second Factor' });
  await item(bilal, server.email).getByRole('button').first().click();
  await expect(item(bilal, server.email)).toContainText('Second factorOn');
  await expect(item(bilal, server.email)).toContainText('An owner with a second factor of their own');
  await expect(drop).toHaveCount(0);
  await bilal.goto(`${server.url}/admin/second-factor`);
  await setUp(bilal);
  await bilal.goto(`${server.url}/admin/accounts`);
  await item(bilal, server.email).getByRole('button').first().click();
  await drop.click();
  await bilal.getByRole('alertdialog').getByRole('button', { name: 'Switch Off Second Factor' }).click();
  await told(bilal, 'Second factor switched off');
  await expect(item(bilal, server.email)).toContainText('Second factorOff');
  await bilal.context().close();
  await signIn(page);
  await told(page, 'Login Successful');
});
