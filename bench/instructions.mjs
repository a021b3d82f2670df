// How many instructions one cached page takes outside the kernel, counted by valgrind: a figure that does not depend
// on how busy the machine is. nginx's count for the same bytes stands beside it.
// Run: make build && node bench/instructions.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { folderFor, run } from './children.mjs';
import { need } from './needs.mjs';
import { startNginx } from './peers/nginx.mjs';
import { report } from './report.mjs';
import { figure } from './rounds.mjs';
import { startUmeed } from './umeed.mjs';
import { get } from './whole.mjs';

const REQUESTS = 2000;
/** A person's browser, whose views of pages are counted. */
const AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

need({ valgrind: '/usr/bin/valgrind' });
const folder = folderFor('callgrind');

const counted = command => [
  'valgrind',
  '--tool=callgrind',
  '--instr-atstart=no',
  `--callgrind-out-file=${join(folder, 'out.%p')}`,
  ...command,
];

/** One after the other on one connection, as a browser would send them. */
async function ask(url, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let sent = 0; sent < count; sent++) {
    await new Promise((done, failed) => {
      const headers = { 'accept-encoding': 'br', 'user-agent': AGENT };
      const one = request(url, { agent, headers }, answer => answer.resume().once('end', done));
      one.once('error', failed).end();
    });
  }
  agent.destroy();
}

/** Counts only while the requests run. */
async function count(server) {
  await ask(`${server.url}/`, 50);
  await run(['callgrind_control', '-i', 'on', `${server.pid}`]);
  await ask(`${server.url}/`, REQUESTS);
  await run(['callgrind_control', '-i', 'off', `${server.pid}`]);
  await run(['callgrind_control', '-d', `${server.pid}`]);
  await sleep(200);
  const mine = readdirSync(folder).filter(name => name.startsWith(`out.${server.pid}.`));
  const totals = mine.map(name => {
    const said = /^totals:\s+(\d+)/m.exec(readFileSync(join(folder, name), 'utf8'));
    return Number(said?.[1] ?? 0);
  });
  await server.stop('SIGKILL');
  return totals.reduce((sum, total) => sum + total, 0) / REQUESTS;
}

const umeed = await startUmeed({ wrap: counted });
const first = await get(`${umeed.url}/`, 'br');
let page = first;
// Valgrind is slow: the page has settled when it has become smaller.
for (let waited = 0; waited < 90 && page.body.length === first.body.length; waited++) {
  await sleep(1000);
  page = await get(`${umeed.url}/`, 'br');
}
const ours = await count(umeed);
const nginx = await startNginx(page.body, page.headers, { wrap: counted, alone: true });
const theirs = await count(nginx);
report('instructions', [
  {
    what: 'home from memory, brotli: instructions a request, outside the kernel',
    here: figure(ours),
    peer: `nginx ${figure(theirs)}`,
    ratio: figure(ours / theirs),
    noise: 0.03, // instructions are counted, not timed
  },
]);
