// Every public page, found by its file: the sitemap, the menu and both entries follow from this.
import type { Page } from './lib/page';
import { createRoutes } from './lib/routing';

const files = import.meta.glob<Page>(['./pages/*.tsx', './pages/*/index.tsx', '!./pages/not-found.tsx'], {
  eager: true,
  import: 'default',
});

/** The pages of the site, in the order of their addresses. */
export const pages: Page[] = Object.values(files).sort((one, other) => (one.path < other.path ? -1 : 1));

export const routes = createRoutes(pages.flatMap(page => [page, ...(page.further ?? [])]));
