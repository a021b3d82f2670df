// The web app in a language nobody speaks, from right to left (web/pseudo.ts). The browser gets its scripts and styles
// from a build of that language; everything else, such as content, comes from the server under test.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const WEB = fileURLToPath(new URL('../../../web', import.meta.url));

interface Chunk {
  file: string;
  css?: string[];
}

/** Builds once for all workers, and again when a source has changed. */
function built(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(join(WEB, 'src'), { recursive: true, encoding: 'utf8' }).sort())
    hash.update(`${name} ${statSync(join(WEB, 'src', name)).mtimeMs}\n`);
  const folder = join(tmpdir(), `umeed-pseudo-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const fresh = mkdtempSync(join(tmpdir(), 'umeed-pseudo-'));
  const options = [
    'vite',
    'build',
    '--mode',
    'pseudo',
    '--outDir',
    fresh,
    '--emptyOutDir',
    '--logLevel',
    'error',
  ];
  execFileSync('npx', ['--no-install', ...options], { cwd: WEB });
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true, force: true }); // the other worker was quicker
  }
  return folder;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** From now on this page shows the site, or the admin, in the pseudo-language. */
export async function speakPseudo(page: Page) {
  const folder = built();
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
  );
  await page.route('**/assets/*', route => {
    const { pathname } = new URL(route.request().url());
    const file = join(folder, pathname);
    if (!existsSync(file)) return route.continue();
    return route.fulfill({ body: readFileSync(file), contentType: types[extname(file)] });
  });
  await page.route('**/*', async route => {
    const request = route.request();
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return route.fallback();
    const { pathname } = new URL(request.url());
    const entry = manifest[pathname.startsWith('/admin') ? 'src/entry-admin.tsx' : 'src/entry-client.tsx'];
    const answer = await route.fetch();
    // The admin's settings are the server's to give.
    const settings = /<script type="application\/json" id="umeed-admin">.*?<\/script>/s.exec(
      await answer.text(),
    );
    const styles = (entry?.css ?? []).map(file => `<link rel="stylesheet" href="/${file}">`);
    return route.fulfill({
      status: answer.status(),
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="en-XA" dir="rtl"><head><meta name="viewport" content="width=device-width">
        <title>⟦⟧</title>${styles.join('')}<script type="module" src="/${entry?.file}"></script></head>
        <body><div id="root"></div>${settings?.[0] ?? ''}</body></html>`,
    });
  });
}

/** Visible words, names and alternative texts that come from no catalogue. What people wrote is marked dir="auto". */
export function untranslated(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const plain = (text: string) => {
      let left = text;
      for (let before = ''; before !== left; ) {
        before = left;
        left = left.replace(/⟦[^⟦⟧]*⟧/g, '');
      }
      return /\p{L}/u.test(left);
    };
    const counts = (element: Element | null) =>
      element?.checkVisibility() &&
      !element.closest('[dir="auto"], [lang="ur"], [contenteditable], script, style, noscript, iframe');
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (plain(text) && counts(node.parentElement)) found.push(text.trim());
    }
    for (const name of ['aria-label', 'alt', 'title', 'placeholder', 'aria-description'])
      for (const element of document.querySelectorAll(`[${name}]`)) {
        const text = element.getAttribute(name) ?? '';
        if (plain(text) && counts(element)) found.push(`${name}: ${text}`);
      }
    return found;
  });
}

/** How far the page sticks out to the side, in pixels. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
