// The one shape of a public page, and what the shell around every page asks for.
import type { ComponentType } from 'react';
import type { FooterContent, GeneralSettings, Homepage, NewsletterSection } from './content';
import { type Answers, content, type Queries } from './query';

export const shellQueries = {
  settings: content<GeneralSettings>('general_settings'),
  footer: content<FooterContent>('footer'),
  newsletter: content<NewsletterSection>('newsletter_section'),
  // Its picture and subheading are what a shared link to any page shows.
  homepage: content<Homepage>('homepage'),
};

export type ShellAnswers = Answers<typeof shellQueries>;

export interface PageMeta {
  description?: string;
  /** A picture for shared links; the home page's hero when absent. */
  image?: string | null;
  /** Extra JSON-LD of this page. */
  structured?: (origin: string) => object;
}

export interface Page<Q extends Queries = Queries> {
  path: string;
  /** What the page is called in breadcrumbs and to a screen reader. */
  name: string;
  queries: Q;
  meta(answers: Answers<Q>): PageMeta;
  /** Whether these answers mean that there is no such page after all, such as a part beyond the end of a list. */
  missing?(answers: Answers<Q>): boolean;
  View: ComponentType<{ answers: Answers<Q>; path: string }>;
}

export function page<Q extends Queries>(definition: Page<Q>): Page {
  return definition as unknown as Page;
}
