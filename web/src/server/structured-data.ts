// What search engines read: who the foundation is, and where a page stands.

import { menu } from '../lib/menu';
import type { ShellAnswers } from '../lib/page';
import { type Answers, contentOf } from '../lib/query';
import { findPage } from '../routes';
import { absolute } from './document';

export function organisation(answers: Answers, origin: string): object | undefined {
  const shell: Partial<ShellAnswers> = answers;
  const settings = contentOf(shell.settings);
  const footer = contentOf(shell.footer);
  if (!settings?.site_name) return undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'NGO',
    '@id': `${origin}/#organisation`,
    name: settings.site_name,
    url: `${origin}/`,
    ...(settings.logo_url && { logo: absolute(settings.logo_url, origin) }),
    ...(footer?.tagline && { slogan: footer.tagline }),
    areaServed: 'Faisalabad, Pakistan',
    ...(footer?.social_links?.length && { sameAs: footer.social_links.map(link => link.url) }),
  };
}

export function breadcrumb(path: string, origin: string): object | undefined {
  const page = findPage(path);
  if (!page || path === '/') return undefined;
  const group = menu.find(entry => entry.url !== path && entry.entries?.some(child => child.url === path));
  const trail = [
    { name: 'Home', url: '/' },
    ...(group ? [{ name: group.label, url: group.url }] : []),
    { name: page.name, url: path },
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
