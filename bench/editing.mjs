// Visitors read the home page while staff save ten changes a second: how long the slowest hundredth waits, how soon a
// change is seen, and that no page is ever older than the last acknowledged save. Run: make build && node bench/editing.mjs
import { setTimeout as sleep } from 'node:timers/promises';
import { connection } from './connection.mjs';
import { serverCores, stayOnLoadCores } from './cores.mjs';
import { report } from './report.mjs';
import { alternate, figure, formatRatio, median, quick, ratio, seconds } from './rounds.mjs';
import { startUmeed } from './umeed.mjs';
import { load } from './wrk.mjs';

const EVERY_MS = 100;
const MAX_P99 = 2;
const MAX_SEEN_MS = 15;
const duration = quick ? 2 : Math.max(seconds, 10);

stayOnLoadCores();
const umeed = await startUmeed();
const staff = await umeed.signIn();
const [{ content }] = await umeed.call(
  'GET',
  '/rest/v1/website_content?select=content&page_key=eq.homepage',
  undefined,
  staff,
);
const shown = html => Number(/Saved change (\d+)/.exec(html)?.[1] ?? -1);
let saves = 0;
let stale = 0;

const path = '/rest/v1/website_content?page_key=eq.homepage';
const headers = { ...umeed.headers(staff), prefer: 'return=minimal' };

/** Saves a change, and then asks for the page as a visitor would; one at a time, so that their numbers are also their order. */
async function saveAndLook(desk, visitor) {
  const number = ++saves;
  const changed = { ...content, hero: { ...content.hero, heading: `Saved change ${number}` } };
  const body = JSON.stringify({ content: changed });
  const began = performance.now();
  await desk.ask('PATCH', path, headers, body);
  const acknowledged = performance.now();
  const html = await visitor.ask('GET', '/');
  const visible = performance.now();
  if (shown(html) < number) stale++;
  return { save: acknowledged - began, visible: visible - began };
}

/** The same requests, but nothing is saved: what the measuring itself costs. */
async function ask(desk, visitor) {
  await desk.ask('GET', '/healthz');
  await visitor.ask('GET', '/');
}

/** Does something ten times a second while the work goes on. */
async function beside(work, something) {
  const [desk, visitor] = await Promise.all([connection(umeed.url), connection(umeed.url)]);
  let going = true;
  const done = [];
  const doing = (async () => {
    for (let next = performance.now(); going; next += EVERY_MS) {
      done.push(await something(desk, visitor));
      await sleep(Math.max(0, next + EVERY_MS - performance.now()));
    }
  })();
  const result = await work();
  going = false;
  await doing;
  desk.close();
  visitor.close();
  return { ...result, done };
}

const visit = () => load(`${umeed.url}/`, { duration, headers: { 'accept-encoding': 'br' } });
await visit();
const results = await alternate({
  quiet: visit,
  asked: () => beside(visit, ask),
  edited: () => beside(visit, saveAndLook),
  alone: () => beside(() => sleep(duration * 1000), saveAndLook),
});
await umeed.stop();

const of = (side, key) => results[side].map(result => result[key]);
const p99 = ratio(of('edited', 'p99'), of('quiet', 'p99'));
const measuring = ratio(of('asked', 'p99'), of('quiet', 'p99'));
const rate = ratio(of('edited', 'rate'), of('quiet', 'rate'));
function seen(what, side) {
  const saves = of(side, 'done').flat();
  const slowest = (key, part) =>
    saves.map(one => one[key]).toSorted((a, b) => a - b)[Math.floor(saves.length * part)];
  const [middle, last] = [slowest('visible', 0.5), slowest('visible', 0.99)];
  return {
    what: `${what}: from sending a save to seeing it, ${saves.length} saves, in ms`,
    here: `median ${figure(middle)}, p99 ${figure(last)}`,
    peer: `of which the save itself: median ${figure(slowest('save', 0.5))}, p99 ${figure(slowest('save', 0.99))}`,
    goal: `median at most ${MAX_SEEN_MS}`,
    met: middle <= MAX_SEEN_MS,
  };
}
report(
  'editing',
  [
    {
      what: '64 visitors, 10 saves/s: p99 of visitors in ms',
      here: figure(median(of('edited', 'p99'))),
      peer: `without saves ${figure(median(of('quiet', 'p99')))}`,
      ratio: formatRatio(p99),
      goal: `at most ${MAX_P99}`,
      met: p99.ratio <= MAX_P99,
    },
    {
      what: '64 visitors, as many requests that save nothing: p99 of visitors in ms',
      here: figure(median(of('asked', 'p99'))),
      peer: `without them ${figure(median(of('quiet', 'p99')))}`,
      ratio: formatRatio(measuring),
    },
    {
      what: '64 visitors, 10 saves/s: pages/s',
      here: figure(median(of('edited', 'rate'))),
      peer: `without saves ${figure(median(of('quiet', 'rate')))}`,
      ratio: formatRatio(rate),
    },
    seen('64 visitors, 10 saves/s', 'edited'),
    seen('no other visitors, 10 saves/s', 'alone'),
    {
      what: `pages older than an acknowledged save, of ${saves}`,
      here: `${stale}`,
      goal: '0',
      met: stale === 0,
    },
  ],
  `${serverCores} core(s) for the server, the others for the load`,
);
if (stale > 0) process.exitCode = 1;
