// The whole HTML document around the rendered page. The Content-Security-Policy forbids every inline script, and every
// inline style but the one of the site, which it names by its hash.
import type { Head } from '../lib/head';
import { rendition, unmarked } from '../lib/picture';
import type { Messages } from '../messages/language';
import type { Place } from '../navigation';
import { absolute, dataBlock, escaped, tag } from './html';

export interface Context {
  origin: string;
  /** The small script that fetches the app. */
  start: string;
  /** The app's scripts, each before those that import it. */
  app: string[];
  fonts: string[];
  year: number;
  /** For one person of the staff, in a frame of the admin. */
  preview?: boolean;
}

interface Parts {
  place: Place;
  head: Head;
  /** What search engines read; absent on the not-found page, which they should not keep. */
  structured: (object | undefined)[] | undefined;
  markup: { preloads: string; body: string };
  context: Context;
  messages: Messages;
}

export function documentOf({ place, head, structured, markup, context, messages }: Parts): string {
  const sent = { path: place.path, data: place.answers, year: context.year };
  // As staff stored it: people and programs look for it by that address.
  const icon = head.icon && unmarked(head.icon);
  return [
    `<!doctype html>${tag('html', { lang: messages.lang, dir: messages.dir, ...(context.preview && { 'data-preview': '' }) })}<head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(head.title)}</title>`,
    context.fonts
      .map(url => tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', href: url, crossorigin: '' }))
      .join(''),
    urgent(markup.preloads),
    // The server puts the style of the site in here: in the document, so that nothing has to be fetched before the first
    // paint, and not through this script, which would take its time over so long a text.
    '<style></style>',
    context.preview
      ? previewed
      : `${tag('script', { src: context.start, async: '', 'data-app': context.app.join(' ') })}</script>`,
    structured && !context.preview
      ? described(head, structured, context.origin)
      : tag('meta', { name: 'robots', content: 'noindex' }),
    '<meta name="theme-color" content="#12261f"><link rel="manifest" href="/site.webmanifest">',
    icon ? tag('link', { rel: 'icon', href: icon }) : '',
    icon ? tag('link', { rel: 'apple-touch-icon', href: icon }) : '',
    `</head><body><div id="root">${markup.body}</div>`,
    context.preview ? '' : dataBlock('application/json', sent, 'umeed-data'),
    '</body></html>',
  ].join('');
}

/**
 * Nothing runs in a preview, so there is nothing to take over. Its links ask for a window of their own, which its sandbox
 * refuses: they lead nowhere, rather than to a page that no frame may hold. The mark tells the admin that it has arrived.
 */
const previewed =
  tag('base', { target: '_blank' }) + tag('meta', { name: 'umeed-preview', content: 'shown' });

function described(head: Head, structured: (object | undefined)[], origin: string): string {
  const canonical = origin + head.path;
  const image = head.image ? absolute(rendition(head.image, 960), origin) : undefined;
  const property = (name: string, content: string | undefined) =>
    content ? tag('meta', { property: name, content }) : '';
  return [
    tag('link', { rel: 'canonical', href: canonical }),
    tag('meta', { name: 'description', content: head.description }),
    property('og:type', 'website'),
    property('og:site_name', head.title),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:url', canonical),
    property('og:image', image),
    tag('meta', { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' }),
    ...structured.map(data => (data ? dataBlock('application/ld+json', data) : '')),
  ].join('');
}

/** React asks for every picture that does not wait; only those that it should hurry for are worth a place in the head. */
function urgent(preloads: string): string {
  return (
    preloads
      .match(/<link[^>]*>/g)
      ?.filter(link => link.includes('fetchPriority="high"'))
      .join('') ?? ''
  );
}
