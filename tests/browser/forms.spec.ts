import { randomUUID } from 'node:crypto';
import { gate, notice, open } from './support/site';
import { staff, sure } from './support/staff';
import { expect, type Page, type Route, test } from './support/test';

const posts = (page: Page) => {
  const sent: string[] = [];
  page.on('request', request => request.method() !== 'GET' && sent.push(request.url()));
  return sent;
};

test.describe('the volunteer page', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'Volunteer application' });

  async function fill(page: Page, name: string) {
    await form(page).getByLabel('Full name').fill(name);
    await form(page).getByLabel('City').fill('Faisalabad');
    await form(page).getByLabel('Phone').fill('0300 0000000');
    await form(page).getByLabel('Skills').fill('Teaching, اردو');
  }

  test('[VOL-1] hero, three benefits and the form', async ({ page }) => {
    await open(page, '/volunteer');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main li')).toHaveCount(3);
    for (const label of ['Full name', 'City', 'Phone']) {
      await expect(form(page).getByLabel(label)).toHaveAttribute('required');
    }
    await expect(form(page).getByLabel('Phone')).toHaveAttribute('type', 'tel');
    const skills = form(page).getByLabel('Skills');
    await expect(skills).not.toHaveAttribute('required');
    await expect(skills).toHaveAttribute('placeholder', 'e.g., Medical, Teaching, Event Management');
  });

  test('[VOL-1] what is missing is asked for before anything is sent', async ({ page }) => {
    const sent = posts(page);
    await open(page, '/volunteer');
    await form(page).getByRole('button').click();
    await expect(form(page).getByLabel('Full name')).toBeFocused();
    expect(sent).toEqual([]);
  });

  test('[VOL-1] a field of white space only is asked for again', async ({ page }) => {
    const sent = posts(page);
    await open(page, '/volunteer');
    await fill(page, 'A visitor');
    await form(page).getByLabel('City').fill('   ');
    await form(page).getByRole('button').click();
    await expect(form(page).getByLabel('City')).toBeFocused();
    const said = (label: string) =>
      form(page)
        .getByLabel(label)
        .evaluate((field: HTMLInputElement) => field.validationMessage);
    expect(await said('City')).toBe('Please fill in this field.');
    await expect(notice(page)).toHaveCount(0);
    expect(sent).toEqual([]);
    await form(page).getByLabel('City').pressSequentially('Lahore');
    expect(await said('City')).toBe('');
  });

  test('a hidden field that a browser filled in loses nobody their application', async ({ page }) => {
    const name = `Autofilled ${randomUUID()}`;
    const sent = posts(page);
    await open(page, '/volunteer');
    await fill(page, name);
    await form(page)
      .locator('[name="leave_empty"]')
      .evaluate((field: HTMLInputElement) => {
        field.value = 'https://example.org';
      });
    await form(page).getByRole('button').click();
    await expect(notice(page)).toContainText('Not sent yet');
    await expect(form(page).getByLabel('Full name')).toHaveValue(name);
    expect(sent).toEqual([]);
    await form(page).getByRole('button').click();
    await expect(notice(page)).toContainText('Thank You!');
    const client = await staff();
    expect(sure(await client.from('volunteers').delete().eq('name', name).select('id'))).toHaveLength(1);
  });

  test('[VOL-2] one row is stored, thanks are said, and the form is empty again', async ({ page }) => {
    const name = `Visitor ${randomUUID()}`;
    const sent = posts(page);
    const sending = gate();
    await page.route('**/rest/v1/volunteers', async route => {
      await sending.opened;
      await route.continue();
    });
    await open(page, '/volunteer');
    await fill(page, name);
    const button = form(page).getByRole('button', { name: /Send application/ });
    await button.dblclick();
    await expect(button).toBeDisabled();
    await expect(button.locator('[data-spinner]')).toBeVisible();
    sending.open();
    await expect(notice(page)).toContainText('Thank You!');
    await expect(notice(page)).toContainText(
      'Your volunteer application has been received. We will contact you shortly.',
    );
    for (const label of ['Full name', 'City', 'Phone', 'Skills']) {
      await expect(form(page).getByLabel(label)).toHaveValue('');
    }
    await expect(button).toBeEnabled();
    expect(sent).toHaveLength(1);
    const client = await staff();
    const rows = sure(await client.from('volunteers').select('name,city,phone,skills').eq('name', name));
    expect(rows).toEqual([{ name, city: 'Faisalabad', phone: '0300 0000000', skills: 'Teaching, اردو' }]);
    sure(await client.from('volunteers').delete().eq('name', name));
  });

  test('[VOL-3] a failure keeps what was typed', async ({ page, context }) => {
    await open(page, '/volunteer');
    await fill(page, 'Kept');
    await context.setOffline(true);
    await form(page).getByRole('button').click();
    await expect(notice(page)).toContainText('Submission Failed');
    await expect(page.getByRole('alert').filter({ has: notice(page) })).toBeVisible();
    await expect(form(page).getByLabel('Full name')).toHaveValue('Kept');
    await expect(form(page).getByLabel('Skills')).toHaveValue('Teaching, اردو');
    await expect(form(page).getByRole('button')).toBeEnabled();
  });

  test('[VOL-3] a busy server is said so, with when to try again', async ({ page }) => {
    await page.route('**/rest/v1/volunteers', route =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '30' },
        json: { message: 'Too many requests' },
      }),
    );
    await open(page, '/volunteer');
    await fill(page, 'Kept');
    await form(page).getByRole('button').click();
    await expect(notice(page)).toContainText('Submission Failed');
    await expect(notice(page)).toContainText('try again in 30 seconds');
  });
});

test.describe('the proof of work behind a form', () => {
  const form = (page: Page) => page.getByRole('form', { name: 'Volunteer application' });
  const sendName = async (page: Page, name: string) => {
    await form(page).getByLabel('Full name').fill(name);
    await form(page).getByLabel('City').fill('Faisalabad');
    await form(page).getByLabel('Phone').fill('0300 0000000');
    await form(page).getByRole('button').click();
  };
  const sendings = (page: Page) => {
    const seen: (string | undefined)[] = [];
    page.on('request', sent => {
      if (sent.method() === 'POST' && sent.url().endsWith('/rest/v1/volunteers'))
        seen.push(sent.headers()['form-proof']);
    });
    return seen;
  };
  const stored = async (name: string) => {
    const client = await staff();
    const rows = sure(await client.from('volunteers').select('id').eq('name', name));
    sure(await client.from('volunteers').delete().eq('name', name));
    return rows?.length;
  };

  test('is solved while people type, and goes along once', async ({ page }) => {
    const seen = sendings(page);
    const asked: string[] = [];
    page.on('request', sent => sent.url().includes('form_challenge') && asked.push(sent.url()));
    await open(page, '/volunteer');
    expect(asked).toEqual([]);
    const challenge = page.waitForResponse(answer => answer.url().includes('form_challenge'));
    await form(page).getByLabel('Full name').focus();
    expect((await challenge).status()).toBe(200);
    const name = `Proven ${randomUUID()}`;
    await sendName(page, name);
    await expect(notice(page)).toContainText('Thank You!');
    expect(seen).toEqual([expect.stringMatching(/^volunteers\.\d+\.1\d\.[\w-]+\.[\w-]{22}:\d+(,\d+){15}$/)]);
    expect(asked).toHaveLength(1);
    expect(await stored(name)).toBe(1);
  });

  for (const [what, road, answer] of [
    ['the challenge is refused', '**/rpc/form_challenge*', (route: Route) => route.abort()],
    ['the part that solves it is refused', '**/assets/proof-*', (route: Route) => route.abort()],
    ['the part that solves it never comes', '**/assets/proof-*', () => {}],
  ] as const) {
    test(`where ${what}, the form is sent without`, async ({ page }) => {
      const seen = sendings(page);
      await page.route(road, answer);
      await open(page, '/volunteer');
      const name = `Plain ${randomUUID()}`;
      await sendName(page, name);
      await expect(notice(page)).toContainText('Thank You!', { timeout: 15_000 });
      expect(seen).toEqual([undefined]);
      expect(await stored(name)).toBe(1);
    });
  }

  test('that has become too easy or too old is made once more, unseen', async ({ page }) => {
    const seen = sendings(page);
    await page.route(
      '**/rest/v1/volunteers',
      route =>
        route.fulfill({ status: 429, headers: { 'Retry-After': '600' }, json: { code: 'form_limit' } }),
      { times: 1 },
    );
    await open(page, '/volunteer');
    const name = `Again ${randomUUID()}`;
    await sendName(page, name);
    // Two proofs, and how long one takes is a matter of luck.
    await expect(notice(page)).toContainText('Thank You!', { timeout: 15_000 });
    expect(new Set(seen).size).toBe(2);
    expect(await stored(name)).toBe(1);
  });

  test('[VOL-3] a form that takes no more says why and for how long', async ({ page }) => {
    const message = 'Too many applications were sent from your network. Please try again in 12 minutes.';
    await page.route('**/rest/v1/volunteers', route =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '720' },
        json: { code: 'form_limit', message },
      }),
    );
    await open(page, '/volunteer');
    await sendName(page, 'Kept');
    await expect(notice(page)).toContainText('Submission Failed');
    await expect(notice(page)).toContainText(message);
    await expect(form(page).getByLabel('Full name')).toHaveValue('Kept');
  });
});

test.describe('the form beside the bank details', () => {
  test('[DON-4] thanks, resets, and sends nothing', async ({ page }) => {
    const sent = posts(page);
    await open(page, '/donate');
    const form = page.getByRole('form', { name: 'Become a Volunteer' });
    await expect(page.getByRole('heading', { name: 'Become a Volunteer' })).toBeVisible();
    for (const label of ['Full name', 'Email', 'Phone']) {
      await expect(form.getByLabel(label)).toHaveAttribute('required');
    }
    await expect(form.getByRole('combobox').getByRole('option')).toHaveText([
      'Health Program',
      'Education',
      'Dastarkhawan / Ration Drive',
      'Event Management',
      'General Support',
    ]);
    await form.getByLabel('Full name').fill('A visitor');
    await form.getByLabel('Email').fill('visitor@example.org');
    await form.getByLabel('Phone').fill('0300 0000000');
    await form.getByRole('combobox').selectOption('Event Management');
    await form.getByRole('button').click();
    await expect(notice(page)).toContainText('Thank You for Your Interest!');
    await expect(notice(page)).toContainText(
      'Your volunteer application has been received. We will contact you shortly. (This is a demo).',
    );
    await expect(form.getByLabel('Full name')).toHaveValue('');
    await expect(form.getByRole('combobox')).toHaveValue('Health Program');
    expect(sent).toEqual([]);
  });
});

test.describe('the contact form', () => {
  test('[CON-2] asks for everything, thanks, resets, and sends nothing', async ({ page }) => {
    const sent = posts(page);
    await open(page, '/contact');
    await expect(page.getByRole('heading', { name: 'Send Us a Message' })).toBeVisible();
    const form = page.getByRole('form', { name: 'Contact form' });
    const fields = {
      Name: 'A visitor',
      Email: 'visitor@example.org',
      Subject: 'A question',
      Message: 'Hello',
    };
    for (const label of Object.keys(fields)) {
      await expect(form.getByLabel(label)).toHaveAttribute('required');
    }
    await expect(page.getByLabel('Message')).toHaveCount(1);
    await expect(form.getByLabel('Message')).toHaveAttribute('rows', '5');
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value);
    await form.getByRole('button').click();
    await expect(notice(page)).toContainText('Message Sent!');
    await expect(notice(page)).toContainText(
      'Thank you for your message. We will get back to you soon. (This is a demo and no data was sent).',
    );
    for (const label of Object.keys(fields)) await expect(form.getByLabel(label)).toHaveValue('');
    expect(sent).toEqual([]);
  });

  test('[CON-2] white space is no message', async ({ page }) => {
    await open(page, '/contact');
    const form = page.getByRole('form', { name: 'Contact form' });
    for (const label of ['Name', 'Subject', 'Message']) await form.getByLabel(label).fill(' \t ');
    await form.getByLabel('Email').fill('visitor@example.org');
    await form.getByRole('button').click();
    await expect(form.getByLabel('Name')).toBeFocused();
    await expect(notice(page)).toHaveCount(0);
  });
});
