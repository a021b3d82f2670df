// What each weighs: size, the time from start to the first page on existing data, and memory, idle and under load.
// Memory counts every process of a side, shared parts once. Run: make build && node bench/footprint.mjs
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { answering, folderFor, memory } from './children.mjs';
import { makeTables, startDirectus } from './peers/directus.mjs';
import { startWordPress } from './peers/wordpress.mjs';
import { report } from './report.mjs';
import { figure, median, quick, rounds } from './rounds.mjs';
import { binary, startUmeed } from './umeed.mjs';
import { load } from './wrk.mjs';

const MB = 2 ** 20;
const settle = () => sleep(quick ? 500 : 5000);
const gzip = { headers: { 'accept-encoding': 'gzip' } };

/** Size on disk in MB. */
const weight = (...paths) =>
  execFileSync('du', ['-skc', ...paths], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1)
    .split('\t')[0] / 1024;
/** Debian knows how large its packages are. */
const packages = names =>
  execFileSync('dpkg-query', ['-W', '-f', ['$', '{Installed-Size}\\n'].join(''), ...names], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .reduce((sum, size) => sum + Number(size), 0) / 1024;

async function umeed() {
  const folder = folderFor('footprint');
  const began = performance.now();
  const first = await startUmeed({ folder });
  await answering(first.child, `${first.url}/about`);
  const filled = performance.now() - began;
  await first.stop();
  const starts = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    const server = await startUmeed({ folder, ready: '/about' });
    starts.push(server.answered - from);
    await server.stop();
  }
  const server = await startUmeed({ folder });
  await settle();
  const idle = memory(server.pid);
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
  for (const [, path] of sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g))
    await fetch(server.url + path);
  const working = load(`${server.url}/`, gzip);
  await sleep(quick ? 500 : 3000);
  const loaded = memory(server.pid);
  await working;
  await server.stop();
  return { size: statSync(binary).size / MB, filled, start: median(starts), idle, loaded };
}

async function directus() {
  const server = await startDirectus();
  const token = await server.signIn();
  await makeTables(server, token);
  await server.call('POST', '/items/projects', [{ title: 'One' }, { title: 'Two' }], token);
  await settle();
  const idle = memory(server.pid);
  const working = load(`${server.url}/items/projects`, gzip);
  await sleep(quick ? 500 : 3000);
  const loaded = memory(server.pid);
  await working;
  await server.stop();
  const modules = fileURLToPath(new URL('.peers/directus/node_modules', import.meta.url));
  return { size: weight(modules), start: server.took, idle, loaded };
}

async function wordpress() {
  const site = await startWordPress('<h1>Umeed</h1><p>Hope for every home.</p>');
  const all = () => site.parts.reduce((sum, part) => sum + memory(part.pid), 0);
  await settle();
  const idle = all();
  const working = load(`${site.url}/`, { ...gzip, connections: 16 });
  await sleep(quick ? 500 : 3000);
  const loaded = all();
  await working;
  await site.stop();
  const names = ['wordpress', 'mariadb-server-core', site.fpmPackage, 'nginx-light'];
  return { size: packages(names), start: site.took, idle, loaded };
}

const ours = await umeed();
const peers = [
  ['Directus', await directus()],
  ['WordPress: php-fpm, MariaDB, nginx', await wordpress()],
];
const rows = peers.flatMap(([name, theirs]) =>
  [
    ['size on disk in MB', 'size'],
    ['start to the first answer, existing data, in ms', 'start'],
    ['memory when idle in MB', 'idle'],
    ['memory under load in MB', 'loaded'],
  ].map(([what, key]) => ({
    what,
    here: figure(ours[key]),
    peer: `${name} ${figure(theirs[key])}`,
    ratio: (ours[key] / theirs[key]).toPrecision(2),
  })),
);
rows.push({ what: 'first start, with sample content, to the first page, in ms', here: figure(ours.filled) });
report('footprint', rows);
