// Against PocketBase, which is one file too, with the same tables, rows and rights: what each weighs, how soon it answers,
// and the same questions with 100,000 rows; with BENCH_LARGE=1 also with a million.
// An answer of ours means that the disk has it. PocketBase's does not: it leaves the flush to the next checkpoint
// (synchronous=NORMAL), so a power cut can take what it has acknowledged. So inserts are compared twice: as each is, and
// with both on a disk in memory, where a flush costs nothing. Run: make build && node bench/pocketbase.mjs
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { folderFor, memory } from './children.mjs';
import { compareLoads } from './compare.mjs';
import { serverCores } from './cores.mjs';
import { fill, makeTables, startPocketBase } from './peers/pocketbase.mjs';
import { report } from './report.mjs';
import { alternate, figure, formatRatio, median, quick, ratio } from './rounds.mjs';
import { inBatches, volunteer } from './rows.mjs';
import { binary, startUmeed } from './umeed.mjs';

const SIZES = quick ? [2_000, 5_000] : [100_000, ...(process.env.BENCH_LARGE === '1' ? [1_000_000] : [])];
const MB = 2 ** 20;
/** What the measurement itself sends in; taken out again, so that both hold the same rows. */
const MEASURED = { ...volunteer(1), name: 'Measured' };
const FEW = 4;
const FLUSHED = 'flushed here, not in PocketBase';

const NEWEST = {
  ours: '/rest/v1/volunteers?select=*&order=created_at.desc&limit=20',
  theirs: '/api/collections/volunteers/records?sort=-created_at&perPage=20',
};
const post = body => ({ script: 'post.lua', args: [JSON.stringify(body)] });
/** What the database takes on disk, with its log of what is not in its place yet, in MB. */
const databaseSize = (folder, name) =>
  readdirSync(folder)
    .filter(file => file.startsWith(name))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / MB;

/** Both, empty but for the projects and the texts of our sample. */
async function startBoth(parent) {
  const umeed = await startUmeed({ folder: folderFor('umeed', parent) });
  const pocketbase = await startPocketBase({ folder: folderFor('pocketbase', parent) });
  const owner = await pocketbase.signInOwner();
  await makeTables(pocketbase, owner);
  const put = (collection, row) => pocketbase.call('POST', `/collections/${collection}/records`, row, owner);
  for (const row of await umeed.call('GET', '/rest/v1/projects?select=title,description,image_url'))
    await put('projects', row);
  for (const { page_key, content } of await umeed.call(
    'GET',
    '/rest/v1/website_content?select=page_key,content',
  ))
    await put('website_content', { id: page_key, content });
  return { umeed, pocketbase };
}

const insert = (what, { umeed, pocketbase }) =>
  compareLoads(
    what,
    { url: `${umeed.url}/rest/v1/volunteers`, headers: { apikey: umeed.key }, ...post(MEASURED) },
    'PocketBase',
    { url: `${pocketbase.url}/api/collections/volunteers/records`, ...post(MEASURED) },
  );

const PROJECTS = {
  ours: '/rest/v1/projects?select=*&order=created_at.asc',
  theirs: '/api/collections/projects/records?sort=created_at&perPage=500&skipTotal=1',
};
const CONTENT = {
  ours: '/rest/v1/website_content?select=content&page_key=eq.homepage',
  theirs: '/api/collections/website_content/records/homepage?fields=content',
};

/** What visitors read: the same question again and again, which ours answers from memory, and each time another, for which
 * both ask their database. A limit beyond all rows makes another question of ours, a word it does not know one of theirs. */
async function visitors({ umeed, pocketbase }) {
  const asVisitor = { headers: umeed.headers() };
  const anew = path => ({ script: 'vary.lua', args: [path] });
  const rows = [];
  for (const [what, { ours, theirs }] of [
    ['list of projects', PROJECTS],
    ['one row of content', CONTENT],
  ]) {
    const [here, there] = [{ url: umeed.url + ours, ...asVisitor }, { url: pocketbase.url + theirs }];
    rows.push(await compareLoads(what, here, 'PocketBase', there));
    rows.push(
      await compareLoads(
        `${what}, another question each time`,
        { ...here, ...anew(`${ours}&limit=COUNT`) },
        'PocketBase',
        { ...there, ...anew(`${theirs}&n=COUNT`) },
      ),
    );
  }
  return rows;
}

const signIn = ({ umeed, pocketbase }) =>
  compareLoads(
    'sign-in, argon2id against bcrypt',
    {
      url: `${umeed.url}/auth/v1/token?grant_type=password`,
      headers: { apikey: umeed.key },
      connections: 8,
      ...post(umeed.credentials),
    },
    'PocketBase',
    {
      url: `${pocketbase.url}/api/collections/users/auth-with-password`,
      connections: 8,
      ...post(pocketbase.credentials),
    },
  );

/** The same questions of staff, and an application that comes in, with so many rows. */
async function large(both, size) {
  const { umeed, pocketbase } = both;
  const headers = umeed.headers(await umeed.signIn());
  const theirs = { headers: { authorization: await pocketbase.signIn() } };
  const many = size.toLocaleString('en');
  const ask = (what, ours, path, connections) =>
    compareLoads(what, { headers, connections, ...ours }, 'PocketBase', {
      url: pocketbase.url + path,
      connections,
      ...theirs,
    });
  const one = await umeed.call(
    'GET',
    '/rest/v1/volunteers?select=id&order=id&offset=1000&limit=1',
    undefined,
    headers.authorization.slice(7),
  );
  const records = '/collections/volunteers/records';
  const other = await pocketbase.call(
    'GET',
    `${records}?perPage=1&page=1000&skipTotal=1`,
    undefined,
    theirs.headers.authorization,
  );
  return [
    await ask(
      `20 of ${many} volunteers, as staff`,
      { url: umeed.url + NEWEST.ours },
      `${NEWEST.theirs}&skipTotal=1`,
    ),
    await ask(
      `one of ${many} volunteers by its key, as staff`,
      { url: `${umeed.url}/rest/v1/volunteers?select=*&id=eq.${one[0].id}` },
      `/api${records}/${other.items[0].id}`,
    ),
    await ask(
      `20 of ${many} volunteers, and how many there are`,
      { url: umeed.url + NEWEST.ours, headers: { ...headers, prefer: 'count=exact' } },
      NEWEST.theirs,
      FEW, // PocketBase counts a million rows each time, and lets 64 who ask wait for a minute
    ),
    await insert(`an application comes in beside ${many}, ${FLUSHED}`, both),
  ];
}

/** Both with exactly the rows up to `size`. */
async function grow(both, from, size) {
  console.error(`filling both up to ${size.toLocaleString('en')} rows`);
  const staff = await both.umeed.signIn();
  await both.umeed.call('DELETE', `/rest/v1/volunteers?name=eq.${MEASURED.name}`, undefined, staff);
  await inBatches(from, size, volunteer, rows =>
    both.umeed.call('POST', '/rest/v1/volunteers', rows, staff, { prefer: 'return=minimal' }),
  );
  await both.pocketbase.stop();
  await fill(both.pocketbase.folder, MEASURED.name, from, size);
  both.pocketbase = await startPocketBase({ folder: both.pocketbase.folder });
}

/** From the start of the program to its first answer, a page of ours and a row of theirs, in turn, on the data that are
 * there; then memory without work. */
async function footprint({ umeed, pocketbase }) {
  await Promise.all([umeed.stop(), pocketbase.stop()]);
  const time = async begin => {
    const began = performance.now();
    const server = await begin();
    await server.stop();
    return server.answered - began;
  };
  const starts = await alternate({
    umeed: () => time(() => startUmeed({ folder: umeed.folder, ready: '/about' })),
    pocketbase: () =>
      time(() =>
        startPocketBase({ folder: pocketbase.folder, ready: '/api/collections/projects/records?perPage=1' }),
      ),
  });
  const again = {
    umeed: await startUmeed({ folder: umeed.folder }),
    pocketbase: await startPocketBase({ folder: pocketbase.folder }),
  };
  await sleep(quick ? 500 : 5000);
  const idle = [memory(again.umeed.pid), memory(again.pocketbase.pid)];
  const plain = (what, ours, theirs) => ({
    what,
    here: figure(ours),
    peer: `PocketBase ${figure(theirs)}`,
    ratio: figure(ours / theirs),
  });
  const rows = [
    {
      ...plain(
        'start to the first answer, existing data, in ms',
        median(starts.umeed),
        median(starts.pocketbase),
      ),
      ratio: formatRatio(ratio(starts.umeed, starts.pocketbase)),
    },
    plain('memory when idle in MB', ...idle),
    plain('size of the program in MB', statSync(binary).size / MB, statSync(pocketbase.program).size / MB),
  ];
  return { again, rows };
}

let both = await startBoth();
const rows = [...(await visitors(both)), await signIn(both)];
const { again, rows: weights } = await footprint(both);
both = again;
rows.push(...weights);
let there = 0;
for (const size of SIZES) {
  await grow(both, there, size);
  there = size;
  const ours = databaseSize(both.umeed.folder, 'umeed.db');
  const theirs = databaseSize(join(both.pocketbase.folder, 'data'), 'data.db');
  rows.push({
    what: `database with ${size.toLocaleString('en')} rows in MB`,
    here: figure(ours),
    peer: `PocketBase ${figure(theirs)}`,
    ratio: figure(ours / theirs),
  });
  rows.push(...(await large(both, size)));
}
await Promise.all([both.umeed.stop(), both.pocketbase.stop()]);

const inMemory = await startBoth('/dev/shm');
rows.push(await insert('an application comes in, both where a flush costs nothing', inMemory));
await Promise.all([inMemory.umeed.stop(), inMemory.pocketbase.stop()]);

report(
  'pocketbase',
  rows,
  `${serverCores} core(s) for each server, the others for the load; 64 connections, sign-in 8, counts ${FEW}. ` +
    "PocketBase's commits are not flushed to disk (synchronous=NORMAL), ours are.",
);
