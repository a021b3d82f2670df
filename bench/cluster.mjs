// Three servers on one PostgreSQL that flushes: pages, lists and applications against one server, and against pgbench with
// the very statements that a server sends, which is as fast as anything in front of this database can be; then how soon
// a save is seen on all three. Run: make build && node bench/cluster.mjs
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { folderFor } from './children.mjs';
import { serverCores } from './cores.mjs';
import { startPostgres } from './postgres.mjs';
import { report } from './report.mjs';
import { alternate, figure, formatRatio, median, quick, ratio, seconds } from './rounds.mjs';
import { inBatches, volunteer } from './rows.mjs';
import { script, statementsOf } from './statements.mjs';
import { startUmeed } from './umeed.mjs';
import { load } from './wrk.mjs';

const SERVERS = 3;
const CONNECTIONS = quick ? 6 : 64; // as in wrk.mjs
const VOLUNTEERS = quick ? 1_000 : 100_000;
/** How the server's writer sets up its connection: triggers note what is written. */
const WRITER = '-c umeed.record=0';
const SAVES = quick ? 10 : 100;

const postgres = await startPostgres();
const servers = [await startUmeed({ database: postgres.url })];
const [first] = servers;
while (servers.length < SERVERS) {
  // Files are in one place, as on a disk that all of them have mounted; nothing here asks for one.
  const folder = folderFor('umeed');
  symlinkSync(join(first.folder, 'files'), join(folder, 'files'));
  servers.push(await startUmeed({ database: postgres.url, folder }));
}
const staff = await first.signIn();
console.error('filling the database');
await inBatches(0, VOLUNTEERS, volunteer, rows =>
  first.call('POST', '/rest/v1/volunteers', rows, staff, { prefer: 'return=minimal' }),
);
postgres.psql('ANALYZE');

/** The load on so many servers at once, shared among them. */
async function spread(some, path, options) {
  const connections = Math.floor(CONNECTIONS / some.length);
  const each = await Promise.all(some.map(({ url }) => load(url + path, { ...options, connections })));
  return {
    rate: each.reduce((sum, { rate }) => sum + rate, 0),
    p99: Math.max(...each.map(({ p99 }) => p99)),
  };
}

/** Three servers against one, and against the limits: name → file of statements. */
async function compare(what, path, options, limits = {}) {
  const duration = seconds;
  const results = await alternate({
    three: () => spread(servers, path, options),
    one: () => spread([first], path, options),
    ...Object.fromEntries(
      Object.entries(limits).map(([name, file]) => [
        name,
        async () => ({
          rate: await postgres.pgbench(file, { clients: CONNECTIONS, duration, settings: WRITER }),
        }),
      ]),
    ),
  });
  const of = (side, key) => results[side].map(result => result[key]);
  const here = side => `${figure(median(of(side, 'rate')))}, p99 ${figure(median(of(side, 'p99')))} ms`;
  const against = (side, peer, name) => ({
    what: `PostgreSQL, ${side === 'one' ? 'one server' : 'three servers'}, ${what}/s`,
    here: here(side),
    peer: `${name} ${peer === 'one' ? here('one') : figure(median(of(peer, 'rate')))}`,
    ratio: formatRatio(ratio(of(side, 'rate'), of(peer, 'rate'))),
  });
  return [
    against('three', 'one', 'one server'),
    ...Object.keys(limits).flatMap(name => [
      against('one', name, `pgbench, ${name}`),
      against('three', name, `pgbench, ${name}`),
    ]),
  ];
}

const rows = [];
await Promise.all(servers.map(({ url }) => fetch(`${url}/`).then(answer => answer.text())));
await sleep(quick ? 3000 : 5000); // pages are pressed when they have stood a moment
rows.push(...(await compare('home, brotli: pages', '/', { headers: { 'accept-encoding': 'br' } })));

const lists = [
  [
    'list of projects: requests',
    '/rest/v1/projects?select=*&order=created_at.asc',
    undefined,
    [/json_build_object.*"projects"/],
  ],
  [
    `20 of ${VOLUNTEERS.toLocaleString('en')} volunteers, as staff: requests`,
    '/rest/v1/volunteers?select=*&order=created_at.desc&limit=20',
    staff,
    // Whether the session still stands is asked each time.
    [/LEFT JOIN sessions/, /json_build_object.*"volunteers"/],
  ],
];
for (const [what, path, token, marks] of lists) {
  const asked = await statementsOf(postgres, () => first.call('GET', path, undefined, token), ...marks);
  const limits = { 'the same statements': script('list', asked) };
  rows.push(...(await compare(what, path, { headers: first.headers(token) }, limits)));
}

/** Every row needs a key of its own. */
const withNewKeys = sql => sql.replace(/VALUES \('[0-9a-f-]{36}'/, 'VALUES (CAST(gen_random_uuid() AS TEXT)');
const application = volunteer(1);
const sent = await statementsOf(
  postgres,
  () => first.call('POST', '/rest/v1/volunteers', application, undefined, { prefer: 'return=minimal' }),
  /^INSERT INTO "volunteers"/,
);
const inserts = sent.map(withNewKeys);
rows.push(
  ...(await compare(
    'applications, durable: rows',
    '/rest/v1/volunteers',
    { headers: { apikey: first.key }, script: 'post.lua', args: [JSON.stringify(application)] },
    {
      'the same statements, one row a commit': script('insert', inserts),
      'the INSERT alone': script(
        'insert-alone',
        inserts.filter(sql => sql.startsWith('INSERT')),
      ),
    },
  )),
);

const path = '/rest/v1/website_content?page_key=eq.homepage';
const [{ content }] = await first.call('GET', `${path}&select=content`, undefined, staff);
/** Asks one server until it shows the change. */
async function shown({ url }, heading) {
  for (;;) {
    const html = await (await fetch(`${url}/`)).text();
    if (html.includes(heading)) return performance.now();
    await sleep(1);
  }
}
const seen = [];
for (let number = 0; number < SAVES; number++) {
  const heading = `Saved change ${number} of ${SAVES}`;
  const began = performance.now();
  await first.call('PATCH', path, { content: { ...content, hero: { ...content.hero, heading } } }, staff, {
    prefer: 'return=minimal',
  });
  const saved = performance.now();
  const everywhere = await Promise.all(servers.map(server => shown(server, heading)));
  seen.push({ save: saved - began, everywhere: Math.max(...everywhere) - began });
  await sleep(50);
}
const part = (key, share) => {
  const sorted = seen.map(one => one[key]).toSorted((one, other) => one - other);
  return figure(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
};
rows.push({
  what: `PostgreSQL, from sending a save to seeing it on all ${SERVERS} servers, ${SAVES} saves, in ms`,
  here: `median ${part('everywhere', 0.5)}, p99 ${part('everywhere', 0.99)}`,
  peer: `of which the save itself: median ${part('save', 0.5)}, p99 ${part('save', 0.99)}`,
});

await Promise.all(servers.map(server => server.stop()));
await postgres.stop('SIGINT');
report(
  'cluster',
  rows,
  `${serverCores} core(s) for PostgreSQL and all servers together, the others for the load; ${CONNECTIONS} connections`,
);
