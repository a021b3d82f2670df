// Which cores the servers get and which the load: apart from each other, so that one does not take from the other
// what is being measured. Every server gets the same cores.
import { availableParallelism } from 'node:os';

const all = availableParallelism();
if (all < 2) throw new Error('at least two cores are needed: one for the server, one for the load');
const half = Math.floor(all / 2);

export const serverCores = half;
export const loadCores = all - half;
/** A command, bound to the servers' cores, or to the load's. */
export const onServerCores = command => ['taskset', '-c', half === 1 ? '0' : `0-${half - 1}`, ...command];
export const onLoadCores = command => [
  'taskset',
  '-c',
  half === all - 1 ? `${half}` : `${half}-${all - 1}`,
  ...command,
];
