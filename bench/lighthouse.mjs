// Lighthouse, as on a phone, over every public page. Each page is measured several times; the run in the middle stands for it,
// with its span: on a shared machine a single run says more about the neighbours than about the page. Lighthouse comes
// from npm. Run: make build && node bench/lighthouse.mjs [runs a page, 5] [paths]
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { flags } from '../tests/chromium.mjs';
import { need } from './needs.mjs';
import { report } from './report.mjs';
import { quick } from './rounds.mjs';
import { startUmeed } from './umeed.mjs';

const GOAL = 100;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const chromium = process.env.UMEED_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
need({ 'chromium-headless-shell': chromium });
const run = promisify(execFile);
const { UMEED_LIGHTHOUSE } = process.env;
const [command, ...before] = UMEED_LIGHTHOUSE ? [UMEED_LIGHTHOUSE] : ['npx', '--yes', 'lighthouse@12.8.2'];
const [, , count = 5, ...chosen] = process.argv;
const runs = quick ? 1 : Number(count);

const umeed = await startUmeed();

/** Lighthouse now and then loses its own trace; that is no result, so it is asked again. */
async function measure(path) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await measureOnce(path);
    } catch (cause) {
      if (attempt === 4) throw cause;
    }
  }
}

async function measureOnce(path) {
  const given = [
    ...before,
    umeed.url + path,
    '--output=json',
    '--quiet',
    `--chrome-flags=${flags.join(' ')}`,
  ];
  const env = { ...process.env, CHROME_PATH: chromium };
  const { stdout } = await run(command, given, { env, maxBuffer: 64 * 1024 * 1024 });
  const { runtimeError, categories, audits } = JSON.parse(stdout);
  if (runtimeError || CATEGORIES.some(name => categories[name].score === null)) {
    throw new Error(`Lighthouse gave no score for ${path}: ${runtimeError?.message ?? 'unknown'}`);
  }
  const text = name => audits[name].displayValue.replaceAll('\u00a0', ' ');
  return {
    scores: CATEGORIES.map(name => Math.round(categories[name].score * 100)),
    shown: `largest paint ${text('largest-contentful-paint')}, blocked ${text('total-blocking-time')}`,
    below: Object.values(audits).filter(({ score }) => score !== null && score < 0.9),
  };
}

const all = await umeed.pages();
const paths = chosen.length > 0 ? chosen : quick ? all.slice(0, 1) : all;

const rows = [];
for (const path of paths) {
  console.error(`visiting ${path}`);
  const results = [];
  while (results.length < runs) results.push(await measure(path));
  results.sort((one, other) => one.scores[0] - other.scores[0]);
  const { scores, shown, below } = results[Math.floor(runs / 2)];
  const span = `performance ${results[0].scores[0]} to ${results[runs - 1].scores[0]}`;
  if (below.length > 0) console.error(`  below 0.9: ${below.map(({ id }) => id).join(', ')}`);
  rows.push({
    what: `Lighthouse, ${path}`,
    here: `${scores.join(', ')} (${span}); ${shown}`,
    goal: `${GOAL} each`,
    met: scores.every(score => score >= GOAL),
  });
}
await umeed.stop();
if (chosen.length > 0) for (const { what, here } of rows) console.log(`${what}: ${here}`);
else report('lighthouse', rows, `median of ${runs} by performance`);
