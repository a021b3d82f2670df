// Visitors read the home page while staff save ten changes a second: how long the slowest hundredth waits, how soon a
// change is seen, and that no page is ever older than the last acknowledged save. Run: make build && node bench/editing.mjs
import { setTimeout as sleep } from 'node:timers/promises';
import { serverCores } from './cores.mjs';
import { report } from './report.mjs';
import { alternate, figure, formatRatio, median, quick, ratio, seconds } from './rounds.mjs';
import { startUmeed } from './umeed.mjs';
import { load } from './wrk.mjs';

const EVERY_MS = 100;
const duration = quick ? 2 : Math.max(seconds, 10);

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
const seen = [];
let stale = 0;

const path = '/rest/v1/website_content?page_key=eq.homepage';

/** Saves a change; one at a time, so that their numbers are also their order. */
async function save() {
  const number = ++saves;
  const changed = { ...content, hero: { ...content.hero, heading: `Saved change ${number}` } };
  const began = performance.now();
  await umeed.call('PATCH', path, { content: changed }, staff, { prefer: 'return=minimal' });
  return { number, began, acknowledged: performance.now() };
}

/** Asks for the page as a visitor would, once the save was acknowledged. */
async function look({ number, began, acknowledged }) {
  const html = await (await fetch(`${umeed.url}/`)).text();
  if (shown(html) < number) stale++;
  seen.push({ save: acknowledged - began, visible: performance.now() - began });
}

async function edited(work) {
  let going = true;
  const pending = [];
  const editor = (async () => {
    for (let next = performance.now(); going; next += EVERY_MS) {
      pending.push(look(await save()));
      await sleep(Math.max(0, next + EVERY_MS - performance.now()));
    }
  })();
  const result = await work();
  going = false;
  await editor;
  await Promise.all(pending);
  return result;
}

const visit = () => load(`${umeed.url}/`, { duration, headers: { 'accept-encoding': 'br' } });
await visit();
const results = await alternate({ quiet: visit, edited: () => edited(visit) });
await umeed.stop();

const of = (side, key) => results[side].map(result => result[key]);
const p99 = ratio(of('edited', 'p99'), of('quiet', 'p99'));
const rate = ratio(of('edited', 'rate'), of('quiet', 'rate'));
const slowest = (key, part) =>
  seen.map(one => one[key]).toSorted((a, b) => a - b)[Math.floor(seen.length * part)];
report(
  'editing',
  [
    {
      what: '64 visitors, 10 saves/s: p99 of visitors in ms',
      here: figure(median(of('edited', 'p99'))),
      peer: `without saves ${figure(median(of('quiet', 'p99')))}`,
      ratio: formatRatio(p99),
    },
    {
      what: '64 visitors, 10 saves/s: pages/s',
      here: figure(median(of('edited', 'rate'))),
      peer: `without saves ${figure(median(of('quiet', 'rate')))}`,
      ratio: formatRatio(rate),
    },
    {
      what: `from sending a save to seeing it, ${seen.length} saves, in ms`,
      here: `median ${figure(slowest('visible', 0.5))}, p99 ${figure(slowest('visible', 0.99))}`,
      peer: `of which the save itself: median ${figure(slowest('save', 0.5))}, p99 ${figure(slowest('save', 0.99))}`,
    },
    {
      what: `pages older than an acknowledged save, of ${seen.length}`,
      here: `${stale}`,
      goal: '0',
      met: stale === 0,
    },
  ],
  `${serverCores} core(s) for the server, the others for the load`,
);
if (stale > 0) process.exitCode = 1;
