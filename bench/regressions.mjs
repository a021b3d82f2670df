// Names what got worse since the record: ratios beyond the noise of their rounds, and goals that are missed. Compares with
// the record of the same kind of machine. Run: node bench/regressions.mjs; with --fail it ends with an error if there are any.
import { worse } from './compared.mjs';
import { kindOf, recorded, results } from './figures.mjs';

const record = recorded();
let found = 0;
let compared = 0;
for (const { bench, date, machine, rows } of results()) {
  const before = record.find(one => one.bench === bench && kindOf(one.machine) === kindOf(machine));
  for (const row of rows.filter(({ met }) => met === false)) {
    found++;
    console.log(`${bench}: goal missed: ${row.what}: ${row.here} (${row.goal})`);
  }
  if (!before) {
    console.log(`${bench}: no record from such a machine (${kindOf(machine)}) to compare with`);
    continue;
  }
  if (before.date === date) continue; // it is the record
  compared++;
  for (const { row, before: old, factor } of worse(before.rows, rows)) {
    found++;
    const peer = row.peer ? `, ${row.peer}` : '';
    console.log(
      `${bench}: ${factor.toFixed(2)} times worse: ${row.what}: ratio ${old.ratio} (${before.date}) is now ${row.ratio}; here ${row.here}${peer}`,
    );
  }
}
console.log(
  `\n${compared} benchmark(s) compared with the record: ${found === 0 ? 'nothing is worse' : `${found} to look at`}`,
);
if (found > 0 && process.argv.includes('--fail')) process.exitCode = 1;
