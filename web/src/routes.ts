// Every public page, found by its file: the sitemap, the menu and both entries follow from this.
import type { Page } from './lib/page';
import { createRoutes } from './lib/routing';

interface PageModule {
  default: Page;
  /** Where a long list goes on. A fixed number of pages: trying addresses cannot make the server keep more. */
  further?: Page[];
}

const files = import.meta.glob<PageModule>(
  ['./pages/*.tsx', './pages/*/index.tsx', '!./pages/not-found.tsx'],
  { eager: true },
);

const modules = Object.values(files);

/** The pages of the site, in the order of their addresses. */
export const pages: Page[] = modules
  .map(file => file.default)
  .sort((one, other) => (one.path < other.path ? -1 : 1));

export const routes = createRoutes([...pages, ...modules.flatMap(file => file.further ?? [])]);
