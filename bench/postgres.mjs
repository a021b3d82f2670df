// A PostgreSQL of the benchmark's own: a throwaway cluster on a free port, which flushes its commits as it does by default.
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { folderFor, freePort, run, start } from './children.mjs';
import { onLoadCores, onServerCores } from './cores.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** PostgreSQL refuses to run as root; then it runs as `postgres`. */
function owner(folder, command) {
  if (process.getuid?.() !== 0) return command;
  const id = kind => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  chownSync(folder, id('-u'), id('-g'));
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command];
}

export async function startPostgres() {
  const programs = execFileSync('scripts/need-postgres', { cwd: ROOT, encoding: 'utf8' }).trim();
  const folder = folderFor('postgres');
  const data = join(folder, 'data');
  const port = await freePort();
  const as = command => owner(folder, command);
  await run(
    as([
      `${programs}/initdb`,
      '-D',
      data,
      '-U',
      'umeed',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ]),
  );
  const settings = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nmax_connections = 300\n`;
  appendFileSync(join(data, 'postgresql.conf'), settings);
  const log = join(folder, 'log');
  const output = openSync(log, 'a');
  const child = start(onServerCores(as([`${programs}/postgres`, '-D', data])), {
    stdio: ['ignore', output, output],
  });
  const url = `postgres://umeed@127.0.0.1:${port}/postgres`;
  const psql = sql =>
    execFileSync(`${programs}/psql`, [url, '-qAtc', sql], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  for (let tries = 0; ; tries++) {
    try {
      psql('SELECT 1');
      break;
    } catch (cause) {
      if (tries > 300 || !child.running())
        throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8')}\n${cause}`);
      await sleep(100);
    }
  }
  /** Transactions a second of a script of statements, by so many clients, each with these settings; the load's cores drive it. */
  async function pgbench(script, { clients, duration, settings: given = '' }) {
    const command = [
      `${programs}/pgbench`,
      '-n',
      '-M',
      'prepared',
      '-c',
      `${clients}`,
      '-T',
      `${duration}`,
      '-f',
      script,
    ];
    const printed = await run(onLoadCores([...command, url]), { env: { ...process.env, PGOPTIONS: given } });
    const rate = /tps = ([\d.]+) \(without/.exec(printed)?.[1];
    const failed = /number of failed transactions: (\d+)/.exec(printed)?.[1] ?? '0';
    // On a busy machine perhaps not one came through; zero would be no figure.
    if (!rate && duration < 60) return pgbench(script, { clients, duration: duration * 3, settings: given });
    if (!rate || failed !== '0') throw new Error(`pgbench did not get through ${script}:\n${printed}`);
    return Number(rate);
  }
  return { ...child, url, psql, pgbench, log: () => readFileSync(log, 'utf8') };
}
