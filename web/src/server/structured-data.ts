// What search engines read: who the foundation is, and where a page stands.
import { linkTarget } from '../lib/link';
import type { ShellAnswers } from '../lib/page';
import { unmarked } from '../lib/picture';
import { type Answers, contentOf } from '../lib/query';
import type { Found } from '../lib/routing';
import { menuOf } from '../menu';
import type { Messages } from '../messages/language';
import { absolute } from './html';

export function organisation(answers: Answers, origin: string, messages: Messages): object | undefined {
  const shell: Partial<ShellAnswers> = answers;
  const settings = contentOf(shell.settings);
  const footer = contentOf(shell.footer);
  if (!settings?.site_name) return undefined;
  const profiles = (footer?.social_links ?? []).map(link => linkTarget(link.url)).filter(Boolean);
  return {
    '@context': 'https://schema.org',
    '@type': 'NGO',
    '@id': `${origin}/#organisation`,
    name: settings.site_name,
    url: `${origin}/`,
    ...(settings.logo_url && { logo: absolute(unmarked(settings.logo_url), origin) }),
    ...(footer?.tagline && { slogan: footer.tagline }),
    areaServed: messages.shell.areaServed,
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
}

export function breadcrumb({ page, path }: Found, origin: string, messages: Messages): object | undefined {
  if (path === '/') return undefined;
  const menu = menuOf(messages);
  const home = menu.find(entry => entry.url === '/');
  const group = menu.find(entry => entry.url !== path && entry.entries?.some(child => child.url === path));
  const trail = [
    ...(home ? [{ name: home.label, url: home.url }] : []),
    ...(group ? [{ name: group.label, url: group.url }] : []),
    { name: page.texts.of(messages).name, url: path },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: origin + step.url,
    })),
  };
}
