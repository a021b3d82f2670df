// What a benchmark needs from the system: Debian's or Ubuntu's packages, installed when missing, and said so. A
// package that cannot be had ends the benchmark; nothing is left out silently.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];

function run(command, quiet) {
  const [program, ...args] = [...asRoot, ...command];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync(program, args, { env, stdio: quiet ? 'ignore' : ['ignore', 'ignore', 'inherit'] });
}

/** A file, or with a star at its end any that begins so. */
function isThere(file) {
  if (!file.endsWith('*')) return existsSync(file);
  return readdirSync(dirname(file)).some(name => name.startsWith(basename(file).slice(0, -1)));
}

/** Packages by the file that shows that each is there. */
export function need(packages) {
  const missing = Object.entries(packages).filter(([, file]) => !isThere(file));
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name);
  console.error(`installing with apt-get: ${names.join(' ')}`);
  run(['apt-get', 'update', '-qq'], true);
  run([...environment, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...names], false);
  const still = missing.filter(([, file]) => !isThere(file)).map(([name]) => name);
  if (still.length > 0) throw new Error(`apt-get could not bring ${still.join(', ')}`);
}

// sudo drops the environment; a service that starts by itself would be measured along.
const environment = ['env', 'DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];
