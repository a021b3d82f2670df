// The whole HTML document around the rendered page. No inline script or style: the Content-Security-Policy forbids both.
import type { Head } from '../lib/head';
import { rendition } from '../lib/picture';
import type { Place } from '../navigation';
import { breadcrumb, organisation } from './structured-data';

export interface Context {
  origin: string;
  /** The small script that fetches the app. */
  start: string;
  /** The app's scripts, each before those that import it. */
  app: string[];
  styles: string[];
  fonts: string[];
  year: number;
}

interface Parts {
  place: Place;
  head: Head;
  found: boolean;
  markup: string;
  context: Context;
}

export function documentOf({ place, head, found, markup, context }: Parts): string {
  const { preloads, body } = liftPreloads(markup);
  const sent = { path: place.path, data: place.answers, year: context.year };
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(head.title)}</title>`,
    context.styles.map(url => tag('link', { rel: 'stylesheet', href: url })).join(''),
    context.fonts
      .map(url => tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', href: url, crossorigin: '' }))
      .join(''),
    preloads,
    `${tag('script', { src: context.start, async: '', 'data-app': context.app.join(' ') })}</script>`,
    found ? described(head, place, context.origin) : tag('meta', { name: 'robots', content: 'noindex' }),
    '<meta name="theme-color" content="#12261f"><link rel="manifest" href="/site.webmanifest">',
    head.icon ? tag('link', { rel: 'icon', href: head.icon }) : '',
    head.icon ? tag('link', { rel: 'apple-touch-icon', href: head.icon }) : '',
    `</head><body><div id="root">${body}</div>`,
    dataBlock('application/json', sent, 'umeed-data'),
    '</body></html>',
  ].join('');
}

function described(head: Head, place: Place, origin: string): string {
  const canonical = origin + head.path;
  const image = head.image && absolute(rendition(head.image, 960), origin);
  const property = (name: string, content: string | undefined) =>
    content ? tag('meta', { property: name, content }) : '';
  const structured = [
    organisation(place.answers, origin),
    breadcrumb(head.path, origin),
    head.structured?.(origin),
  ];
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

/** React writes the preloads of urgent pictures in front of the page; they belong in the head. */
function liftPreloads(markup: string) {
  const found = /^(?:<link rel="preload"[^>]*>)+/.exec(markup)?.[0] ?? '';
  const urgent = found.match(/<link[^>]*>/g)?.filter(link => link.includes('fetchPriority="high"')) ?? [];
  return { preloads: urgent.join(''), body: markup.slice(found.length) };
}

function tag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')}>`;
}

/** JSON that can close neither its script element nor open a comment in it. */
function dataBlock(type: string, data: object, id?: string): string {
  const json = JSON.stringify(data).replace(/</g, '\\u003c');
  return `<script type="${type}"${id ? ` id="${id}"` : ''}>${json}</script>`;
}

export function absolute(url: string, origin: string): string {
  return url.startsWith('/') ? origin + url : url;
}

export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
