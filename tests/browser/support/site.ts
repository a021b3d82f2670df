// What every spec knows of the site: its pages, what it holds, and how to move in it.
import { type APIRequestContext, expect, type Page } from '@playwright/test';

export { paths } from './pages';

export const phone = { width: 360, height: 740 };
export const tablet = { width: 768, height: 1024 };
export const desktop = { width: 1280, height: 800 };

/** Rows as an anonymous visitor reads them. */
export async function read<T>(request: APIRequestContext, table: string, query: string): Promise<T[]> {
  const key = process.env.UMEED_ANON_KEY ?? '';
  const response = await request.get(`/rest/v1/${table}?${query}`, {
    headers: { apikey: key, Authorization: `Bearer ${key}` },
  });
  expect(response.status(), `reading ${table}`).toBe(200);
  return response.json();
}

/** One document of website_content. */
// biome-ignore lint/suspicious/noExplicitAny: each test names the fields it reads
export async function content(request: APIRequestContext, pageKey: string): Promise<any> {
  const [row] = await read<{ content: unknown }>(
    request,
    'website_content',
    `select=content&page_key=eq.${pageKey}`,
  );
  return row?.content;
}

/** The visible notice; there is never more than one. */
export const notice = (page: Page) => page.locator('[data-notice]');

/** Goes to a page and waits until scripts have taken it over. */
export async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'commit' });
  await hydrated(page);
}

export async function hydrated(page: Page) {
  // React leaves its mark on the elements it has taken over.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some(key => key.startsWith('__react')),
  );
}

/** How far the page has moved by itself since it was asked for. */
export const shift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(done => {
        let sum = 0;
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 100);
      }),
  );

/** Something that waits until the test lets it go on. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>(done => {
    open = done;
  });
  return { open: () => open(), opened };
}

/** A move inside the app: the document stays, the page changes. */
export async function follow(page: Page, path: string) {
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page.evaluate(href => {
    const link = Object.assign(document.createElement('a'), { href, textContent: 'go' });
    document.querySelector('main')?.append(link);
    link.click();
    link.remove();
  }, path);
  await expect(page).toHaveURL(path);
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
}
