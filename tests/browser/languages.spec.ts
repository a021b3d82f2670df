// The whole public site from right to left in a made-up language: nothing sticks out, and no text is left in English.
import { overflow, speakPseudo, untranslated } from './support/pseudo';
import { desktop, hydrated, notice, paths, phone } from './support/site';
import { withContent } from './support/staff';
import { expect, type Page, test } from './support/test';

const withoutMaps = (page: Page) =>
  page.route(/openstreetmap\.org|google\.com/, route =>
    route.fulfill({ contentType: 'text/html', body: 'map' }),
  );

for (const path of [...paths, '/no/such/page']) {
  test(`${path} in another language, from right to left`, async ({ page }) => {
    await withoutMaps(page);
    await speakPseudo(page);
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await page.goto(path);
      await hydrated(page);
      await expect(page.locator('h1')).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      expect(await untranslated(page), `at ${viewport.width} px`).toEqual([]);
      expect(await overflow(page), `at ${viewport.width} px`).toBeLessThanOrEqual(0);
    }
  });
}

test('menus, notices, the overlay and empty pages in another language', async ({ page }) => {
  await speakPseudo(page);
  await page.setViewportSize(phone);
  await page.goto('/blog');
  await page
    .getByRole('button', { name: /Réád Móré/ })
    .first()
    .click();
  await expect(notice(page)).toBeVisible();
  await page.getByRole('button', { name: /Ópéñ méñú/ }).click();
  await page.getByRole('button', { name: /Óúr Wórk/ }).click();
  expect(await untranslated(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.goto('/gallery');
  await page.locator('main li a').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await untranslated(page)).toEqual([]);
  await withContent(
    'donation_details',
    () => ({ online_donations_enabled: true }),
    async () => {
      await page.goto('/donate');
      await expect(page.locator('h1')).toBeVisible();
      expect(await untranslated(page)).toEqual([]);
    },
  );
});

test('the overlay goes forward with the left arrow where reading goes to the left', async ({ page }) => {
  await speakPseudo(page);
  await page.goto('/gallery');
  await page.locator('main li a').first().click();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog')).toContainText('2');
});

const urdu = 'صحت سب کے لیے';

test('an Urdu heading is drawn in an Urdu face, from right to left', async ({ page, context }) => {
  await withContent(
    'homepage',
    home => ({ ...home, hero: { ...(home.hero as object), heading: urdu } }),
    async () => {
      await page.goto('/');
      const heading = page.getByRole('heading', { level: 1, name: urdu });
      await expect(heading).toHaveAttribute('dir', 'auto');
      await expect(heading).toHaveCSS('direction', 'rtl');
      await expect(heading).toHaveCSS('letter-spacing', /^(0px|normal)$/);

      // Which faces the letters really came from, and that something was drawn.
      const client = await context.newCDPSession(page);
      await client.send('DOM.enable');
      await client.send('CSS.enable');
      const { root } = await client.send('DOM.getDocument');
      const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
      const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId });
      const letters = fonts.filter(font => font.familyName !== 'Fraunces'); // which draws the spaces
      expect(letters.reduce((sum, font) => sum + font.glyphCount, 0)).toBeGreaterThanOrEqual(5);
      const drawn = await page.locator('h1').screenshot();
      await page.locator('h1').evaluate((element: HTMLElement) => {
        element.style.color = 'transparent';
      });
      const empty = await page.locator('h1').screenshot();
      expect(drawn.length).toBeGreaterThan(empty.length * 1.3);
    },
  );
});

test('each paragraph staff wrote finds its own direction', async ({ page }) => {
  await withContent(
    'about',
    about => ({ ...about, vision_text: `<p>English first</p><p>${urdu}</p><ul><li>${urdu}</li></ul>` }),
    async () => {
      await page.goto('/about');
      await expect(page.getByText('English first')).toHaveCSS('direction', 'ltr');
      await expect(page.locator('p', { hasText: urdu })).toHaveCSS('direction', 'rtl');
      await expect(page.locator('li', { hasText: urdu })).toHaveCSS('direction', 'rtl');
    },
  );
});

test('what visitors type in Urdu reads in the right order', async ({ page }) => {
  await page.goto('/volunteer');
  const field = page.getByLabel('Full name');
  await field.fill(urdu);
  await expect(field).toHaveCSS('direction', 'rtl');
  await field.fill('Plain name');
  await expect(field).toHaveCSS('direction', 'ltr');
});
