import { content, notice, open } from './support/site';
import { withContent } from './support/staff';
import { expect, test } from './support/test';

const grouped = (iban: string) => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');

test('[DON-1] the bank card lists the six fields', async ({ page, request }) => {
  const bank = await content(request, 'donation_details');
  await open(page, '/donate');
  await expect(page.getByRole('heading', { name: 'Donation Options' })).toBeVisible();
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Bank Transfer' }) });
  for (const [label, value] of [
    ['Bank name', bank.bank_name],
    ['Account title', bank.account_title],
    ['Account number', bank.account_number],
    ['IBAN', grouped(bank.iban)],
    ['Swift code', bank.swift_code],
    ['Branch address', bank.branch_address],
  ]) {
    await expect(card.getByText(label, { exact: true })).toBeVisible();
    await expect(card.getByText(value, { exact: true })).toBeVisible();
  }
});

test('[DON-1] the IBAN is read in fours and copied bare', async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { iban } = await content(request, 'donation_details');
  await open(page, '/donate');
  await page.getByRole('button', { name: 'Copy IBAN' }).click();
  await expect(notice(page)).toContainText('IBAN copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(iban.replace(/\s/g, ''));
});

test('[DON-2] the online card is there when it is switched on, and only says that it is to come', async ({
  page,
}) => {
  await withContent(
    'donation_details',
    bank => ({ ...bank, online_donations_enabled: true }),
    async () => {
      await open(page, '/donate');
      const card = page.getByRole('article').filter({
        has: page.getByRole('heading', { name: 'Online Donation' }),
      });
      await card.getByRole('button').click();
      await expect(notice(page)).toContainText('Coming Soon');
      await expect(notice(page)).toContainText('payment gateway');
    },
  );
});

test('[DON-2] the gateway key is never in the page', async ({ request }) => {
  expect(await (await request.get('/donate')).text()).not.toContain('payment_gateway_api_key');
  expect(await (await request.get('/page-data/donate')).text()).not.toContain('payment_gateway_api_key');
});

test('[CON-1] how to reach the foundation, and a map', async ({ page, request }) => {
  await page.route(/openstreetmap|google/, route => route.fulfill({ contentType: 'text/html', body: 'map' }));
  const contact = await content(request, 'contact');
  await open(page, '/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(contact.heading);
  await expect(page.getByText(contact.subheading)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Head Office' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(contact.address);
  await expect(page.getByRole('link', { name: contact.email })).toHaveAttribute(
    'href',
    `mailto:${contact.email}`,
  );
  for (const phone of contact.phones) {
    await expect(page.getByRole('link', { name: phone })).toHaveAttribute('href', /^tel:\+?\d+$/);
  }
  const map = page.locator('main iframe');
  await expect(map).toHaveAttribute('src', contact.map_url);
  await expect(map).toHaveAttribute('loading', 'lazy');
  await expect(page.getByRole('link', { name: 'Open the map' })).toBeVisible();
});
