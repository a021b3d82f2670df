// What a benchmark found: printed, and kept for the table in docs/performance.md (node bench/report.mjs writes it).
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { quick } from './rounds.mjs';

const RESULTS = fileURLToPath(new URL('.results/', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
const [BEGIN, END] = ['<!-- figures: begin -->', '<!-- figures: end -->'];

function machine() {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const system = /PRETTY_NAME="(.*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const kernel = execFileSync('uname', ['-r'], { encoding: 'utf8' }).trim();
  return `${cpus().length} × ${cpus()[0].model.trim()}, ${memory}, ${system}, Linux ${kernel}`;
}

/** Rows of `{ what, here, peer, ratio, goal, met }`; all but `what` and `here` may be left out. */
export function report(bench, rows, note = '') {
  const widths = ['what', 'here', 'peer', 'ratio', 'goal'].map(key => [
    key,
    Math.max(key.length, ...rows.map(row => `${row[key] ?? ''}`.length)),
  ]);
  const line = row => widths.map(([key, width]) => `${row[key] ?? ''}`.padEnd(width)).join('  ');
  console.log(`\n${line({ what: bench, here: 'here', peer: 'peer', ratio: 'ratio', goal: 'goal' })}`);
  for (const row of rows) console.log(line(row) + (row.met === false ? '  NOT REACHED' : ''));
  if (note) console.log(note);
  if (quick) return; // such figures show that it works, nothing more
  mkdirSync(RESULTS, { recursive: true });
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const kept = { bench, date, machine: machine(), rows, note };
  writeFileSync(`${RESULTS}${bench}.json`, `${JSON.stringify(kept, null, 1)}\n`);
}

const ORDER = [
  'page',
  'peers',
  'api',
  'growth',
  'editing',
  'staff',
  'phone',
  'pictures',
  'footprint',
  'backup',
  'realtime',
  'instructions',
];

function table() {
  const kept = readdirSync(RESULTS)
    .map(name => JSON.parse(readFileSync(RESULTS + name, 'utf8')))
    .sort((one, other) => ORDER.indexOf(one.bench) - ORDER.indexOf(other.bench));
  const machines = [...new Set(kept.map(one => one.machine))];
  const letter = name => String.fromCharCode(65 + machines.indexOf(name));
  const cell = text => `${text ?? ''}`.replaceAll('|', '\\|');
  const lines = [
    ...machines.map(name => `Machine ${letter(name)}: ${name}.`),
    '',
    '| What | Umeed | Peer | Ratio (lowest to highest round) | Goal | Command | Date, machine |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const { bench, date, machine: name, rows } of kept) {
    for (const row of rows) {
      const goal = row.goal ? `${row.goal}${row.met === false ? ': **missed**' : ''}` : '';
      const cells = [row.what, row.here, row.peer, row.ratio, goal, `\`node bench/${bench}.mjs\``];
      lines.push(`| ${[...cells.map(cell), `${date}, ${letter(name)}`].join(' | ')} |`);
    }
  }
  return lines.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before < 0 || after < 0) throw new Error(`${DOCUMENT} has lost its marks ${BEGIN} and ${END}`);
  writeFileSync(DOCUMENT, `${text.slice(0, before + BEGIN.length)}\n${table()}\n${text.slice(after)}`);
  console.log(`wrote the table of ${DOCUMENT}`);
}
