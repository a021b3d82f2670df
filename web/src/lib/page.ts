// The one shape of a public page, and what the shell around every page asks for.
import type { ComponentType } from 'react';
import type { PageMessages } from '../messages/en';
import type { Messages } from '../messages/language';
import { type Answers, content, type Queries } from './query';

/** For what stands around a page: header and footer. */
export const frameQueries = {
  settings: content('general_settings'),
  footer: content('footer'),
  newsletter: content('newsletter_section'),
};

export const shellQueries = {
  ...frameQueries,
  // Its picture and subheading are what a shared link to any page shows.
  homepage: content('homepage'),
};

export type FrameAnswers = Answers<typeof frameQueries>;
export type ShellAnswers = Answers<typeof shellQueries>;

export interface PageMeta {
  description?: string | null;
  /** A picture for shared links; the home page's hero when absent. */
  image?: string | null;
  /** Extra JSON-LD of this page. */
  structured?: (origin: string) => object;
}

/** A page's place in the menu: on its own, or in one of the groups. Low orders come first. */
export interface MenuPlace {
  order: number;
  group?: keyof Messages['shell']['menuGroups'];
}

export interface ViewProps<Q extends Queries = Queries> {
  answers: Answers<Q>;
  /** The address of the page, without a query. */
  path: string;
  /** Changes with every move; the same again when the visitor comes back to it. */
  visit: string;
}

export interface Page<Q extends Queries = Queries> {
  /** Where it is. `{slug}` in it stands for one part of an address that the data decides, as in `/x/{slug}`. */
  path: string;
  texts: { of(messages: Messages): PageMessages };
  menu?: MenuPlace;
  queries: Q;
  meta?(answers: Answers<Q>, messages: Messages): PageMeta;
  /**
   * Whether these answers mean that there is no such page after all, such as a part beyond the end of a list. A page
   * whose address holds `{slug}` is also missing when the row it asks for by that slug is not there.
   */
  missing?(answers: Answers<Q>): boolean;
  /** When the page has to be made anew although nothing was saved, as an ISO time. */
  goodUntil?(answers: Answers<Q>): string | undefined;
  /** Where a long list goes on. A fixed number of pages: trying addresses cannot make the server keep more. */
  further?: Page[];
  View: ComponentType<ViewProps<Q>>;
}

export function page<Q extends Queries>(definition: Page<Q>): Page {
  return definition as unknown as Page;
}
