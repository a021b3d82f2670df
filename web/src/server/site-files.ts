// The small files a site has beside its pages, made from the same list of pages.
import { siteName } from '../lib/site-name';
import { english } from '../messages/language';
import { pages } from '../routes';
import type { Documents } from '../schema.gen';
import { escaped } from './html';

export function sitemap(origin: string): string {
  const fixed = pages.filter(page => !page.path.includes('{'));
  const urls = fixed.map(page => `<url><loc>${escaped(origin + page.path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
}

export function robots(origin: string): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /page-data/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** Takes the general settings as JSON, or an empty text when they could not be read. */
export function manifest(settingsJson: string): string {
  const settings: Documents['general_settings'] = JSON.parse(settingsJson || '{}') ?? {};
  const icons = [settings.favicon_url, settings.logo_url].filter(Boolean);
  const name = siteName(settings, english);
  return JSON.stringify({
    name,
    short_name: name.split(' ')[0],
    start_url: '/',
    display: 'browser',
    background_color: '#fbf8f1',
    theme_color: '#12261f',
    icons: icons.map(src => ({ src, sizes: 'any' })),
  });
}
