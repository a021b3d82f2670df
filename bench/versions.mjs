// This version against another one of itself, in turn, in the same minutes: what a change costs or gains.
// Run: make build && node bench/versions.mjs path/to/the/other/umeed
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { memory, processorTime } from './children.mjs';
import { serverCores } from './cores.mjs';
import { report } from './report.mjs';
import { alternate, figure, formatRatio, median, quick, ratio } from './rounds.mjs';
import { inBatches, volunteer } from './rows.mjs';
import { binary, startUmeed } from './umeed.mjs';
import { load } from './wrk.mjs';

const other = process.argv[2];
if (!other) throw new Error('say which other version: node bench/versions.mjs path/to/umeed');
const SIZES = quick ? [100, 1000] : [100, 100_000];

const open = async program => {
  const server = await startUmeed({ program, args: ['--log', 'warn', '--access-token-secs', '86400'] });
  return { ...server, program, staff: await server.signIn() };
};
const [here, there] = [await open(binary), await open(other)];
const rows = [];

/** `measure` on both; the ratio is ours to theirs. */
async function compare(what, measure) {
  const found = await alternate({ here: () => measure(here), there: () => measure(there) });
  rows.push({
    what,
    here: figure(median(found.here)),
    peer: `the other ${figure(median(found.there))}`,
    ratio: formatRatio(ratio(found.here, found.there)),
  });
}

const rate = (path, options) => async server =>
  (await load(server.url + path, typeof options === 'function' ? options(server) : options)).rate;
/** Processor time of one request in microseconds: what it costs, however busy the machine is otherwise. */
const cost = (path, options) => async server => {
  const before = processorTime(server.pid);
  const { requests } = await load(server.url + path, options(server));
  return (processorTime(server.pid) - before) / requests;
};

const insert = server => ({
  headers: { apikey: server.key },
  script: 'post.lua',
  args: [JSON.stringify({ ...volunteer(0), name: 'Measured' })],
});
const asVisitor = server => ({ headers: server.headers() });
const asStaff = server => ({ headers: server.headers(server.staff) });
const newest = '/rest/v1/volunteers?select=*&order=created_at.desc&limit=20';

await sleep(quick ? 500 : 5000);
await compare('memory when idle in MB', async server => memory(server.pid));
for (const server of [here, there]) await fetch(server.url);
await sleep(quick ? 3000 : 5000);
for (const [encoding, connections] of [
  ['br', 64],
  ['gzip', 256],
]) {
  const ask = { connections, headers: { 'accept-encoding': encoding } };
  await compare(`home, ${encoding}, ${connections} connections: requests/s`, rate('/', ask));
}
/** What a first view fetches before it is painted: the page, and the style where that is a file of its own. */
async function firstPaint(server) {
  const page = await (await fetch(server.url)).text();
  const sheets = [
    ...page.matchAll(
      /<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"|<link[^>]*href="([^"]+)"[^>]*rel="stylesheet"/g,
    ),
  ];
  let sum = 0;
  for (const path of ['/', ...sheets.map(([, one, other]) => one ?? other)]) {
    sum += await cost(path, () => ({ headers: { 'accept-encoding': 'br' } }))(server);
  }
  return sum;
}
await compare('home with its style: µs of processor', firstPaint);
await compare(
  'list of projects: requests/s',
  rate('/rest/v1/projects?select=*&order=created_at.asc', asVisitor),
);
await compare(
  'one row of content: requests/s',
  rate('/rest/v1/website_content?select=content&page_key=eq.homepage', asVisitor),
);
await compare('an application comes in, durable: requests/s', rate('/rest/v1/volunteers', insert));

let filled = 0;
for (const size of SIZES) {
  for (const server of [here, there]) {
    await server.call('DELETE', '/rest/v1/volunteers?name=eq.Measured', undefined, server.staff);
    await inBatches(filled, size, volunteer, batch =>
      server.call('POST', '/rest/v1/volunteers', batch, server.staff, { prefer: 'return=minimal' }),
    );
  }
  filled = size;
  const among = `among ${size.toLocaleString('en')} volunteers: µs of processor`;
  await compare(
    `home ${among}`,
    cost('/', () => ({ headers: { 'accept-encoding': 'br' } })),
  );
  await compare(`newest 20 ${among}`, cost(newest, asStaff));
  await compare(`one more ${among}`, cost('/rest/v1/volunteers', insert));
}
await compare('memory after all this in MB', async server => memory(server.pid));

for (const server of [here, there]) await server.stop();
await compare('start to the first page, existing data, in ms', async ({ program, folder }) => {
  const from = performance.now();
  const server = await startUmeed({ program, folder, ready: '/about' });
  await server.stop();
  return server.answered - from;
});
const [ours, theirs] = [binary, other].map(path => statSync(path).size / 2 ** 20);
rows.push({
  what: 'size in MB',
  here: figure(ours),
  peer: `the other ${figure(theirs)}`,
  ratio: figure(ours / theirs),
});
report('versions', rows, `${serverCores} core(s) for each server, the others for the load`);
