import { randomUUID } from 'node:crypto';
import { content, gate, notice, open } from './support/site';
import { staff, sure, withContent } from './support/staff';
import { expect, type Page, test } from './support/test';

const footer = (page: Page) => page.getByRole('contentinfo');
const form = (page: Page) => page.getByRole('form', { name: 'Newsletter' });
const address = () => `visitor-${randomUUID()}@example.org`;

async function subscribe(page: Page, email: string) {
  await form(page).getByLabel('Email address').fill(email);
  await form(page).getByRole('button').click();
}

test('[FTR-1] the footer shows what staff entered, and this year', async ({ page, request }) => {
  const settings = await content(request, 'general_settings');
  const foot = await content(request, 'footer');
  const news = await content(request, 'newsletter_section');
  await open(page, '/');
  await expect(footer(page).getByText(settings.site_name, { exact: true })).toBeVisible();
  await expect(footer(page).locator('img[data-logo]')).toBeVisible();
  await expect(footer(page).getByText(foot.tagline)).toBeVisible();
  await expect(footer(page).locator(`a[href="${foot.website_url}"]`)).toBeVisible();
  const links = footer(page).getByRole('navigation', { name: 'Quick Links' }).getByRole('link');
  await expect(links).toHaveText(foot.quick_links.map((link: { label: string }) => link.label));
  await expect(footer(page).getByRole('heading', { name: 'Quick Links' })).toBeVisible();
  await expect(footer(page).getByRole('heading', { name: 'Newsletter' })).toBeVisible();
  await expect(footer(page).getByText(news.subheading)).toBeVisible();
  await expect(form(page).getByPlaceholder(news.placeholder)).toHaveAttribute('type', 'email');
  await expect(form(page).getByRole('button', { name: news.button_text })).toBeVisible();
  await expect(footer(page).getByRole('heading', { name: 'Follow Us' })).toBeVisible();
  for (const platform of ['facebook', 'instagram', 'twitter']) {
    const icon = footer(page).getByRole('link', { name: new RegExp(platform, 'i') });
    await expect(icon.locator('svg')).toBeVisible();
  }
  await expect(footer(page).getByText(`© ${new Date().getFullYear()} ${settings.site_name}`)).toBeVisible();
});

test('[FTR-3] the links to get involved are a list of their own', async ({ page, request }) => {
  const foot = await content(request, 'footer');
  await open(page, '/');
  const links = footer(page).getByRole('navigation', { name: 'Get Involved' }).getByRole('link');
  await expect(links).toHaveText(foot.get_involved_links.map((link: { label: string }) => link.label));
});

test('[NEWS-1] an empty email is asked for, and nothing is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()));
  await open(page, '/');
  // At once: in the next frame.
  const said = await form(page)
    .getByRole('button')
    .evaluate(async (button: HTMLButtonElement) => {
      button.click();
      await new Promise(requestAnimationFrame);
      return document.querySelector('[data-notice]')?.textContent;
    });
  expect(said).toContain('Please enter your email.');
  await expect(form(page).locator('[data-spinner]')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ has: notice(page) })).toBeVisible();
  expect(sent).toEqual([]);
});

test('[NEWS-2] a new address is stored once, thanked for, and cleared', async ({ page }) => {
  const email = address();
  await open(page, '/');
  await subscribe(page, email);
  await expect(notice(page)).toContainText('Subscribed!');
  await expect(notice(page)).toContainText('Thank you for joining our mailing list.');
  await expect(form(page).getByLabel('Email address')).toHaveValue('');
  const client = await staff();
  expect(sure(await client.from('subscribers').select('email').eq('email', email))).toHaveLength(1);
});

test('[NEWS-3] a repeated address is told so', async ({ page }) => {
  const email = address();
  await open(page, '/');
  await subscribe(page, email);
  await expect(notice(page)).toContainText('Subscribed!');
  await subscribe(page, email);
  await expect(notice(page)).toContainText('You are already subscribed!');
});

test('[NEWS-3] what was said about one address goes when another is typed, and the focus stays', async ({
  page,
}) => {
  const email = address();
  await open(page, '/');
  await subscribe(page, email);
  await expect(notice(page)).toContainText('Subscribed!');
  const field = form(page).getByLabel('Email address');
  await field.focus();
  await page.keyboard.type('n');
  await expect(notice(page)).toHaveCount(0, { timeout: 1000 });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('n');
  // Another notice is not the form's to take away.
  await page
    .getByRole('button', { name: /Urdu|اردو/ })
    .first()
    .click();
  await field.pressSequentially('ew');
  await expect(notice(page)).toContainText('Feature in Progress');
});

test('[NEWS-4] any other error is said in its own words, and the address is kept', async ({ page }) => {
  const email = address();
  await page.route('**/rest/v1/subscribers', route =>
    route.fulfill({ status: 500, json: { code: '53100', message: 'The disk is full' } }),
  );
  await open(page, '/');
  await subscribe(page, email);
  await expect(notice(page)).toContainText('Subscription failed.');
  await expect(notice(page)).toContainText('The disk is full');
  await expect(form(page).getByLabel('Email address')).toHaveValue(email);
});

test('[NEWS-4] a lost connection is an error like any other', async ({ page, context }) => {
  await open(page, '/');
  await context.setOffline(true);
  await subscribe(page, address());
  await expect(notice(page)).toContainText('Subscription failed.');
  await expect(notice(page)).toContainText('We could not reach our server.');
});

test('[NEWS-5] while it is sent, field and button rest and a spinner shows; it is sent once', async ({
  page,
}) => {
  let count = 0;
  const sending = gate();
  await page.route('**/rest/v1/subscribers', async route => {
    count += 1;
    await sending.opened;
    await route.continue();
  });
  await open(page, '/');
  await subscribe(page, address());
  await expect(form(page).getByLabel('Email address')).toBeDisabled();
  await expect(form(page).getByRole('button')).toBeDisabled();
  await expect(form(page).locator('[data-spinner]')).toBeVisible();
  sending.open();
  await expect(notice(page)).toContainText('Subscribed!');
  await expect(form(page).getByRole('button')).toBeEnabled();
  await expect(form(page).locator('[data-spinner]')).toHaveCount(0);
  expect(count).toBe(1);
});

test('a robot that fills every field is not thanked, and nothing is stored; a person goes on', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()));
  await open(page, '/');
  await form(page)
    .locator('[name="leave_empty"]')
    .evaluate((field: HTMLInputElement) => {
      field.value = 'https://spam.example';
    });
  const email = address();
  await subscribe(page, email);
  await expect(notice(page)).toContainText('Not sent yet');
  await expect(form(page).getByLabel('Email address')).toHaveValue(email);
  expect(sent).toEqual([]);
  await form(page).getByRole('button').click();
  await expect(notice(page)).toContainText('Subscribed!');
  expect(sent).toHaveLength(1);
});

test('[NEWS-5] the focus stays in the form', async ({ page }) => {
  await open(page, '/');
  const field = form(page).getByLabel('Email address');
  await field.fill(address());
  await field.press('Enter');
  await expect(notice(page)).toContainText('Subscribed!');
  await expect(field).toBeFocused();
  await field.fill(address());
  // Held until it was seen that the form waits, however fast the server is.
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route('**/rest/v1/subscribers*', async route => {
    await held;
    await route.continue();
  });
  await form(page).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(field).toBeDisabled();
  answer();
  await expect(field).toBeEnabled();
  await expect(form(page).getByRole('button')).toBeFocused();
});

test('[FTR-1] links are written as people write them, twice if need be, and every network has its mark', async ({
  page,
}) => {
  const said: string[] = [];
  page.on('console', message => message.type() === 'error' && said.push(message.text()));
  const platforms = ['Facebook', 'Instagram', 'Twitter', 'TikTok', 'WhatsApp', 'YouTube', 'LinkedIn'];
  const changed = {
    website_url: 'www.example.org/x',
    quick_links: [
      { label: 'Same', url: 'www.example.org/a' },
      { label: 'Same', url: 'www.example.org/a' },
    ],
    social_links: [...platforms, 'Mastodon'].map(platform => ({ platform, url: 'example.org/us' })),
  };
  await withContent(
    'footer',
    content => ({ ...content, ...changed }),
    async () => {
      await open(page, '/');
      await expect(footer(page).getByRole('link', { name: 'example.org/x' })).toHaveAttribute(
        'href',
        'https://www.example.org/x',
      );
      const links = footer(page).getByRole('navigation', { name: 'Quick Links' }).getByRole('link');
      await expect(links).toHaveText(['Same', 'Same']);
      for (const link of await links.all())
        await expect(link).toHaveAttribute('href', 'https://www.example.org/a');
      const mark = (name: string) => footer(page).getByRole('link', { name }).locator('svg');
      const plain = await mark('Mastodon').innerHTML();
      for (const name of platforms) expect(await mark(name).innerHTML(), name).not.toBe(plain);
      expect(said).toEqual([]);
    },
  );
});
