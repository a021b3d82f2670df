// Visitors read the home page while staff save ten changes a second: how long the slowest hundredth waits, how soon a
// change is seen, and that no page is ever older than the last acknowledged save. Run: make build && node bench/editing.mjs
import { fileURLToPath } from 'node:url';
import { run } from './children.mjs';
import { onLoadCores, serverCores, stayOnLoadCores } from './cores.mjs';
import { report } from './report.mjs';
import { alternate, figure, formatRatio, median, quick, ratio, seconds } from './rounds.mjs';
import { startUmeed } from './umeed.mjs';
import { load } from './wrk.mjs';

const DESK = fileURLToPath(new URL('desk.py', import.meta.url));
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
let saves = 0;
let stale = 0;

const headers = Object.entries({ ...umeed.headers(staff), prefer: 'return=minimal' });
const save = {
  path: '/rest/v1/website_content?page_key=eq.homepage',
  headers: headers.map(([name, value]) => `${name}: ${value}`),
  body: JSON.stringify({ content: { ...content, hero: { ...content.hero, heading: 'Saved change COUNT' } } }),
};

/** Ten times a second, beside the work, a change is saved and the page asked for. With no change to save, the same requests
 * are made: what the measuring itself costs. */
async function beside(work, save) {
  const { hostname: host, port } = new URL(umeed.url);
  const task = JSON.stringify({ host, port: Number(port), seconds: duration, number: saves, save });
  const [result, printed] = await Promise.all([work(), run(onLoadCores(['python3', DESK, task]))]);
  const seen = JSON.parse(printed);
  if (save) {
    saves = seen.number;
    stale += seen.stale;
  }
  return { ...result, ...seen };
}

const visit = () => load(`${umeed.url}/`, { duration, headers: { 'accept-encoding': 'br' } });
await visit();
const results = await alternate({
  quiet: visit,
  asked: () => beside(visit, null),
  edited: () => beside(visit, save),
  alone: () => beside(() => {}, save),
});
await umeed.stop();

const of = (side, key) => results[side].map(result => result[key]);
const p99 = ratio(of('edited', 'p99'), of('quiet', 'p99'));
const measuring = ratio(of('asked', 'p99'), of('quiet', 'p99'));
const rate = ratio(of('edited', 'rate'), of('quiet', 'rate'));
function seen(what, side) {
  const slowest = (key, part) => {
    const times = of(side, key).flat();
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)];
  };
  const [middle, last] = [slowest('visible', 0.5), slowest('visible', 0.99)];
  return {
    what: `${what}: from sending a save to seeing it, ${of(side, 'save').flat().length} saves, in ms`,
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
