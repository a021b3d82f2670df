import { content, open } from './support/site';
import { withContent } from './support/staff';
import { expect, test } from './support/test';

const words = (html: string) =>
  html
    .replace(/<\/?(p|h\d|ul|ol|li|br)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

test('[HOME-1] the hero has its picture, words and three buttons', async ({ page, request }) => {
  const { hero } = await content(request, 'homepage');
  await open(page, '/');
  const section = page.locator('main section').first();
  await expect(section.getByRole('heading', { level: 1 })).toHaveText(hero.heading);
  await expect(section.getByText(hero.subheading)).toBeVisible();
  const picture = section.locator('img');
  await expect(picture).toHaveAttribute('fetchpriority', 'high');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  for (const [label, url] of [
    [hero.button1_text, '/donate'],
    [hero.button2_text, '/volunteer'],
    [hero.button3_text, '/projects'],
  ]) {
    await expect(section.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', url);
  }
});

test('[HOME-1] the hero picture is cropped to its place, never stretched', async ({ page }) => {
  await open(page, '/');
  const picture = page.locator('main section').first().locator('img');
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(picture).toHaveCSS('object-fit', 'cover');
  }
  await expect(picture).toHaveCSS('object-position', '78% 50%');
});

test('[HOME-2] a programme can be pressed anywhere on it', async ({ page }) => {
  await open(page, '/');
  const text = page.getByText('Dispensaries, a collection point');
  // The link lies over its text, which is what Playwright would complain about.
  await text.click({ position: { x: 5, y: 5 }, force: true });
  await expect(page).not.toHaveURL('/');
});

test('[SHL-1] hairlines part the opening and the white bands from the rest', async ({ page }) => {
  await open(page, '/team');
  await expect(page.locator('.girih-fade').first()).toHaveCSS('border-bottom-width', '1px');
  const patrons = page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: 'Patrons' }) });
  await expect(patrons).toHaveCSS('border-top-width', '1px');
});

test('[HOME-1] on a large screen the three buttons stand in one row', async ({ page }) => {
  await open(page, '/');
  const tops = await page
    .locator('main section')
    .first()
    .getByRole('link')
    .evaluateAll(links => links.map(link => link.getBoundingClientRect().top));
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
});

test('[HOME-1] a heading of two hundred characters leaves the buttons in sight', async ({ page }) => {
  const heading = 'A heading that goes on '.repeat(9).trim();
  await withContent(
    'homepage',
    home => ({ ...home, hero: { ...(home.hero as object), heading } }),
    async () => {
      await open(page, '/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('main section').first().getByRole('link').first()).toBeInViewport();
    },
  );
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });
    test('[HOME-1] a heading with a word of Urdu in it has lines tall enough for it', async ({ page }) => {
      const height = async (heading: string) => {
        let ratio = 0;
        await withContent(
          'homepage',
          home => ({ ...home, hero: { ...(home.hero as object), heading } }),
          async () => {
            await page.goto('/');
            const title = page.getByRole('heading', { level: 1 });
            await expect(title).toHaveText(heading);
            const style = (name: string) =>
              title.evaluate(
                (element, property) => getComputedStyle(element).getPropertyValue(property),
                name,
              );
            ratio =
              Number.parseFloat(await style('line-height')) / Number.parseFloat(await style('font-size'));
          },
        );
        return ratio;
      };
      expect(await height('Hope for every family')).toBeLessThan(1.2);
      expect(await height('Umeed means امید, in every family')).toBeGreaterThan(1.5);
      expect(await height('ہر گھر میں امید')).toBeGreaterThan(1.8);
    });
  });
}

test('[HOME-1] the hero picture is asked for in the head, in the size that is needed', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', request => request.url().includes('/render/image/') && asked.push(request.url()));
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/');
  const preload = page.locator('head link[rel="preload"][as="image"]');
  await expect(preload).toHaveCount(1);
  await page.waitForLoadState('load');
  const hero = await page
    .locator('main section img')
    .first()
    .evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(hero).toContain('width=360');
  expect(asked.filter(url => url.split('?')[0] === hero.split('?')[0])).toHaveLength(1);
});

test('[HOME-2] the summary and the three fixed cards', async ({ page, request }) => {
  const { about_us_summary } = await content(request, 'homepage');
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 2, name: about_us_summary.heading })).toBeVisible();
  await expect(page.getByText(words(about_us_summary.text))).toBeVisible();
  for (const title of ['Health Programs', 'Education for All', 'Community Support']) {
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible();
  }
});

test('[HOME-3] the hospital section leads to the upcoming projects', async ({ page, request }) => {
  const { our_work } = await content(request, 'homepage');
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 2, name: our_work.heading })).toBeVisible();
  await page.getByRole('link', { name: 'See Our Upcoming Projects' }).click();
  await expect(page).toHaveURL('/upcoming-projects');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upcoming Projects');
});

test('[ABT-1] heading, subheading, vision, mission and the note to readers', async ({ page, request }) => {
  const about = await content(request, 'about');
  await open(page, '/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words(about.main_heading));
  await expect(page.getByRole('main')).toContainText(words(about.main_subheading).slice(0, 30));
  for (const name of ['vision', 'mission']) {
    const card = page.getByRole('article').filter({
      has: page.getByRole('heading', { name: words(about[`${name}_heading`]) }),
    });
    await expect(card).toBeVisible();
    await expect(card).toContainText(words(about[`${name}_text`]).slice(0, 30));
  }
  await expect(page.getByRole('heading', { name: 'Note to Our Readers' })).toBeVisible();
  await expect(page.getByRole('blockquote')).toContainText(words(about.annual_report_note).slice(0, 40));
});

test('[ABT-2] the journey since 2018', async ({ page }) => {
  await open(page, '/about');
  await expect(page.getByRole('heading', { name: 'Our Journey Since 2018' })).toBeVisible();
  const steps = page.locator('main ol > li');
  await expect(steps).toHaveCount(6);
  const told = [
    ['2018', /small dispensary is inaugurated/i],
    ['2019', /Dastarkhawan.*daily meals/i],
    ['2020', /COVID-19 awareness and relief/i],
    ['2021', /One Room Schools/],
    ['2022', /Women Empowerment wing.*vocational training/i],
    ['2023', /ground is broken on the main complex project/i],
  ] as const;
  for (const [index, [year, story]] of told.entries()) {
    await expect(steps.nth(index)).toContainText(year);
    await expect(steps.nth(index)).toContainText(story);
  }
});
