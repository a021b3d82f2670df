// Prints what a visitor downloads for a public page, compressed with brotli, and fails when a part is over its budget.
// Run after the build: node web/budget.mjs. Set UMEED_URL to a running server to weigh every page's HTML as well.
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';

const budgets = { script: 88, style: 15, font: 25, html: 20 };
const client = new URL('./dist/client/', import.meta.url);

function kilobytes(bytes) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return brotliCompressSync(bytes, quality).length / 1024;
}

async function assets() {
  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', client), 'utf8'));
  const entry = manifest['src/entry-client.tsx'];
  // Two chunks may import the same third.
  const chunks = [...new Set([manifest['src/start.ts'], entry, ...reach(entry, manifest)])];
  const files = {
    script: chunks.map(chunk => chunk.file),
    style: chunks.flatMap(chunk => chunk.css ?? []),
    font: chunks.flatMap(chunk => chunk.assets ?? []).filter(file => file.endsWith('.woff2')),
  };
  return Promise.all(
    Object.entries(files).map(async ([kind, names]) => {
      const sizes = await Promise.all(
        names.map(async name => kilobytes(await readFile(new URL(name, client)))),
      );
      return { what: kind, kind, size: sizes.reduce((sum, size) => sum + size, 0) };
    }),
  );
}

function reach(chunk, manifest) {
  return (chunk.imports ?? []).flatMap(name => [manifest[name], ...reach(manifest[name], manifest)]);
}

async function pages(server) {
  const sitemap = await (await fetch(`${server}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(match => match[1]);
  return Promise.all(
    paths.map(async path => {
      const html = await (await fetch(server + path)).text();
      return { what: `html ${path}`, kind: 'html', size: kilobytes(Buffer.from(html)) };
    }),
  );
}

const rows = [...(await assets()), ...(process.env.UMEED_URL ? await pages(process.env.UMEED_URL) : [])];
for (const { what, kind, size } of rows) {
  const over = size > budgets[kind];
  console.log(
    `${what.padEnd(28)}${size.toFixed(1).padStart(7)} KB of ${budgets[kind]}${over ? '  OVER' : ''}`,
  );
  if (over) process.exitCode = 1;
}
