// Lighthouse (mobile preset) over every public page of the release binary, in Debian's Chromium; prints one table.
// Each page is measured several times; the run with the median performance stands for it, and the span is shown:
// on a shared machine a single run says more about the neighbours than about the page.
// Run on a quiet machine: make build && node bench/lighthouse.mjs [runs a page, 5] [paths]. Lighthouse comes from npm.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { flags } from '../tests/chromium.mjs';

const run = promisify(execFile);
const binary = process.env.UMEED_BINARY ?? new URL('../target/release/umeed', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'umeed-lighthouse-'));
const program = process.env.UMEED_LIGHTHOUSE
  ? [process.env.UMEED_LIGHTHOUSE]
  : ['npx', '--yes', 'lighthouse@12.8.2'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

const runs = Number(process.argv[2] ?? 5);
const chosen = process.argv.slice(3);

const server = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--data', folder, '--log', 'error'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise(done => {
  server.stdout.on('data', text => {
    const said = /Umeed serves (\S+)/.exec(String(text));
    if (said) done(said[1]);
  });
});

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
  const [command, ...first] = program;
  const given = [...first, url + path, '--output=json', '--quiet', `--chrome-flags=${flags.join(' ')}`];
  const env = {
    ...process.env,
    CHROME_PATH: process.env.UMEED_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  };
  const { stdout } = await run(command, given, { env, maxBuffer: 64 * 1024 * 1024 });
  const report = JSON.parse(stdout);
  if (report.runtimeError || categories.some(name => report.categories[name].score === null)) {
    throw new Error(`Lighthouse gave no score for ${path}: ${report.runtimeError?.message ?? 'unknown'}`);
  }
  const failed = Object.values(report.audits).filter(audit => audit.score !== null && audit.score < 0.9);
  return {
    scores: categories.map(name => Math.round(report.categories[name].score * 100)),
    paint: report.audits['largest-contentful-paint'].displayValue,
    blocking: report.audits['total-blocking-time'].displayValue,
    shift: report.audits['cumulative-layout-shift'].displayValue,
    failed: failed.map(audit => audit.id),
  };
}

try {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const all = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(match => match[1] || '/');
  const paths = chosen.length > 0 ? chosen : all;
  console.log(
    `${'page'.padEnd(24)}perf  span    a11y  best  seo   largest paint  blocking  shift  audits below 0.9`,
  );
  for (const path of paths) {
    await fetch(url + path); // a visitor after a save waits for the render; every later one does not
    const results = [];
    while (results.length < runs) results.push(await measure(path));
    results.sort((one, other) => one.scores[0] - other.scores[0]);
    const { scores, paint, blocking, shift, failed } = results[Math.floor(runs / 2)];
    const span = `${results[0].scores[0]}-${results[runs - 1].scores[0]}`;
    const cells = [scores[0], span.padEnd(8), ...scores.slice(1)]
      .map(cell => String(cell).padEnd(6))
      .join('');
    console.log(
      `${path.padEnd(24)}${cells}${paint.padEnd(15)}${blocking.padEnd(10)}${shift.padEnd(7)}${failed.join(' ')}`,
    );
  }
} finally {
  server.kill('SIGTERM');
  await new Promise(done => server.once('exit', done));
  rmSync(folder, { recursive: true, force: true });
}
