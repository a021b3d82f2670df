// What the release binary weighs: its size, the time from start to the first answer on an existing database, and its
// memory when idle and after every public page has been asked for. Run: make build && node bench/footprint.mjs
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = new URL('../target/release/umeed', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'umeed-footprint-'));
const ROUNDS = 7;

async function freePort() {
  const probe = createServer();
  await new Promise(done => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address();
  await new Promise(done => probe.close(done));
  return port;
}

/** Starts the server and waits for its first answer. */
async function start() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(binary, ['serve', '--listen', `127.0.0.1:${port}`, '--data', folder], {
    stdio: 'ignore',
  });
  for (;;) {
    try {
      const answer = await fetch(`${url}/about`);
      if (answer.ok) return { url, child, took: performance.now() - began };
    } catch {
      await new Promise(done => setTimeout(done, 2));
    }
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
  }
}

async function stop(child) {
  const ended = new Promise(done => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

const resident = child =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024;
const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const pause = ms => new Promise(done => setTimeout(done, ms));

const first = await start();
await stop(first.child);
const rows = [];
for (let round = 0; round < ROUNDS; round++) {
  const { url, child, took } = await start();
  await pause(500);
  const idle = resident(child);
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  for (const [, path] of sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)) await fetch(url + path);
  rows.push({ took, idle, warm: resident(child) });
  await stop(child);
}
rmSync(folder, { recursive: true, force: true });

const line = (what, values, unit) =>
  console.log(
    `${what.padEnd(46)}${median(values).toFixed(0).padStart(6)} ${unit}   (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`,
  );
console.log(
  `binary ${(statSync(binary).size / 1024 / 1024).toFixed(1)} MB; median of ${ROUNDS} starts, lowest to highest`,
);
line('first start, with sample content', [first.took], 'ms');
line(
  'start to first page, existing database',
  rows.map(row => row.took),
  'ms',
);
line(
  'memory when idle',
  rows.map(row => row.idle),
  'MB',
);
line(
  'memory after every page was asked for',
  rows.map(row => row.warm),
  'MB',
);
