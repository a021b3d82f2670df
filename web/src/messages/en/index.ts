// The texts of the public site in English. Those that the specification fixes stay exact. A text with a number or a name
// in it is a function: the server's engine has no Intl, so plurals are written out by hand.
import { forms } from './forms';
import { shell } from './shell';
import { ui } from './ui';

/** What the texts of every page have; each page knows the rest of its own. */
export interface PageMessages {
  /** What the page is called in menus and breadcrumbs and to a screen reader. */
  name: string;
  /** What the menu calls it, where that is shorter. */
  menu?: string;
  /** For search engines and shared links, unless the page makes one from its content. */
  description?: string;
}

// A page's texts are found by the name of their file, so that a new page needs no line here.
const files = import.meta.glob<PageMessages>('./pages/*.ts', { eager: true, import: 'default' });

export const en = {
  lang: 'en',
  dir: 'ltr' as 'ltr' | 'rtl',
  shell,
  forms,
  ui,
  pages: Object.fromEntries(
    Object.entries(files).map(([file, texts]) => [file.replace(/^.*\/|\.ts$/g, ''), texts]),
  ),
};
