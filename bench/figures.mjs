// The figures that are kept: what this machine measured last (bench/.results, not in the repository), and the record of the
// last good run of each benchmark on each kind of machine (bench/figures.json), which the table in docs/performance.md and the
// search for regressions are made from.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const RESULTS = fileURLToPath(new URL('.results/', import.meta.url));
const RECORD = fileURLToPath(new URL('figures.json', import.meta.url));

export function machine() {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const system = /PRETTY_NAME="(.*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const kernel = execFileSync('uname', ['-r'], { encoding: 'utf8' }).trim();
  return `${cpus().length} × ${cpus()[0].model.trim()}, ${memory}, ${system}, Linux ${kernel}`;
}

/** Cores, processor and memory: what a figure depends on more than on the system's version. */
export const kindOf = name => name.split(', ').slice(0, 2).join(', ');

export function keep(bench, rows, note) {
  mkdirSync(RESULTS, { recursive: true });
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const kept = { bench, date, machine: machine(), rows, note };
  writeFileSync(`${RESULTS}${bench}.json`, `${JSON.stringify(kept, null, 1)}\n`);
}

export const results = () =>
  !existsSync(RESULTS)
    ? []
    : readdirSync(RESULTS).map(name => JSON.parse(readFileSync(RESULTS + name, 'utf8')));

export const recorded = () => JSON.parse(readFileSync(RECORD, 'utf8'));

/** Puts the last results in the place of the older ones of the same benchmark on the same kind of machine. */
export function record() {
  const fresh = results();
  const replaced = one =>
    fresh.some(({ bench, machine: name }) => bench === one.bench && kindOf(name) === kindOf(one.machine));
  const all = [...recorded().filter(one => !replaced(one)), ...fresh];
  all.sort((one, other) => (one.bench + one.machine < other.bench + other.machine ? -1 : 1));
  writeFileSync(RECORD, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}
