// What a page says of itself to browsers and to those who share it. The server writes all of it; moving inside the
// site renews what a visitor can notice.
import type { Messages } from '../messages/language';
import type { Page, PageMeta, ShellAnswers } from './page';
import { type Answers, contentOf } from './query';
import { plainText } from './rich-text';
import { siteName } from './site-name';

export interface Head {
  title: string;
  path: string;
  description: string;
  image?: string | null;
  icon?: string | null;
  structured?: PageMeta['structured'];
}

export function headOf(page: Page, path: string, answers: Answers, messages: Messages): Head {
  const shell: Partial<ShellAnswers> = answers;
  const settings = contentOf(shell.settings);
  const hero = contentOf(shell.homepage)?.hero;
  const meta = page.meta?.(answers, messages) ?? {};
  const description = meta.description || page.texts.of(messages).description || hero?.subheading || '';
  return {
    title: siteName(settings, messages),
    path,
    description: shorten(plainText(description)),
    image: meta.image || hero?.image_url || settings?.logo_url,
    icon: settings?.favicon_url,
    structured: meta.structured,
  };
}

export function applyHead(head: Head, { lang, dir }: Messages) {
  if (document.title !== head.title) document.title = head.title;
  write(document.documentElement, { lang, dir });
  write(document.querySelector('meta[name="description"]'), { content: head.description });
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (canonical) write(canonical, { href: new URL(head.path, canonical.href).href });
}

/** What is so already stays untouched: a browser styles the whole page anew whenever its language is written. */
function write(element: Element | null, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** Search results cut a description at about 160 letters; better to end on a whole word. */
function shorten(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 157).replace(/\s+\S*$/, '')}…`;
}
