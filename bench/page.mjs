// The home page and a list, from memory, against nginx serving the same bytes, compressed beforehand, from a file with sendfile.
// Both get the same cores and the load others. Run: make build && node bench/page.mjs
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { folderFor } from './children.mjs';
import { serverCores } from './cores.mjs';
import { startNginx } from './peers/nginx.mjs';
import { report } from './report.mjs';
import { alternate, figure, formatRatio, median, quick, ratio } from './rounds.mjs';
import { startUmeed } from './umeed.mjs';
import { get } from './whole.mjs';
import { load } from './wrk.mjs';

const GOAL_P99 = 1.5;

/** Pages are compressed once more when they have stood for two seconds; both sides then send the same bytes. */
async function settled(url) {
  await get(url, 'br');
  await sleep(quick ? 3000 : 5000);
}

/** What both serve: the home page, or the list that a visitor's client asks for. */
const HOME = { what: 'home', path: '/', goal: 0.9 };
const LIST = { what: 'list of projects', path: '/rest/v1/projects?select=*&order=created_at.asc', goal: 0.8 };

async function compare(name, umeed, encoding, connections, { subject = HOME, ...options } = {}) {
  const headers = { 'accept-encoding': encoding, ...(subject === LIST && umeed.headers()) };
  const page = await get(umeed.url + subject.path, encoding, headers);
  const nginx = await startNginx(page.body, page.headers, options);
  const same = await get(`${nginx.url}/`, encoding, headers);
  if (!same.body.equals(page.body)) throw new Error('the two do not serve the same bytes');
  const results = await alternate({
    umeed: () => load(umeed.url + subject.path, { connections, headers }),
    nginx: () => load(`${nginx.url}/`, { connections, headers }),
  });
  await nginx.stop();
  const of = (side, key) => results[side].map(result => result[key]);
  const rate = ratio(of('umeed', 'rate'), of('nginx', 'rate'));
  const p99 = ratio(of('umeed', 'p99'), of('nginx', 'p99'));
  return [
    {
      what: `${subject.what}, ${name}, ${connections} connections: requests/s`,
      here: figure(median(of('umeed', 'rate'))),
      peer: `nginx ${figure(median(of('nginx', 'rate')))}`,
      ratio: formatRatio(rate),
      goal: `at least ${subject.goal}`,
      met: rate.ratio >= subject.goal,
    },
    {
      what: `${subject.what}, ${name}, ${connections} connections: p99 in ms`,
      here: figure(median(of('umeed', 'p99'))),
      peer: `nginx ${figure(median(of('nginx', 'p99')))}`,
      ratio: formatRatio(p99),
      goal: `at most ${GOAL_P99}`,
      met: p99.ratio <= GOAL_P99,
    },
  ];
}

const rows = [];
const silent = await startUmeed();
await settled(`${silent.url}/`);
for (const [encoding, name] of [
  ['br', 'brotli'],
  ['gzip', 'gzip'],
]) {
  for (const connections of [64, 256]) rows.push(...(await compare(name, silent, encoding, connections)));
}
rows.push(...(await compare('gzip', silent, 'gzip', 64, { subject: LIST })));
await silent.stop();

// Once more as both are by default: a line in the log for every request.
const log = openSync(join(folderFor('log'), 'umeed.log'), 'a');
const logging = await startUmeed({ args: [], stdio: ['ignore', 'ignore', log] });
await settled(`${logging.url}/`);
rows.push(...(await compare('brotli, both logging', logging, 'br', 64, { log: true })));
await logging.stop();
report('page', rows, `${serverCores} core(s) for each server, the others for the load`);
