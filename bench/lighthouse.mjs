// Lighthouse (mobile preset) over every public page of the release binary, in Debian's Chromium; prints one table.
// Run on a quiet machine: make build && node bench/lighthouse.mjs. Lighthouse itself comes from npm on first use.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const binary = new URL('../target/release/umeed', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'umeed-lighthouse-'));
const program = process.env.UMEED_LIGHTHOUSE
  ? [process.env.UMEED_LIGHTHOUSE]
  : ['npx', '--yes', 'lighthouse@12.8.2'];
const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

const server = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--data', folder, '--log', 'error'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise(done => {
  server.stdout.on('data', text => {
    const said = /Umeed serves (\S+)/.exec(String(text));
    if (said) done(said[1]);
  });
});

async function measure(path) {
  const [command, ...first] = program;
  const given = [...first, url + path, '--output=json', '--quiet', `--chrome-flags=${flags}`];
  const env = { ...process.env, CHROME_PATH: process.env.UMEED_CHROMIUM ?? '/usr/bin/chromium' };
  const { stdout } = await run(command, given, { env, maxBuffer: 64 * 1024 * 1024 });
  const report = JSON.parse(stdout);
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
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(match => match[1] || '/');
  console.log(`${'page'.padEnd(24)}perf  a11y  best  seo   largest paint  blocking  shift  audits below 0.9`);
  for (const path of paths) {
    await fetch(url + path); // a visitor after a save waits for the render; every later one does not
    const { scores, paint, blocking, shift, failed } = await measure(path);
    const cells = scores.map(score => String(score).padEnd(6)).join('');
    console.log(
      `${path.padEnd(24)}${cells}${paint.padEnd(15)}${blocking.padEnd(10)}${shift.padEnd(7)}${failed.join(' ')}`,
    );
  }
} finally {
  server.kill('SIGTERM');
  await new Promise(done => server.once('exit', done));
  rmSync(folder, { recursive: true, force: true });
}
