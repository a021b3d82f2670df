// Long lists: pages that begin where the one before ended, whatever comes and goes meanwhile, and searches whose rows do not
// wait until all of them are counted.
import type { Locator, Request } from '@playwright/test';
import { desktop, gate, phone } from '../support/site';
import { staff, sure, withOnlyRows } from '../support/staff';
import type { Page } from '../support/test';
import { expect, test } from './desk';

test.describe.configure({ mode: 'serial' });

/** The newest first; seven at a time share their moment, so that the id decides. */
const moment = (at: number) => new Date(Date.UTC(2026, 0, 1) - Math.floor(at / 7) * 60_000).toISOString();
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `Person ${at}`,
    city: at % 2 ? 'Samundri' : 'Faisalabad',
    phone: '0300 0000000',
    created_at: moment(at),
  }));

/** All requests for rows of a table, or for their number. */
function requestsFor(page: Page, table: string): Request[] {
  const sent: Request[] = [];
  page.on('request', request => {
    const isRead = ['GET', 'HEAD'].includes(request.method());
    if (isRead && new URL(request.url()).pathname === `/rest/v1/${table}`) sent.push(request);
  });
  return sent;
}

const isCounted = (request: Request) => (request.headers().prefer ?? '').includes('count=');
const asks = (request: Request, name: string) => new URL(request.url()).searchParams.get(name) ?? '';
/** The menu counts those after a moment, which is no page. */
const isFurther = (request: Request) => asks(request, 'created_at').startsWith('lte.');

async function order(table: string): Promise<string[]> {
  const client = await staff();
  const read = client.from(table).select('id').order('created_at', { ascending: false });
  return (sure(await read.order('id', { ascending: false })) ?? []).map(({ id }) => String(id));
}

const attributes = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator(`[${name}]`)
    .evaluateAll((all, attribute) => all.map(one => one.getAttribute(attribute)), name);
const rows = (page: Page) => attributes(page, 'data-row');
const items = (page: Page) => attributes(page, 'data-item');

const older = (page: Page) => page.getByRole('button', { name: 'Older', exact: true });
const newer = (page: Page) => page.getByRole('button', { name: 'Newer', exact: true });

test('[AVOL-1] pages neither repeat nor skip anybody while some come and others go', async ({ page }) => {
  await withOnlyRows('volunteers', people(120), async () => {
    const client = await staff();
    const remove = async (...ids: (string | undefined)[]) =>
      sure(await client.from('volunteers').delete().in('id', ids));
    const all = await order('volunteers');
    const sent = requestsFor(page, 'volunteers');
    await page.goto('/admin/manage-volunteers');
    await expect(page.getByText('Page 1 of 3')).toBeVisible();
    await expect(newer(page)).toBeDisabled();
    expect(await rows(page)).toEqual(all.slice(0, 50));

    // The last of the page goes, one in its midst, and three come in above it.
    const visitors = ['Amina', 'Bilal', 'Careem'].map(name => ({ name, city: 'c', phone: '1' }));
    sure(await client.from('volunteers').insert(visitors));
    await expect(page.getByRole('button', { name: 'Show 3 new volunteers' })).toBeVisible();
    await remove(all[49], all[3]);
    await expect.poll(() => rows(page)).toEqual([...all.slice(0, 3), ...all.slice(4, 49)]);
    await older(page).click();
    await expect.poll(() => rows(page)).toEqual(all.slice(50, 100));
    await expect(page.getByText('Page 2 of 3')).toBeVisible();

    // The first of this page goes, and one of the page before: what follows moves up.
    await remove(all[50]);
    await expect.poll(() => rows(page)).toEqual(all.slice(51, 100));
    await remove(all[10]);
    await expect.poll(() => rows(page)).toEqual(all.slice(51, 101));
    await older(page).click();
    await expect.poll(() => rows(page)).toEqual(all.slice(101));
    await expect(page.getByText('Page 3 of 3')).toBeVisible();
    await expect(older(page)).toBeDisabled();

    await newer(page).click();
    await expect.poll(() => rows(page)).toEqual(all.slice(51, 101));
    await newer(page).click();
    const now = await order('volunteers');
    expect(now).toHaveLength(119);
    await expect.poll(() => rows(page)).toEqual(now.slice(0, 50));
    await expect(page.getByText('119 people, newest first')).toBeVisible();
    await older(page).click();
    await expect.poll(() => rows(page)).toEqual(now.slice(50, 100));
    await older(page).click();
    await expect.poll(() => rows(page)).toEqual(now.slice(100));

    // All of the last page go: the one before is the last.
    await remove(...now.slice(100));
    await expect.poll(() => rows(page)).toEqual(now.slice(50, 100));
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(page.getByText('100 people, newest first')).toBeVisible();

    expect(sent.filter(isFurther).length).toBeGreaterThan(3);
    for (const request of sent) {
      expect(request.url()).not.toContain('offset');
      expect(isFurther(request) && isCounted(request), request.url()).toBe(false);
    }
  });
});

for (const viewport of [phone, desktop])
  test(`[AVOL-1] what a search finds is shown before it is counted at ${viewport.width} px`, async ({
    page,
  }) => {
    await withOnlyRows('volunteers', people(240), async () => {
      await page.setViewportSize(viewport);
      await page.goto('/admin/manage-volunteers');
      await expect(page.getByText('Page 1 of 5')).toBeVisible();
      const sent = requestsFor(page, 'volunteers');
      const counts = () => sent.filter(request => isCounted(request) && asks(request, 'or'));
      const counting = gate();
      await page.route(
        url => url.pathname === '/rest/v1/volunteers' && url.searchParams.has('or'),
        async route => {
          if (route.request().method() === 'HEAD') await counting.opened;
          await route.continue();
        },
      );
      const found = page.getByRole('main').getByRole('status').first();
      const search = page.getByLabel('Search volunteers');
      await search.fill('samundri');
      await expect(page.getByText('Page 1', { exact: true })).toBeVisible();
      await expect(page.getByRole('main').locator('[data-row]')).toHaveCount(50);
      await expect(page.getByRole('main').locator('[data-row]').first()).toContainText('Samundri');
      await expect(found).toHaveText('');
      expect(counts()).toHaveLength(1);
      // On the page, wherever it is scrolled to.
      const top = (one: Locator) => one.evaluate(it => it.getBoundingClientRect().top + scrollY);
      const places = async () => [await top(page.getByRole('table')), await top(search)];
      const before = await places();
      // Nothing waits for the number but what says it.
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Delete selected (0)' })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Delete all/ })).toHaveCount(0);
      await page.getByRole('button', { name: 'Stop selecting' }).click();
      await older(page).click();
      await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
      await newer(page).click();
      await expect(page.getByText('Page 1', { exact: true })).toBeVisible();

      counting.open();
      await expect(found).toHaveText('120 found');
      await expect(page.getByText('Page 1 of 3')).toBeVisible();
      expect(await places(), 'nothing jumps').toEqual(before);
      await older(page).click();
      await expect(page.getByText('Page 2 of 3')).toBeVisible();
      await older(page).click();
      await expect(page.getByText('Page 3 of 3')).toBeVisible();
      await expect(page.getByRole('main').locator('[data-row]')).toHaveCount(20);
      expect(counts(), 'once for all pages').toHaveLength(1);

      // Another search begins at its first page; where that is all, nothing is counted.
      await search.fill('person 23');
      await expect(found).toHaveText('11 found');
      await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
      expect(counts()).toHaveLength(1);
      expect(sent.some(request => request.url().includes('offset'))).toBe(false);
    });
  });

test('[ALST-1] a list that grows goes on after its last item, whatever comes and goes meanwhile', async ({
  page,
}) => {
  const projects = Array.from({ length: 75 }, (_, at) => ({
    title: `Project ${at}`,
    description: at % 2 ? '<p>Water</p>' : '<p>School</p>',
    created_at: moment(at),
  }));
  await withOnlyRows('projects', projects, async () => {
    const client = await staff();
    const all = await order('projects');
    const sent = requestsFor(page, 'projects');
    await page.goto('/admin/manage-projects');
    await expect(page.getByRole('button', { name: 'Show more (45 left)' })).toBeVisible();
    expect(await items(page)).toEqual(all.slice(0, 30));
    sure(await client.from('projects').insert({ title: 'New', description: '<p>x</p>' }));
    await expect(page.getByRole('button', { name: 'Show 1 new project' })).toBeVisible();
    sure(await client.from('projects').delete().in('id', [all[29], all[4]]));
    const left = all.filter((_, at) => at !== 29 && at !== 4);
    await expect.poll(() => items(page)).toEqual(left.slice(0, 28));
    await page.getByRole('button', { name: /^Show more/ }).click();
    await expect.poll(() => items(page)).toEqual(left.slice(0, 58));
    await page.getByRole('button', { name: /^Show more/ }).click();
    await expect.poll(() => items(page)).toEqual(left);
    await expect(page.getByRole('button', { name: /^Show more/ })).toHaveCount(0);

    const counting = gate();
    await page.route(
      url => url.pathname === '/rest/v1/projects' && url.searchParams.has('or'),
      async route => {
        if (route.request().method() === 'HEAD') await counting.opened;
        await route.continue();
      },
    );
    await page.getByLabel('Search projects').fill('school');
    await expect(page.getByRole('button', { name: 'Show more', exact: true })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(30);
    const schools = sure(await client.from('projects').select('id').ilike('description', '%school%')) ?? [];
    counting.open();
    await expect(page.getByText(`${schools.length} found`)).toBeVisible();
    await page.getByRole('button', { name: `Show more (${schools.length - 30} left)` }).click();
    await expect(page.getByRole('article')).toHaveCount(schools.length);
    expect(new Set(await items(page)).size).toBe(schools.length);
    for (const request of sent) expect(request.url()).not.toContain('offset');
  });
});
