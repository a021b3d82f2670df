// The built script's functions, called as the server calls them: in a context with nothing but the language, a console
// and URL.
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { build } from 'vite';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { pages } from '../routes';
import { rendered } from './rendered';

interface Umeed {
  paths(): string;
  plan(path: string): string;
  render(path: string, data: string, context: string): string;
  sitemap(origin: string): string;
  robots(origin: string): string;
  manifest(settings: string): string;
}

let umeed: Umeed;
/** An engine that has made nothing yet. */
let freshEngine: () => Umeed;
const origin = 'https://umeed.example';
const context = JSON.stringify({
  origin,
  start: '/assets/start.js',
  app: ['/assets/part.js', '/assets/entry.js'],
  fonts: ['/assets/face.woff2'],
  year: 2031,
});

beforeAll(async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  vi.stubEnv('NODE_ENV', 'production'); // as the build itself has it
  const built = await build({
    root,
    mode: 'production',
    logLevel: 'error',
    build: { ssr: true, write: false },
  });
  vi.unstubAllEnvs();
  const { output } = (Array.isArray(built) ? built[0] : built) as { output: { code?: string }[] };
  const script = new vm.Script(output[0]?.code ?? '');
  freshEngine = () => {
    const engine = vm.createContext({ console, URL });
    vm.runInContext('delete globalThis.Intl', engine);
    script.runInContext(engine);
    return vm.runInContext('umeed', engine);
  };
  umeed = freshEngine();
}, 60_000);

function answered(path: string, fail = false) {
  const { queries } = JSON.parse(umeed.plan(path));
  const answers = Object.entries(queries as Record<string, { single: boolean }>).map(([name, query]) => {
    if (fail) return [name, { ok: false, error: { code: 'x', message: 'no' } }];
    const content = { site_name: 'A & B </title><script>', hero: { image_url: '/x.svg', heading: 'Hello' } };
    return [name, { ok: true, data: query.single ? { content } : [] }];
  });
  return JSON.stringify(Object.fromEntries(answers));
}

const headings = (html: string) =>
  [...html.matchAll(/<h([1-6])\b[^>]*>(.*?)<\/h\1>/gs)].map(([, , inner]) =>
    inner?.replace(/<[^>]*>/g, '').trim(),
  );

describe.each(pages.map(page => page.path))('%s', path => {
  test('plans queries the table API understands', () => {
    const { status, queries } = JSON.parse(umeed.plan(path));
    expect(status).toBe(200);
    expect(Object.keys(queries)).toEqual(expect.arrayContaining(['settings', 'footer', 'newsletter']));
    for (const query of Object.values<{ query: string }>(queries))
      expect(query.query).toMatch(/^select=[\w,*]+/);
  });

  test.each(['answered', 'failed', 'nothing'])('renders a whole document (%s)', state => {
    const data = state === 'nothing' ? '{}' : answered(path, state === 'failed');
    const { status, html } = rendered(umeed.render(path, data, context));
    expect(status).toBe(200);
    expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(headings(html)).not.toContain('');
    expect(html).toContain(`<link rel="canonical" href="${origin}${path}">`);
    expect(html).not.toContain(' style="');
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html).toContain('<style></style>');
    expect(html).not.toContain('rel="stylesheet"');
    expect(html).not.toMatch(/<script(?! (src=|type="application\/))/);
  });
});

describe('header and footer, which are kept,', () => {
  const named = (path: string, name: string, tagline = 'Together', heading = 'Hello') => {
    const content = (data: object) => ({ ok: true, data: { content: data } });
    return JSON.stringify({
      ...JSON.parse(answered(path)),
      settings: content({ site_name: name, logo_url: '/logo.svg' }),
      footer: content({ tagline }),
      newsletter: content({ heading: 'Letters' }),
      homepage: content({ hero: { heading, image_url: '/hero.webp' } }),
    });
  };
  /** In one engine, one after the other, each as an engine makes it that has nothing kept. */
  function expectAsFresh(asked: [path: string, data: string, context?: string][]) {
    const engine = freshEngine();
    for (const [path, data, given = context] of asked)
      expect(engine.render(path, data, given), path).toBe(freshEngine().render(path, data, given));
  }

  test.each(pages.map(page => page.path))('are as new at the second time: %s', path => {
    expectAsFresh(Array(2).fill([path, named(path, 'Umeed')]));
    expect(freshEngine().render(path, named(path, 'Umeed'), context)).toContain('Letters');
  });

  test('follow what they are made of, and each page has its own', () => {
    const [home, about] = ['/', '/about'];
    expectAsFresh([
      [home, named(home, 'Umeed')],
      [about, named(about, 'Umeed')],
      [about, named(about, 'Hope')],
      [home, named(home, 'Hope')],
      [home, named(home, 'Hope', 'Alone')],
      [home, named(home, 'Hope', 'Alone', 'Another heading')],
      [home, named(home, 'Hope', 'Alone'), context.replace('2031', '2032')],
      [about, answered(about, true)],
      [about, named(about, 'Hope </main><main>', '</main>')],
      [about, named(about, 'Hope </main><main>', '</main>')],
      ['/nowhere', named('/nowhere', 'Hope')],
      ['/elsewhere', named('/elsewhere', 'Hope')],
    ]);
  });

  test('are kept for some pages, and made for the others', () => {
    const many = Array.from({ length: 40 }, (_, place) => `/gallery/${2 + (place % 35)}`);
    const images = { ok: true, data: Array(25).fill({ id: '1', image_url: '/1.webp', alt_text: '' }) };
    expectAsFresh(many.map(path => [path, JSON.stringify({ ...JSON.parse(named(path, 'Umeed')), images })]));
  });
});

test('the server is told every address, and it is a page', () => {
  const paths: string[] = JSON.parse(umeed.paths());
  expect(paths).toEqual(expect.arrayContaining(pages.map(page => page.path)));
  for (const path of paths) expect(JSON.parse(umeed.plan(path)).status, path).toBe(200);
});

test('an unknown address is not found, and says so in the shell', () => {
  expect(JSON.parse(umeed.plan('/nowhere')).status).toBe(404);
  const { status, html } = rendered(umeed.render('/nowhere', answered('/nowhere'), context));
  expect(status).toBe(404);
  expect(html).toContain('Page not found');
  expect(html).toContain('noindex');
});

test('the gallery goes on at an address of its own, as far as there are pictures', () => {
  const { status, queries } = JSON.parse(umeed.plan('/gallery/3'));
  expect(status).toBe(200);
  expect(queries.images.query).toMatch(/&limit=25&offset=48$/);
  const images = Array.from({ length: 25 }, (_, id) => ({
    id: `${id}`,
    image_url: `/${id}.webp`,
    alt_text: '',
  }));
  const answer = (data: object[]) => JSON.stringify({ images: { ok: true, data } });
  const full = rendered(umeed.render('/gallery/3', answer(images), context));
  expect(full.status).toBe(200);
  expect(full.html.match(/<li><a href="\/\d+\.webp"/g)).toHaveLength(24);
  expect(full.html).toContain('href="/gallery/4"');
  expect(full.html).toContain('href="/gallery/2"');
  const beyond = rendered(umeed.render('/gallery/3', answer([]), context));
  expect(beyond.status).toBe(404);
  expect(beyond.html).toContain('Page not found');
  for (const path of ['/gallery/0', '/gallery/1', '/gallery/201', '/gallery/x'])
    expect(JSON.parse(umeed.plan(path)).status).toBe(404);
});

test('what staff typed cannot leave its place in the document', () => {
  const { html } = rendered(umeed.render('/', answered('/'), context));
  expect(html).toContain('<title>A &amp; B &lt;/title&gt;&lt;script&gt;</title>');
  expect(html.match(/<script/g)).toHaveLength(3); // the first script, the organisation, the data
});

test('a slash at the end or a query does not change the page', () => {
  expect(JSON.parse(umeed.plan('/about/')).status).toBe(200);
  expect(JSON.parse(umeed.plan('/about?x=1')).status).toBe(200);
});

test('the sitemap lists every page, robots.txt names it, and the manifest carries the name', () => {
  expect(umeed.sitemap(origin).match(/<loc>/g)).toHaveLength(pages.length);
  expect(umeed.robots(origin)).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(JSON.parse(umeed.manifest('{"site_name":"Hope"}')).name).toBe('Hope');
  expect(JSON.parse(umeed.manifest('')).name).not.toBe('');
});

test('a preview runs nothing, keeps nothing and leads nowhere', () => {
  const preview = JSON.stringify({ ...JSON.parse(context), preview: true });
  const { status, html } = rendered(umeed.render('/about', answered('/about'), preview));
  expect(status).toBe(200);
  expect(html).not.toContain('<script');
  expect(html).not.toContain('rel="canonical"');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain('<meta name="umeed-preview" content="shown">');
  expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr" data-preview="">/);
  // A link that names a target of its own would not ask for a new window.
  expect(html.match(/ target="[^"]*"/g)?.every((target: string) => target === ' target="_blank"')).toBe(true);
  const { html: page } = rendered(umeed.render('/about', answered('/about'), context));
  const shown = (text: string) => /<div id="root">.*<\/footer>/s.exec(text)?.[0];
  expect(shown(html)).toBe(shown(page));
});
