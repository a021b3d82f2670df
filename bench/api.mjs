// The API against Directus with the same tables, rows and rights, and inserts also against what SQLite itself can do.
// Run: make build && node bench/api.mjs
import { join } from 'node:path';
import { folderFor, run } from './children.mjs';
import { compareLoads } from './compare.mjs';
import { onServerCores, serverCores } from './cores.mjs';
import { need } from './needs.mjs';
import { makeTables, startDirectus } from './peers/directus.mjs';
import { report } from './report.mjs';
import { alternate, figure, formatRatio, median, quick, ratio, seconds } from './rounds.mjs';
import { inBatches, volunteer } from './rows.mjs';
import { startUmeed } from './umeed.mjs';
import { load } from './wrk.mjs';

const VOLUNTEERS = quick ? 2_000 : 100_000;
const LIST_GOAL = 20;
const INSERT_GOAL = 0.75;

need({ python3: '/usr/bin/python3' });
const umeed = await startUmeed();
const directus = await startDirectus();
const staff = await umeed.signIn();
const admin = await directus.signIn();
await makeTables(directus, admin);

console.error('filling both with the same rows');
const projects = await umeed.call('GET', '/rest/v1/projects?select=title,description,image_url');
await directus.call('POST', '/items/projects', projects, admin);
const contents = await umeed.call('GET', '/rest/v1/website_content?select=page_key,content');
await directus.call('POST', '/items/website_content', contents, admin);
await inBatches(0, VOLUNTEERS, volunteer, async rows => {
  await umeed.call('POST', '/rest/v1/volunteers', rows, staff, { prefer: 'return=minimal' });
  await directus.call('POST', '/items/volunteers?fields=id&limit=1', rows, admin);
});

const bearer = token => ({ authorization: `Bearer ${token}` });
const asVisitor = { headers: umeed.headers() };
const asStaff = { headers: umeed.headers(staff) };

const umeedAt = ({ path, ...options }) => ({ url: umeed.url + path, ...options });
const directusAt = ({ path, ...options }) => ({ url: directus.url + path, ...options });
const compare = (what, ours, theirs, goal) =>
  compareLoads(what, umeedAt(ours), 'Directus', directusAt(theirs), goal);

const rows = [];
const many = VOLUNTEERS.toLocaleString('en');
const reads = [
  ['list of projects', '/rest/v1/projects?select=*&order=created_at.asc', '/items/projects?sort=created_at'],
  [
    'one row of content',
    '/rest/v1/website_content?select=content&page_key=eq.homepage',
    '/items/website_content/homepage?fields=content',
  ],
];
for (const [what, ours, theirs] of reads) {
  rows.push(await compare(what, { ...asVisitor, path: ours }, { path: theirs }, LIST_GOAL));
}
const newest = '/rest/v1/volunteers?select=*&order=created_at.desc&limit=20';
const theirs = { path: '/items/volunteers?sort=-created_at&limit=20', headers: bearer(admin) };
rows.push(
  await compare(`20 of ${many} volunteers, as staff`, { ...asStaff, path: newest }, theirs, LIST_GOAL),
);
const counted = { path: newest, headers: { ...asStaff.headers, prefer: 'count=exact' } };
const theirCount = { path: `${theirs.path}&meta=filter_count`, headers: theirs.headers };
rows.push(await compare(`the same, and how many there are`, counted, theirCount));

const sent = JSON.stringify(volunteer(1));
const post = body => ({ script: 'post.lua', args: [body] });
rows.push(
  await compare(
    'an application comes in, durable',
    { path: '/rest/v1/volunteers', headers: { apikey: umeed.key }, ...post(sent) },
    { path: '/items/volunteers', ...post(sent) },
  ),
);

// SQLite alone, on the same core and a copy of the same database, in turn with the same load on ours.
const program = new URL('bare.py', import.meta.url).pathname;
const bareSqlite = ['python3', program, join(umeed.folder, 'umeed.db'), folderFor('bare')];
const bare = await alternate({
  umeed: () => load(`${umeed.url}/rest/v1/volunteers`, { headers: { apikey: umeed.key }, ...post(sent) }),
  sqlite: async () => JSON.parse(await run(onServerCores([...bareSqlite, `${Math.max(1, seconds / 2)}`]))),
});
for (const [key, name] of [
  ['alone', 'one row a commit'],
  ['together', '64 rows a commit'],
]) {
  const limit = bare.sqlite.map(result => result[key]);
  const rates = bare.umeed.map(result => result.rate);
  const rate = ratio(rates, limit);
  rows.push({
    what: 'applications from 64 writers, durable: rows/s',
    here: figure(median(rates)),
    peer: `SQLite alone, ${name} ${figure(median(limit))}`,
    ratio: formatRatio(rate),
    goal: `at least ${INSERT_GOAL}`,
    met: rate.ratio >= INSERT_GOAL,
  });
}

const signIn = await compare(
  'sign-in',
  {
    path: '/auth/v1/token?grant_type=password',
    headers: { apikey: umeed.key },
    connections: 8,
    ...post(JSON.stringify(umeed.credentials)),
  },
  { path: '/auth/login', connections: 8, ...post(JSON.stringify(directus.credentials)) },
);
rows.push(signIn);

await umeed.stop();
await directus.stop();
report(
  'api',
  rows,
  `${serverCores} core(s) for each server, the others for the load; 64 connections, sign-in 8`,
);
