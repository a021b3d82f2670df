// A clock of the time that this machine had for itself. The host may run others on the same processors; what it takes away
// ("steal" in /proc/stat) is nobody's wait here.

import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux counts in hundredths of a second, whatever its kernel ticks in. */
const MS_PER_COUNT = 10;

/** In milliseconds, from no moment in particular. */
export function ownTime(): number {
  const stolen = Number(readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)[8] ?? 0);
  return performance.now() - (stolen * MS_PER_COUNT) / cpus().length;
}
