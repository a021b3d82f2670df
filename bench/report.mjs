// What a benchmark found: printed, and kept. Run by itself it records the last results and writes the table in
// docs/performance.md from the record: node bench/report.mjs
import { fileURLToPath } from 'node:url';
import { replaceBetween } from './document.mjs';
import { keep, record } from './figures.mjs';
import { quick } from './rounds.mjs';

/** Rows of `{ what, here, peer, ratio, goal, met }`; all but `what` and `here` may be left out. A ratio without rounds may
 * say its `noise`: by which part it differs from run to run. */
export function report(bench, rows, note = '') {
  const widths = ['what', 'here', 'peer', 'ratio', 'goal'].map(key => [
    key,
    Math.max(key.length, ...rows.map(row => `${row[key] ?? ''}`.length)),
  ]);
  const line = row => widths.map(([key, width]) => `${row[key] ?? ''}`.padEnd(width)).join('  ');
  console.log(`\n${line({ what: bench, here: 'here', peer: 'peer', ratio: 'ratio', goal: 'goal' })}`);
  for (const row of rows) console.log(line(row) + (row.met === false ? '  NOT REACHED' : ''));
  if (note) console.log(note);
  if (!quick) keep(bench, rows, note); // quick figures show that it works, nothing more
}

const ORDER = [
  'page',
  'https',
  'peers',
  'api',
  'pocketbase',
  'cluster',
  'growth',
  'editing',
  'staff',
  'phone',
  'lighthouse',
  'pictures',
  'footprint',
  'backup',
  'realtime',
  'instructions',
];

/** The newest record of each benchmark. */
function table(record) {
  const newest = record
    .filter(one => ORDER.includes(one.bench))
    .filter(one => record.every(other => other.bench !== one.bench || other.date <= one.date))
    .sort((one, other) => ORDER.indexOf(one.bench) - ORDER.indexOf(other.bench));
  const machines = [...new Set(newest.map(one => one.machine))];
  const letter = name => String.fromCharCode(65 + machines.indexOf(name));
  const cell = text => `${text ?? ''}`.replaceAll('|', '\\|');
  const lines = [
    ...machines.map(name => `Machine ${letter(name)}: ${name}.`),
    '',
    '| What | Umeed | Peer | Ratio (lowest to highest round) | Goal | Command | Date, machine |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const { bench, date, machine: name, rows } of newest) {
    for (const row of rows) {
      const goal = row.goal ? `${row.goal}${row.met === false ? ': **missed**' : ''}` : '';
      const cells = [row.what, row.here, row.peer, row.ratio, goal, `\`node bench/${bench}.mjs\``];
      lines.push(`| ${[...cells.map(cell), `${date}, ${letter(name)}`].join(' | ')} |`);
    }
  }
  return lines.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) replaceBetween('figures', table(record()));
