// The screens that edit a page's words. Refusals are the server's own: a text too long, a document that is not there.
import { content, gate } from '../support/site';
import { withContent, withoutContent } from '../support/staff';
import { allow, choosePicture, expect, refuse, test, told } from './desk';

const same = (document: Record<string, unknown>) => document;

test('[AHOM-1] the homepage is edited field by field, and visitors see it', async ({ page, request }) => {
  await withContent('homepage', same, async () => {
    await page.goto('/admin/manage-homepage');
    const words: Record<string, string> = {
      Heading: 'A new heading',
      Subheading: 'A new subheading',
      'Button 1 text': 'Give',
      'Button 2 text': 'Help',
      'Button 3 text': 'Look',
      'Summary heading': 'A new summary',
      'Summary text': 'What we did in one paragraph.',
      'Our work heading': 'A new hospital',
    };
    for (const [label, text] of Object.entries(words))
      await page.getByLabel(label, { exact: true }).fill(text);
    await expect(page.getByText(/Not saved yet/)).toBeVisible();
    await choosePicture(page, page.getByRole('main'), 'Background image', 'hero picture.png');
    await told(page, 'Image uploaded!', "Don't forget to save your changes.");
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await told(page, 'Content saved!', 'Your homepage has been updated successfully.');
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();

    const stored = await content(request, 'homepage');
    expect(stored.hero.image_url).toMatch(
      /^\/storage\/v1\/object\/public\/website_images\/hero\/\d+-hero%20picture\.png$/,
    );
    await page.goto('/');
    for (const text of Object.values(words)) await expect(page.getByText(text).first()).toBeVisible();
  });
});

test('[AHOM-1] Save Changes is disabled while saving and while uploading', async ({ page }) => {
  await withContent('homepage', same, async () => {
    await page.goto('/admin/manage-homepage');
    const button = page.getByRole('button', { name: 'Save Changes' });
    const uploading = gate();
    await page.route('**/storage/v1/object/**', async route => {
      if (route.request().method() === 'POST') await uploading.opened;
      await route.continue();
    });
    await choosePicture(page, page.getByRole('main'), 'Background image');
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(button).toBeDisabled();
    uploading.open();
    await told(page, 'Image uploaded!');
    await expect(button).toBeEnabled();
    const saving = gate();
    await page.route('**/rest/v1/website_content**', async route => {
      if (route.request().method() === 'PATCH') await saving.opened;
      await route.continue();
    });
    await button.click();
    await expect(button).toBeDisabled();
    saving.open();
    await told(page, 'Content saved!');
    await expect(button).toBeEnabled();
  });
});

test('[AHOM-2] failures to load, to save and to upload', async ({ page }) => {
  await withoutContent('homepage', async () => {
    await page.goto('/admin/manage-homepage');
    await told(page, 'Failed to load content', 'Cannot coerce the result to a single JSON object');
    await expect(page.getByText('Content could not be loaded.')).toBeVisible();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Heading', { exact: true }).fill('x'.repeat(501));
  await expect(page.getByText(/501 characters long; at most 500/)).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await told(page, 'Failed to save content', 'Heading is longer than 500 characters');
  await expect(page.getByLabel('Heading', { exact: true })).toHaveValue('x'.repeat(501));
  await refuse(page, 'POST', '/storage/v1/object/', 'The object exceeded the maximum allowed size');
  await choosePicture(page, page.getByRole('main'), 'Background image');
  await told(page, 'Upload failed', /too large/);
});

test('[ADON-1] bank details are edited, doubted kindly, and shown', async ({ page }) => {
  await withContent('donation_details', same, async () => {
    await page.goto('/admin/manage-donations');
    const words: Record<string, string> = {
      'Bank name': 'New Bank',
      'Account title': 'New Title',
      'Account number': '0011223344',
      'Swift code': 'SCBLPKKX',
      'Branch address': 'New Branch, Faisalabad',
    };
    for (const [label, text] of Object.entries(words))
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByLabel('IBAN').fill('PK36SCBL0000001123456703');
    await expect(page.getByText(/check digits do not fit/)).toBeVisible();
    await page.getByLabel('IBAN').fill('PK36 SCBL 0000 0011 2345 6702');
    await expect(page.getByText(/check digits do not fit/)).toHaveCount(0);

    const toggle = page.getByRole('switch', { name: 'Enable online donations' });
    const key = page.getByLabel('Payment gateway API key');
    await expect(page.getByText(/future integration/)).toBeVisible();
    await toggle.uncheck();
    await expect(key).toBeDisabled();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await told(page, 'Donation details saved!');
    await page.goto('/donate');
    await expect(page.getByText('New Bank')).toBeVisible();
    await expect(page.getByText('PK36 SCBL 0000 0011 2345 6702')).toBeVisible();
    await expect(page.getByText('Online Donation', { exact: true })).toHaveCount(0);

    await page.goto('/admin/manage-donations');
    await toggle.check();
    await expect(key).toBeEnabled();
    await key.fill('secret-key');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await told(page, 'Donation details saved!');
    const html = await (await page.request.get('/donate')).text();
    expect(html).not.toContain('secret-key');
  });
});

test('[ADON-1] donation details that cannot be loaded or saved', async ({ page }) => {
  await withoutContent('donation_details', async () => {
    await page.goto('/admin/manage-donations');
    await told(page, 'Failed to load donation details', /Cannot coerce/);
    await expect(
      page.getByText('Donation details could not be loaded. Please try again later.'),
    ).toBeVisible();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Bank name').fill('x'.repeat(501));
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await told(page, 'Failed to save details', 'Bank name is longer than 500 characters');
});

test('[ACON-1] contact and footer are edited and saved apart', async ({ page, request }) => {
  await withContent('contact', same, async () => {
    await withContent('footer', same, async () => {
      await page.goto('/admin/manage-contact-footer');
      await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
      await expect(page.getByLabel('Map URL')).toHaveAttribute('type', 'url');
      await expect(page.getByLabel('Website URL')).toHaveAttribute('type', 'url');

      await page.getByLabel('Heading', { exact: true }).fill('Write to us');
      await page.getByLabel('Subheading').fill('We answer within a day');
      await page.getByLabel('Address', { exact: true }).fill('12 New Street');
      await page.getByLabel('Email').fill('new@umeed.example');
      const phones = page.getByRole('group', { name: 'Phone numbers' });
      const before = await phones.getByRole('listitem').count();
      await phones.getByRole('button', { name: 'Add Phone Number' }).click();
      const added = page.getByLabel(`phone number ${before + 1}`, { exact: true });
      await expect(added).toBeFocused();
      await added.fill('+92 41 111 2222');
      await phones.getByRole('button', { name: 'Remove phone number 1' }).click();
      await page.getByRole('button', { name: 'Save Contact Content' }).click();
      await told(page, 'Contact content saved!');

      await page.getByLabel('Tagline').fill('Hope for all');
      await page.getByLabel('Website URL').fill('https://new.umeed.example');
      const quick = page.getByRole('group', { name: 'Quick links' });
      await quick.getByRole('button', { name: 'Remove quick link 1' }).click();
      await quick.getByRole('button', { name: 'Add Quick Link' }).click();
      const involved = page.getByRole('group', { name: 'Get involved links' });
      await involved.getByRole('button', { name: 'Add Get Involved Link' }).click();
      await page.getByRole('button', { name: 'Save Footer Content' }).click();
      await told(page, 'Footer content saved!');

      const contact = await content(request, 'contact');
      expect(contact.phones.at(-1)).toBe('+92 41 111 2222');
      expect(contact.phones).toHaveLength(before);
      const footer = await content(request, 'footer');
      expect(footer.quick_links.at(-1)).toEqual({ label: 'New Link', url: '/' });
      expect(footer.get_involved_links.at(-1)).toEqual({ label: 'New Link', url: '/' });
      expect(footer.social_links.length).toBeGreaterThan(0);

      await page.goto('/contact');
      for (const text of [
        'Write to us',
        '12 New Street',
        'new@umeed.example',
        '+92 41 111 2222',
        'Hope for all',
      ])
        await expect(page.getByText(text).first()).toBeVisible();
    });
  });
});

test('[ACON-1] the four failures of contact and footer', async ({ page }) => {
  await withoutContent('contact', async () => {
    await page.goto('/admin/manage-contact-footer');
    await told(page, 'Failed to load contact content', /Cannot coerce/);
  });
  await withoutContent('footer', async () => {
    await page.goto('/admin/manage-contact-footer');
    await told(page, 'Failed to load footer content', /Cannot coerce/);
  });
  await page.goto('/admin/manage-contact-footer');
  await page.getByLabel('Heading', { exact: true }).fill('x'.repeat(501));
  await page.getByRole('button', { name: 'Save Contact Content' }).click();
  await told(page, 'Failed to save contact content', /longer than 500 characters/);
  await page.getByRole('button', { name: 'Add Quick Link' }).click();
  await page
    .getByRole('group', { name: 'Quick links' })
    .getByRole('textbox')
    .last()
    .fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save Footer Content' }).click();
  await told(page, 'Failed to save footer content', /must be a web address/);
});

test('[ASET-1] name, marks and social links are saved by one button', async ({ page, request }) => {
  await withContent('general_settings', same, async () => {
    await withContent('footer', same, async () => {
      await page.goto('/admin/manage-settings');
      await page.getByLabel('Site name').fill('Hope House');
      const main = page.getByRole('main');
      const logo = await choosePicture(page, main, 'Logo', 'logo.png');
      await told(page, 'Image uploaded!', "Don't forget to save.");
      await expect(logo.locator('input[type=file]')).toHaveAttribute('accept', 'image/*');
      const favicon = main.getByRole('group', { name: 'Favicon', exact: true });
      const accept = (await favicon.locator('input[type=file]').getAttribute('accept')) ?? '';
      for (const kind of ['image/x-icon', 'image/png', 'image/svg+xml']) expect(accept).toContain(kind);
      await favicon.locator('input[type=file]').setInputFiles({
        name: 'mark.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
        ),
      });
      await expect(favicon.locator('img')).toHaveAttribute('src', /\/favicon\/\d+-mark\.svg$/);
      const social = page.getByRole('group', { name: 'Links' });
      const before = await social.getByRole('listitem').count();
      await social.getByRole('button', { name: 'Remove social link 2' }).click();
      await social.getByRole('button', { name: 'Add Social Link' }).click();
      await expect(page.getByLabel(`Platform of social link ${before}`, { exact: true })).toHaveValue(
        'Facebook',
      );
      await expect(page.getByLabel(`URL of social link ${before}`, { exact: true })).toHaveValue(
        'https://facebook.com',
      );
      await page.getByRole('button', { name: 'Save All Settings' }).click();
      await told(page, 'Settings saved successfully!');

      const settings = await content(request, 'general_settings');
      expect(settings).toMatchObject({ site_name: 'Hope House' });
      expect(settings.logo_url).toMatch(/website_images\/logo\/\d+-logo\.png$/);
      expect(settings.favicon_url).toMatch(/website_images\/favicon\/\d+-mark\.svg$/);
      const footer = await content(request, 'footer');
      expect(footer.social_links.at(-1)).toEqual({ platform: 'Facebook', url: 'https://facebook.com' });
      expect(footer.tagline).toBeTruthy();
      await page.goto('/');
      await expect(page).toHaveTitle(/Hope House/);
    });
  });
});

test('[ASET-1] the failures of the settings', async ({ page }) => {
  await withoutContent('general_settings', async () => {
    await page.goto('/admin/manage-settings');
    await told(page, 'Failed to load settings', /Cannot coerce/);
  });
  await withoutContent('footer', async () => {
    await page.goto('/admin/manage-settings');
    await told(page, 'Failed to load footer for social links', /Cannot coerce/);
  });
  await page.goto('/admin/manage-settings');
  await page.getByLabel('Site name').fill('x'.repeat(501));
  const button = page.getByRole('button', { name: 'Save All Settings' });
  await button.click();
  await told(page, 'Failed to save settings', /longer than 500 characters/);
  await refuse(page, 'POST', '/storage/v1/object/');
  await choosePicture(page, page.getByRole('main'), 'Logo');
  await told(page, 'Upload failed', 'the database said no');
  await allow(page);
  await expect(button).toBeEnabled();
});
