// Every public page, once. The menu, the sitemap and both entries go by this list.
import type { Page } from './lib/page';
import { about } from './pages/about';
import { blog } from './pages/blog';
import { contact } from './pages/contact';
import { donate } from './pages/donate';
import { footprint } from './pages/footprint';
import { furtherGallery, gallery } from './pages/gallery';
import { home } from './pages/home';
import { presidentsMessages } from './pages/presidents-messages';
import { projects } from './pages/projects';
import { team } from './pages/team';
import { testimonials } from './pages/testimonials';
import { upcomingProjects } from './pages/upcoming-projects';
import { volunteer } from './pages/volunteer';

export const pages: Page[] = [
  home,
  about,
  presidentsMessages,
  team,
  projects,
  footprint,
  upcomingProjects,
  gallery,
  testimonials,
  blog,
  volunteer,
  donate,
  contact,
];

/** Where long lists go on. A fixed number of pages: whoever tries addresses cannot make the server keep more. */
export const furtherPages: Page[] = furtherGallery;

/** The page at an address, with or without a slash at its end. */
export function findPage(path: string): Page | undefined {
  const plain = path.split(/[?#]/)[0]?.replace(/(.)\/+$/, '$1');
  const at = (page: Page) => page.path === plain;
  return pages.find(at) ?? furtherPages.find(at);
}
