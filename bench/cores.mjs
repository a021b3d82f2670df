// Which cores the servers get and which the load: apart from each other, so that one does not take from the other
// what is being measured. Every server gets the same cores.
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const all = availableParallelism();
if (all < 2) throw new Error('at least two cores are needed: one for the server, one for the load');
const half = Math.floor(all / 2);

export const serverCores = half;
export const loadCores = all - half;
const range = (first, last) => (first === last ? `${first}` : `${first}-${last}`);
const [forServers, forLoad] = [range(0, half - 1), range(half, all - 1)];
/** A command, bound to the servers' cores, or to the load's. */
export const onServerCores = command => ['taskset', '-c', forServers, ...command];
export const onLoadCores = command => ['taskset', '-c', forLoad, ...command];

/** For a program that is itself part of the load. */
export function stayOnLoadCores() {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', forLoad, `${process.pid}`], {
    stdio: 'ignore',
  });
}
