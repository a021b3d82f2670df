// What a foundation can switch on: messages that arrive, with an inbox and mail about them, and volunteers of the Donate
// page. On a server of its own, since the switches are for the whole site, and with a real mail server.
import { createClient } from '@supabase/supabase-js';
import ws from 'ws';
import { type MailServer, mailServer } from '../../mail';
import { type Running, start } from '../../server';
import { violations } from '../support/axe';
import { desktop, hydrated, notice, phone } from '../support/site';
import { sure } from '../support/staff';
import { expect, type Page, test } from '../support/test';
import { signInAt, told } from './desk';

test.describe.configure({ mode: 'serial', timeout: 60_000 });

let server: Running;
let mail: MailServer;
const editor = { email: 'editor@umeed.test', password: 'a-good-password' };

test.beforeAll(async () => {
  mail = await mailServer({ encryption: 'none' });
  server = await start({
    UMEED_SAMPLE_CONTENT: 'on',
    UMEED_SMTP: `smtp://localhost:${mail.port}`,
    UMEED_MAIL_FROM: 'office@umeed.example',
  });
  await server.command(['staff', 'add', editor.email, '--role', 'editor'], editor.password);
});
test.afterAll(async () => {
  await server.stop();
  await mail.stop();
});

async function signIn(page: Page, who = server as { email: string; password: string }) {
  await signInAt(server.url, page, who);
  await told(page, 'Login Successful');
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Admin' });

/** Nothing that axe minds, and nothing that sticks out, on a phone and on a desk. */
async function holdsUp(page: Page) {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  }
}

async function openContact(page: Page) {
  await page.route(/openstreetmap|google/, route => route.fulfill({ contentType: 'text/html', body: 'map' }));
  await page.goto(`${server.url}/contact`);
  await hydrated(page);
}

async function writeMessage(page: Page, subject: string, text: string) {
  await page.getByLabel('Name').fill('Zulekha <b>Bibi</b>');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('zulekha@example.org');
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send message' }).click();
}

test('[CON-2] with everything off, the forms say that they are demonstrations', async ({ page }) => {
  await openContact(page);
  await expect(page.getByLabel('Phone')).toHaveCount(0);
  await writeMessage(page, 'Off', 'Nobody gets this');
  await expect(notice(page)).toContainText('Message Sent!');
  await expect(notice(page)).toContainText(
    'Thank you for your message. We will get back to you soon. (This is a demo and no data was sent).',
  );
  await signIn(page);
  await expect(sidebar(page).getByRole('link', { name: 'Messages' })).toHaveCount(0);
  await page.goto(`${server.url}/admin/messages`);
  await expect(page.getByText(/^Receiving messages is switched off/)).toBeVisible();
  await expect(page.getByText('No messages yet.')).toBeVisible();
});

test('an owner switches the messages on, and says who is told', async ({ page }) => {
  await signIn(page);
  await page.goto(`${server.url}/admin/manage-settings`);
  await page
    .getByRole('navigation', { name: 'More settings' })
    .getByRole('link', { name: /^Features/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Features', level: 1 })).toBeVisible();
  const receive = page.getByRole('switch', { name: 'Receive contact messages' });
  await expect(receive).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Receive Donate-page volunteers' })).not.toBeChecked();
  await holdsUp(page);
  await receive.check();
  await page.getByRole('button', { name: 'Add Address' }).click();
  await page.getByLabel(/^address 1/i).fill('amina@example.org');
  await page.getByRole('button', { name: 'Save Features' }).click();
  await told(page, 'Features saved!');
  await expect(sidebar(page).getByRole('link', { name: 'Messages' })).toBeVisible();
});

test('a visitor writes, and reads that the foundation has it', async ({ page }) => {
  await openContact(page);
  await page.getByLabel('Phone').fill('0300 1234567');
  await writeMessage(page, 'A question', '<img src=x onerror="document.title=1"> اُمید\nsecond line');
  await expect(notice(page)).toContainText('Message Sent!');
  await expect(notice(page)).toContainText('Thank you. We have your message and will get back to you soon.');
  await expect(notice(page)).not.toContainText('demo');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  await expect.poll(() => mail.taken.length).toBe(1);
  expect(mail.taken[0]?.to).toEqual(['amina@example.org']);
});

test('the message is in the inbox, as plain text, with ways to answer', async ({ page }) => {
  await signIn(page);
  await sidebar(page).getByRole('link', { name: 'Messages' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 new message' })).toBeVisible();
  const line = page.getByRole('button', { name: /^Zulekha/ });
  await expect(line).toContainText('Zulekha <b>Bibi</b>');
  await expect(line).toContainText('New');
  await line.click();
  await expect(page.getByText('<img src=x onerror="document.title=1">')).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Reply by Email to Zulekha/ })).toHaveAttribute(
    'href',
    'mailto:zulekha@example.org?subject=Re%3A%20A%20question',
  );
  await expect(page.getByRole('link', { name: /^Call Zulekha/ })).toHaveAttribute(
    'href',
    'tel:+923001234567',
  );
  await expect(line).toContainText('Read');
  await expect(page.getByText('Nothing new')).toBeVisible();
  await holdsUp(page);
});

test('a message is put away, found again, deleted and brought back', async ({ page }) => {
  await signIn(page);
  await page.goto(`${server.url}/admin/messages`);
  const line = page.getByRole('button', { name: /^Zulekha/ });
  await line.click();
  await page.getByLabel(/^Status of the message/).selectOption('archived');
  await told(page, 'Moved to Archived');
  await expect(line).toHaveCount(0);
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(line).toBeVisible();

  await line.click();
  await page.getByLabel(/^Status of the message/).selectOption('spam');
  await told(page, 'Moved to Spam');
  await expect(page.getByText('No messages yet.')).toBeVisible();
  await page.getByLabel('Show', { exact: true }).selectOption('spam');
  await expect(line).toBeVisible();
  await page.getByLabel('Search messages').fill('nothing like it');
  await expect(page.getByText('Nothing found for “nothing like it”.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search All Messages' })).toBeVisible();
  await page.getByLabel('Search messages').fill('second LINE');
  await expect(line).toBeVisible();

  await line.click();
  await page.getByRole('button', { name: /^Delete the message/ }).click();
  await told(page, 'Message deleted.');
  await expect(line).toHaveCount(0);
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await told(page, 'Message restored.');
  await expect(line).toBeVisible();
});

test('a message that comes in is offered, and what a colleague does to it shows at once', async ({
  page,
}) => {
  const client = createClient(server.url, server.serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
  const message = { name: 'Farah', email: 'farah@example.org', subject: 'Late', message: 'Hello' };
  await signIn(page);
  await page.goto(`${server.url}/admin/messages`);
  await page.getByLabel('Show', { exact: true }).selectOption('spam');
  await expect(page.getByRole('button', { name: /^Zulekha/ })).toBeVisible();
  sure(await client.from('messages').insert(message));
  const line = page.getByRole('button', { name: /^Farah/ });
  const show = page.getByRole('button', { name: 'Show 1 new message' });
  await expect(show).toBeVisible();
  await expect(line).toHaveCount(0);
  await expect(sidebar(page).locator('[data-new-count]')).toHaveText(/1/);
  await show.click();
  await expect(line).toContainText('New');
  await expect(show).toHaveCount(0);
  sure(await client.from('messages').update({ status: 'answered' }).eq('name', 'Farah'));
  await expect(line).toContainText('Answered');
  await expect(sidebar(page).locator('[data-new-count]')).toHaveCount(0);
  sure(await client.from('messages').delete().eq('name', 'Farah'));
  await expect(line).toHaveCount(0);
});

test('a mail that is refused is shown with the reason; it is tried again, and another is discarded', async ({
  page,
}) => {
  const taken = mail.taken.length;
  mail.answers = Array.from({ length: 2 }, () => ({ code: 550, text: 'No such mailbox' }));
  await signIn(page);
  await page.goto(`${server.url}/admin/mail`);
  await expect(page.getByText('office@umeed.example')).toBeVisible();
  await expect(page.getByText('Nothing failed in the last 30 days.')).toBeVisible();
  for (const name of ['bilal', 'chand']) {
    await page.getByLabel('Address').fill(`${name}@example.org`);
    await page.getByRole('button', { name: 'Send Test Mail' }).click();
    await expect(page.locator(`[data-mail]`).filter({ hasText: `To ${name}@example.org` })).toContainText(
      '550 No such mailbox',
    );
  }
  await expect(page.getByText('The test mail could not be sent.')).toBeVisible();
  await holdsUp(page);
  await page.getByRole('button', { name: 'Try Again: the mail to bilal@example.org' }).click();
  await told(page, 'It will be sent in a moment.');
  await expect.poll(() => mail.taken.length).toBe(taken + 1);
  await page.getByRole('button', { name: 'Discard the mail to chand@example.org' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await told(page, 'Mail discarded.');
  await expect(page.getByText('Nothing failed in the last 30 days.')).toBeVisible();
  await page.getByLabel('Address').fill('');
  await page.getByRole('button', { name: 'Send Test Mail' }).click();
  await expect(page.getByText(`The mail server took the test mail to ${server.email}.`)).toBeVisible();
});

test('an editor reads the messages, and neither the switches nor the mail are theirs', async ({ page }) => {
  await signIn(page, editor);
  await page.goto(`${server.url}/admin/messages`);
  await page.getByLabel('Show', { exact: true }).selectOption('all');
  await expect(page.getByRole('button', { name: /^Zulekha/ })).toBeVisible();
  await page.goto(`${server.url}/admin/features`);
  await expect(page.getByText(/^Only an owner of this website can change these details/)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Receive contact messages' })).toBeDisabled();
  await expect(page.getByText('amina@example.org')).toHaveCount(0);
  await page.goto(`${server.url}/admin/mail`);
  await expect(page.getByText('Only an owner of this website can see its mail.')).toBeVisible();
});

test('[DON-4] the form of the Donate page is a demonstration until it is switched on', async ({ page }) => {
  const fill = async () => {
    await page.getByLabel('Full name').fill('Amina');
    await page.getByLabel('Email', { exact: true }).fill('amina@example.org');
    await page.getByLabel('Phone').fill('0300 0000000');
    await page.getByLabel('Area of interest').selectOption('Education');
  };
  const form = page.getByRole('form', { name: 'Become a Volunteer' });
  await page.goto(`${server.url}/donate`);
  await hydrated(page);
  await fill();
  await expect(form.getByLabel('City')).toHaveCount(0);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(notice(page)).toContainText('(This is a demo).');

  await signIn(page);
  await page.goto(`${server.url}/admin/features`);
  await page.getByRole('switch', { name: 'Receive Donate-page volunteers' }).check();
  await page.getByRole('button', { name: 'Save Features' }).click();
  await told(page, 'Features saved!');

  await page.goto(`${server.url}/donate`);
  await hydrated(page);
  await fill();
  await form.getByLabel('City').fill('Samundri');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(notice(page)).toContainText('Thank You for Your Interest!');
  await expect(notice(page)).not.toContainText('demo');
});

test('the list of volunteers tells how far staff have got with each', async ({ page }) => {
  await signIn(page);
  await page.goto(`${server.url}/admin/manage-volunteers`);
  const row = page.getByRole('row').filter({ hasText: 'Samundri' });
  await expect(row).toContainText('Education');
  await expect(row.getByRole('link', { name: 'amina@example.org' })).toBeVisible();
  await row.getByLabel('Status of Amina').selectOption('called');
  await told(page, 'Saved');
  await row.getByText('Notes', { exact: true }).click();
  await row.getByLabel('Notes about Amina').fill('Comes on Friday');
  // What was typed waits, whatever becomes of the screen.
  await page.getByLabel('Status', { exact: true }).selectOption('declined');
  await page.getByLabel('Status', { exact: true }).selectOption('');
  await expect(row.getByLabel('Notes about Amina')).toHaveValue('Comes on Friday');
  await page.reload();
  await expect(row.getByLabel('Notes about Amina')).toHaveValue('Comes on Friday');
  await expect(row.getByText('Not saved yet.')).toBeVisible();
  await row.getByRole('button', { name: 'Save Notes' }).click();
  await expect(row.locator('summary')).toHaveText('Comes on Friday');
  await page.getByLabel('Status', { exact: true }).selectOption('declined');
  await expect(page.getByText('Nobody has this status.')).toBeVisible();
  await page.getByLabel('Status', { exact: true }).selectOption('called');
  await expect(row).toBeVisible();
  await holdsUp(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const file = await (await download).createReadStream();
  let text = '';
  for await (const part of file) text += part;
  expect(text).toMatch(/ID,Name,City,Phone,Skills,Submitted At,Email,Interest,Status,Notes\r\n/);
  expect(text).toMatch(/,amina@example\.org,Education,called,Comes on Friday\r\n/);

  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(row).toHaveCount(0);
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row.locator('summary')).toHaveText('Comes on Friday');
  await expect(row.getByRole('link', { name: 'amina@example.org' })).toBeVisible();
});
