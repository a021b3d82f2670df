// The same questions with 100, 10,000 and 100,000 rows in every table that grows, with 10,000 files, and with a million lines
// of history: what a request costs must not follow the size of the table. What staff ask is asked of 1,000 and 100,000 volunteers,
// with BENCH_LARGE=1 also of a million. Draws docs/images/growth.svg.
// Run: make build && node bench/growth.mjs
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processorTime } from './children.mjs';
import { onServerCores } from './cores.mjs';
import { graph } from './graph.mjs';
import { report } from './report.mjs';
import { figure, median, quick, rounds } from './rounds.mjs';
import { inBatches, volunteer } from './rows.mjs';
import { startUmeed } from './umeed.mjs';
import { get } from './whole.mjs';
import { load } from './wrk.mjs';

const SIZES = quick ? [100, 1000] : [100, 10_000, 100_000];
const SEARCHED = quick ? [1000, 3000] : [1000, 100_000, ...(process.env.BENCH_LARGE ? [1_000_000] : [])];
const FILES = quick ? 300 : 10_000;
const LINES = quick ? [1000, 5000] : [1000, 1_000_000];
/** Flat: at most this much dearer at the largest size than at the smallest. */
const FLAT = 1.5;
/** What grows by its nature, and by what. */
const GROWS = {
  '20 volunteers from the middle': 'by the rows it skips',
};
// The smallest GIF there is.
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** What the measurement itself sends in; taken out again, so that the table keeps its size. */
const MEASURED = { ...volunteer(0), name: 'Measured' };

const FILLS = {
  volunteers: volunteer,
  subscribers: number => ({ email: `reader${number}@example.org` }),
  projects: number => ({
    title: `Project ${number}`,
    description: `<p>What project ${number} is about.</p>`,
  }),
  gallery_images: number => ({ image_url: `/storage/v1/object/public/website_images/gallery/${number}.gif` }),
};

/** Processor time of the server for one request: what it costs, however busy the machine is otherwise. */
async function cost(umeed, path, options) {
  const costs = [];
  for (let round = 0; round < Math.min(3, rounds); round++) {
    const before = processorTime(umeed.pid);
    const { requests } = await load(umeed.url + path, { ...options, duration: quick ? 1 : 3 });
    costs.push((processorTime(umeed.pid) - before) / requests);
  }
  return median(costs);
}

async function measure(umeed, staff, size) {
  const asStaff = umeed.headers(staff);
  const newest = 'select=*&order=created_at.desc&limit=20';
  const list = (table, query, headers = asStaff) => [`/rest/v1/${table}?${query}`, { headers }];
  const questions = {
    'home page from memory': ['/', { headers: { 'accept-encoding': 'br' } }],
    'gallery page from memory': ['/gallery', { headers: { 'accept-encoding': 'br' } }],
    'one row of content': list('website_content', 'select=content&page_key=eq.homepage', umeed.headers()),
    'newest 20 projects': list('projects', newest, umeed.headers()),
    'newest 20 volunteers': list('volunteers', newest),
    'volunteers by id': list('volunteers', 'id=eq.018f0000-0000-7000-8000-000000000000'),
    '20 volunteers from the middle': list('volunteers', `${newest}&offset=${Math.floor(size / 2)}`),
    'newest 20 and their number': list('volunteers', newest, { ...asStaff, prefer: 'count=exact' }),
    'volunteers of a city, 20': list('volunteers', `city=eq.Lahore&${newest}`),
    'an application comes in': [
      '/rest/v1/volunteers',
      { headers: { apikey: umeed.key }, script: 'post.lua', args: [JSON.stringify(MEASURED)] },
    ],
  };
  const costs = {};
  for (const [what, [path, options]] of Object.entries(questions)) {
    costs[what] = await cost(umeed, path, options);
  }
  await umeed.call('DELETE', `/rest/v1/volunteers?name=eq.${MEASURED.name}`, undefined, staff);
  return costs;
}

async function upload(umeed, staff, from, to) {
  let next = from;
  const one = async () => {
    while (next < to) {
      const path = `gallery/${next++}.gif`;
      const answer = await fetch(`${umeed.url}/storage/v1/object/website_images/${path}`, {
        method: 'POST',
        headers: { ...umeed.headers(staff), 'content-type': 'image/gif' },
        body: PICTURE,
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`upload: ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
}

/** Listing a folder and sending a file, before and after the bucket has filled. */
async function files(umeed, staff) {
  const costs = {};
  const listing = {
    headers: umeed.headers(staff),
    script: 'post.lua',
    args: ['{"prefix":"gallery","limit":100}'],
  };
  const ask = {
    'first 100 files of a folder': ['/storage/v1/object/list/website_images', listing],
    'a file': ['/storage/v1/object/public/website_images/gallery/0.gif', {}],
  };
  let there = 0;
  for (const size of [100, FILES]) {
    await upload(umeed, staff, there, size);
    there = size;
    for (const [what, [path, options]] of Object.entries(ask)) {
      costs[what] ??= {};
      costs[what][size] = await cost(umeed, path, options);
    }
  }
  return costs;
}

/** Rows that are changed together, each of which leaves a line. */
const TOGETHER = 1000;

/** Changes rows until the history has so many lines. */
async function fillHistory(umeed, staff, size) {
  const prefer = { prefer: 'return=minimal' };
  for (let lines = 0, round = 0; lines < size; lines += TOGETHER) {
    if (round === 0) {
      const stories = Array.from({ length: TOGETHER }, (_, number) => ({ title: `Story ${number}` }));
      await umeed.call('POST', '/rest/v1/success_stories', stories, staff, prefer);
    } else {
      const change = { category: `Round ${size}-${round}` };
      await umeed.call('PATCH', '/rest/v1/success_stories?title=like.Story*', change, staff, prefer);
    }
    round++;
  }
}

/** Saving, listing and looking something up, with few lines of history and with many. */
async function history(umeed, staff) {
  const headers = umeed.headers(staff);
  const lines = query => [`/rest/v1/history?${query}&order=id.desc&limit=20`, { headers }];
  const content = { heading: 'Saved COUNT times' };
  const ask = {
    'a page is saved': [
      '/rest/v1/website_content?page_key=eq.contact',
      { headers, script: 'save.lua', args: [JSON.stringify({ content })] },
    ],
    'newest 20 stories': [
      '/rest/v1/success_stories?select=*&order=created_at.desc&limit=20',
      { headers: umeed.headers() },
    ],
    'newest 20 versions of a page': lines('table_name=eq.website_content&row_key=eq.homepage'),
    'newest 20 deleted projects': lines('table_name=eq.projects&verb=eq.delete'),
  };
  const costs = {};
  for (const size of LINES) {
    console.error(`filling up to ${size} lines of history`);
    await fillHistory(umeed, staff, size);
    for (const [what, [path, options]] of Object.entries(ask)) {
      costs[what] ??= {};
      costs[what][size] = await cost(umeed, path, options);
    }
  }
  return costs;
}

/** In which columns staff look for a text, as web/src/admin does. */
const COLUMNS = ['name', 'city', 'phone', 'skills', 'email', 'interest', 'notes'];
const NEWEST = 'select=*,email,interest,status,notes&order=created_at.desc,id.desc&limit=51';
const OPERATOR = 'measuring';
const RARE = { name: 'Zubeda Qazi', city: 'Gojra', phone: '+92 321 9182736' };

/** Until every row that is meant to be is in the index; some hundred of the newest never are. */
async function indexed(umeed) {
  for (let rest = Infinity; rest >= 512; await pause(500)) {
    const answer = await fetch(`${umeed.url}/metrics`, { headers: { authorization: `Bearer ${OPERATOR}` } });
    const line = /^umeed_search_unindexed_rows\{table="volunteers"\} (\d+)$/m.exec(await answer.text());
    if (!line) throw new Error('the server does not say how far its index is');
    rest = Number(line[1]);
  }
}

/** What staff ask of few volunteers and of many. */
async function asStaff() {
  const umeed = await startUmeed({
    args: ['--log', 'warn', '--access-token-secs', '86400'],
    wrap: command => ['env', `UMEED_METRICS_TOKEN=${OPERATOR}`, ...onServerCores(command)],
  });
  const staff = await umeed.signIn();
  const headers = umeed.headers(staff);
  const send = rows => umeed.call('POST', '/rest/v1/volunteers', rows, staff, { prefer: 'return=minimal' });
  const first = `/rest/v1/volunteers?${NEWEST}`;
  const search = text => {
    const each = COLUMNS.map(column => `${column}.ilike."*${text}*"`);
    return [`${first}&or=${encodeURIComponent(`(${each})`)}`, { headers }];
  };
  const nextPage = async () => {
    const last = (await umeed.call('GET', first, undefined, staff)).at(-1);
    const after = encodeURIComponent(`(created_at.lt."${last.created_at}",id.lt.${last.id})`);
    const until = encodeURIComponent(last.created_at);
    return [`${first}&created_at=lte.${until}&or=${after}`, { headers }];
  };
  const costs = {};
  let filled = 0;
  await send([RARE]);
  for (const size of SEARCHED) {
    console.error(`filling up to ${size} volunteers, and their index`);
    await inBatches(filled, size, volunteer, send);
    filled = size;
    await indexed(umeed);
    const questions = {
      'search: rare name': search('beda qaz'),
      'search: a phone number': search('9182736'),
      'search: common city': search('Lahore'),
      'search: nothing found': search('Nobody Is Called So'),
      'first page of volunteers': [first, { headers }],
      'first page and how many there are': [first, { headers: { ...headers, prefer: 'count=exact' } }],
      'next page of volunteers': await nextPage(),
      'an application beside the index': [
        '/rest/v1/volunteers',
        { headers: { apikey: umeed.key }, script: 'post.lua', args: [JSON.stringify(MEASURED)] },
      ],
    };
    for (const [what, [path, options]] of Object.entries(questions)) {
      costs[what] ??= {};
      costs[what][size] = await cost(umeed, path, options);
    }
    await umeed.call('DELETE', `/rest/v1/volunteers?name=eq.${MEASURED.name}`, undefined, staff);
  }
  await umeed.stop();
  return costs;
}

const umeed = await startUmeed({
  args: ['--log', 'warn', '--access-token-secs', '86400', '--history-mb', '100000'],
});
const staff = await umeed.signIn();
const costs = {};
/** What the gallery's first part weighs, without its pictures: the same few however many there are. */
const weights = {};
let filled = 0;
for (const size of SIZES) {
  console.error(`filling up to ${size} rows`);
  for (const [table, row] of Object.entries(FILLS)) {
    await inBatches(filled, size, row, rows =>
      umeed.call('POST', `/rest/v1/${table}`, rows, staff, { prefer: 'return=minimal' }),
    );
  }
  filled = size;
  for (const [what, cost] of Object.entries(await measure(umeed, staff, size))) {
    costs[what] ??= {};
    costs[what][size] = cost;
  }
  weights[size] = (await get(`${umeed.url}/gallery`, 'br')).body.length / 1024;
}
Object.assign(costs, await files(umeed, staff), await history(umeed, staff));
await umeed.stop();
Object.assign(costs, await asStaff());

function row(what, unit, bySize) {
  const sizes = Object.keys(bySize).map(Number);
  const growth = bySize[sizes.at(-1)] / bySize[sizes[0]];
  return {
    what: `${what}: ${unit} with ${sizes.map(size => size.toLocaleString('en')).join(', ')}`,
    here: sizes.map(size => figure(bySize[size])).join(', '),
    ratio: figure(growth),
    ...(GROWS[what]
      ? { goal: `none, costs ${GROWS[what]}` }
      : { goal: `at most ${FLAT}`, met: growth <= FLAT }),
  };
}
const rows = Object.entries(costs).map(([what, bySize]) => row(what, 'µs of processor time', bySize));
rows.push(row('gallery page, brotli', 'KB', weights));
report('growth', rows, 'processor time of the server for one request, in µs; 64 connections');
if (!quick) {
  writeFileSync(fileURLToPath(new URL('../docs/images/growth.svg', import.meta.url)), graph(costs));
}
