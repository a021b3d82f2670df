// The home page against what a foundation would pick instead: WordPress, with and without a page cache, and Directus,
// whose answer is only the data of such a page. Run: make build && node bench/peers.mjs
import { setTimeout as sleep } from 'node:timers/promises';
import { serverCores } from './cores.mjs';
import { makeTables, startDirectus } from './peers/directus.mjs';
import { startWordPress } from './peers/wordpress.mjs';
import { report } from './report.mjs';
import { alternate, figure, formatRatio, median, ratio } from './rounds.mjs';
import { startUmeed } from './umeed.mjs';
import { load } from './wrk.mjs';

const umeed = await startUmeed();
const html = await (await fetch(`${umeed.url}/`)).text();
// The same text and structure, without our own names for looks.
const main = /<main[^>]*>([\s\S]*)<\/main>/
  .exec(html)[1]
  .replace(/ (class|srcset|sizes|data-\w+)="[^"]*"/g, '');
const wordpress = await startWordPress(main);
const directus = await startDirectus();
const admin = await directus.signIn();
await makeTables(directus, admin);
const contents = await umeed.call('GET', '/rest/v1/website_content?select=page_key,content');
await directus.call('POST', '/items/website_content', contents, admin);
await sleep(4000); // pages are pressed when they have stood a moment

const gzip = { 'accept-encoding': 'gzip' };
const sides = {
  umeed: () => load(`${umeed.url}/`, { headers: gzip }),
  'WordPress without a page cache': () => load(`${wordpress.url}/`, { headers: gzip, connections: 16 }),
  'WordPress behind a page cache': () => load(`${wordpress.keptUrl}/`, { headers: gzip }),
  'Directus, the data only': () =>
    load(`${directus.url}/items/website_content?filter[page_key][_in]=homepage,footer,general_settings`, {
      headers: gzip,
    }),
};
const results = await alternate(sides);
for (const one of [umeed, wordpress, directus]) await one.stop();

const of = (side, key) => results[side].map(result => result[key]);
const here = `${figure(median(of('umeed', 'rate')))}, p99 ${figure(median(of('umeed', 'p99')))} ms`;
const rows = Object.keys(sides)
  .filter(name => name !== 'umeed')
  .map(name => ({
    what: 'home, gzip: requests/s',
    here,
    peer: `${name} ${figure(median(of(name, 'rate')))}, p99 ${figure(median(of(name, 'p99')))} ms`,
    ratio: formatRatio(ratio(of('umeed', 'rate'), of(name, 'rate'))),
  }));
report('peers', rows, `${serverCores} core(s) for each side, the others for the load; 64 connections`);
