// Every public page as a phone sees it: Chromium with a slow 4G line and a processor four times slower, on the first
// visit and on the second. Run: make build && node bench/phone.mjs [runs a page, 3]
import { createRequire } from 'node:module';
import { flags } from '../tests/chromium.mjs';
import { need } from './needs.mjs';
import { report } from './report.mjs';
import { figure, median, quick } from './rounds.mjs';
import { startUmeed } from './umeed.mjs';

// Lighthouse's figures for slow 4G.
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: (1638.4 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const SLOWER = 4;
const BYTES_GOAL = 200 * 1024;
/** Milliseconds until the largest paint, by visit. */
const PAINT_GOAL = { first: 1000, second: 500 };

// Without a window: one loads Chromium's own address bar, a web page as well, just when ours is measured.
const executablePath = process.env.UMEED_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
need({ 'chromium-headless-shell': executablePath });
const { chromium } = createRequire(new URL('../tests/package.json', import.meta.url))('@playwright/test');
const runs = quick ? 1 : Number(process.argv[2] ?? 3);

const umeed = await startUmeed();
const browser = await chromium.launch({ executablePath, args: flags });

/** Runs in the page, before anything of it. */
function watch() {
  const seen = { paint: 0, first: 0, shift: 0, tasks: [] };
  globalThis.seen = seen;
  const observe = (type, each) =>
    new PerformanceObserver(list => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('largest-contentful-paint', entry => {
    seen.paint = entry.startTime;
  });
  observe('paint', entry => {
    if (entry.name === 'first-contentful-paint') seen.first = entry.startTime;
  });
  observe('layout-shift', entry => {
    if (!entry.hadRecentInput) seen.shift += entry.value;
  });
  observe('longtask', entry => seen.tasks.push([entry.startTime, entry.duration]));
}

async function visit(context, path) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const total = { bytes: 0, requests: 0 };
  const cached = new Set();
  session.on('Network.requestServedFromCache', event => cached.add(event.requestId));
  session.on('Network.loadingFinished', event => {
    if (cached.has(event.requestId)) return;
    total.bytes += event.encodedDataLength;
    if (event.encodedDataLength > 0) total.requests++;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(watch);
  await page.goto(umeed.url + path, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  const seen = await page.evaluate(() => globalThis.seen);
  await page.close();
  // What a task holds up beyond 50 ms, once something is on the screen.
  const blocking = seen.tasks
    .filter(([start, time]) => start + time > seen.first)
    .reduce((sum, [, time]) => sum + Math.max(0, time - 50), 0);
  return { ...total, paint: seen.paint, shift: seen.shift, blocking };
}

const paths = await umeed.pages();

const rows = [];
for (const path of quick ? paths.slice(0, 2) : paths) {
  console.error(`visiting ${path}`);
  const visits = { first: [], second: [] };
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    });
    visits.first.push(await visit(context, path));
    visits.second.push(await visit(context, path));
    await context.close();
  }
  for (const [which, results] of Object.entries(visits)) {
    const of = key => median(results.map(result => result[key]));
    const home = path === '/' && which === 'first';
    rows.push({
      what: `phone, ${path}, ${which} visit`,
      here:
        `largest paint ${Math.round(of('paint'))} ms, blocked ${Math.round(of('blocking'))} ms, ` +
        `shift ${of('shift').toFixed(3)}, ${figure(of('bytes') / 1024)} KB, ${of('requests')} requests`,
      goal: `paint at most ${PAINT_GOAL[which]} ms, no shift${home ? ', under 200 KB' : ''}`,
      met: of('shift') === 0 && of('paint') <= PAINT_GOAL[which] && (!home || of('bytes') < BYTES_GOAL),
    });
  }
}
await browser.close();
await umeed.stop();
report('phone', rows, `median of ${runs}; 150 ms and 1.6 Mbit/s a request, processor slowed ${SLOWER} times`);
