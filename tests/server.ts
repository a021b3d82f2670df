// Starts the server on a free port with a data folder of its own. Used by the client tests and by the
// browser tests; knows neither test runner.

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ListenOptions, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const START_MS = 60_000;
const STOP_MS = 25_000;

export type Environment = Record<string, string>;

/** For tests that send more by the forms than people do in a day. */
export const floods: Environment = { UMEED_MAX_FORM_ROWS_PER_DAY: '1000000' };

/** As UMEED_PUBLIC_URL: the address that the server gets. */
export const itself = 'itself';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  url: string;
  email: string;
  password: string;
  anonKey: string;
  serviceKey: string;
  /** What the server works on; outlives `halt`, not `stop`. */
  folder: string;
  /** The address of its PostgreSQL; empty where its database is in the folder. */
  database: string;
  pid: number;
  /** Seconds of processor time it has taken so far. What else the machine does has next to no part in them. */
  processorTime(): number;
  /** The secret that signs tokens: in its folder, or in the database that several servers share. */
  secret(): string;
  /** What the server has logged (standard error). */
  log(): string;
  /** What it has told the person who started it (standard output). */
  welcome(): string;
  /** Runs another command of the binary on the same folder, with `input` on its standard input. */
  command(args: string[], input?: string): Promise<Outcome>;
  /** Asks the server to stop, waits until it has, and keeps its folder. */
  halt(): Promise<Outcome>;
  /** Starts it again on the same folder and port. */
  again(): Promise<void>;
  /** Ends the server as a crash would, and keeps its folder. */
  kill(): Promise<void>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

export function binary(): string {
  const path = resolve(ROOT, process.env.UMEED_BINARY ?? 'target/release/umeed');
  if (!existsSync(path)) {
    throw new Error(`There is no server to test at ${path}. Build it first, or set UMEED_BINARY.`);
  }
  return path;
}

/** A schema of its own in the PostgreSQL that the tests are to run on, if any: see scripts/with-postgres. */
export function ownSchema(): Environment {
  const server = process.env.UMEED_TEST_POSTGRES;
  if (!server) return {};
  const name = `test_${randomBytes(8).toString('hex')}`;
  execFileSync('psql', [server, '-qc', `CREATE SCHEMA ${name}`]);
  return { UMEED_DATABASE: `${server}?options=-csearch_path%3D${name}` };
}

/** The caller's environment without its own settings of the server, then ours. */
export function environment(extra: Environment): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('UMEED_'));
  return { ...Object.fromEntries(own), ...extra };
}

/**
 * A port for a program that will listen on it soon. From below those that the system gives to outgoing connections: one of
 * these would take it again in the meantime. As long as this process runs, no other that tests is given the same one.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(12_000, 32_000);
    const claim = createServer().unref();
    if (!(await listens(claim, { path: `\0umeed-test-port-${port}` }))) continue;
    const probe = createServer();
    const free = await listens(probe, { host: '127.0.0.1', port });
    await new Promise(done => (free ? probe : claim).close(done));
    if (free) return port;
  }
  throw new Error('no free port');
}

const listens = (server: Server, where: ListenOptions) =>
  new Promise<boolean>(done => {
    server.once('error', () => done(false)).listen(where, () => done(true));
  });

const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Runs a command of the binary to its end; `through` is a program that runs it, with its arguments. */
export function run(
  args: string[],
  input = '',
  extra: Environment = {},
  through: string[] = [],
): Promise<Outcome> {
  const [program = '', ...rest] = [...through, binary(), ...args];
  return new Promise(done => {
    const child = execFile(
      program,
      rest,
      { env: environment(extra), timeout: STOP_MS },
      (_, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.on('error', () => {}); // it may end without reading
    child.stdin?.end(input);
  });
}

async function healthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}

/**
 * Starts a server with these settings (environment variables); sample content is off unless asked for. Its folder is
 * made in `place`; `through` is a program that runs it, with its arguments.
 */
export async function start(
  settings: Environment = {},
  place = tmpdir(),
  through: string[] = [],
): Promise<Running> {
  const [program = '', ...before] = [...through, binary()];
  const database: Environment = settings.UMEED_DATABASE ? {} : ownSchema();
  const folder = mkdtempSync(join(place, 'umeed-test-'));
  const data = join(folder, 'data');
  const printed = (stream: 'out' | 'err') => {
    const path = join(folder, `server.${stream}`);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  const log = () => printed('err');
  const email = settings.UMEED_ADMIN_EMAIL ?? 'staff@umeed.test';
  const password = settings.UMEED_ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  let child: ChildProcess;
  let ended: Promise<Outcome>;

  async function launch(port: number): Promise<string> {
    const url = `http://127.0.0.1:${port}`;
    const streams = ['out', 'err'].map(stream => openSync(join(folder, `server.${stream}`), 'a'));
    child = spawn(program, [...before, 'serve', '--listen', `127.0.0.1:${port}`, '--data', data], {
      env: environment({
        UMEED_SAMPLE_CONTENT: 'off',
        ...database,
        ...settings,
        ...(settings.UMEED_PUBLIC_URL === itself && { UMEED_PUBLIC_URL: url }),
        UMEED_ADMIN_EMAIL: email,
        UMEED_ADMIN_PASSWORD: password,
      }),
      stdio: ['ignore', ...streams],
    });
    for (const stream of streams) closeSync(stream); // the server has them now
    const started = child;
    alive.add(started);
    ended = new Promise(done => {
      started.once('exit', code => {
        alive.delete(started);
        done({ code, stdout: printed('out'), stderr: log() });
      });
    });
    const deadline = Date.now() + START_MS;
    while (!(await healthy(url))) {
      if (started.exitCode !== null || started.signalCode !== null || Date.now() > deadline) {
        started.kill('SIGKILL');
        throw new Error(`The server did not start on ${url}. It printed:\n${log()}`);
      }
      await sleep(15);
    }
    return url;
  }

  async function halt(): Promise<Outcome> {
    child.kill('SIGTERM');
    const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const outcome = await ended;
    clearTimeout(impatient);
    return outcome;
  }

  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }

  let url = '';
  for (let attempt = 1; url === ''; attempt++) {
    try {
      url = await launch(await freePort());
    } catch (cause) {
      // Another program may have taken the port between our finding it and the server's asking for it.
      if (attempt < 3 && /taken|in use/i.test(log())) continue;
      rmSync(folder, { recursive: true, force: true });
      throw cause;
    }
  }
  const { UMEED_DATABASE = '', UMEED_FILES = '' } = { ...database, ...settings };
  const command = (args: string[], input?: string) =>
    run([...args, '--data', data], input, { UMEED_DATABASE, UMEED_FILES });
  const keys = await command(['keys']);
  let clientKeys: { anon: string; service_role: string };
  try {
    clientKeys = JSON.parse(keys.stdout);
  } catch {
    await halt();
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`umeed keys printed no JSON: ${keys.stdout}${keys.stderr}`);
  }

  return {
    url,
    email,
    password,
    anonKey: clientKeys.anon,
    serviceKey: clientKeys.service_role,
    folder: data,
    database: UMEED_DATABASE,
    get pid() {
      return child.pid ?? 0;
    },
    processorTime: () => {
      // After the name, which may hold anything, the 12th and 13th fields: in user mode and in the kernel, in hundredths.
      const [fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').slice(-1);
      const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
      return (user + system) / 100;
    },
    secret: () =>
      UMEED_DATABASE
        ? execFileSync('psql', [UMEED_DATABASE, '-Atc', 'SELECT value FROM shared_secrets'], {
            encoding: 'utf8',
          })
        : readFileSync(join(data, 'secret'), 'utf8'),
    log,
    welcome: () => printed('out'),
    command,
    halt,
    again: async () => void (await launch(Number(new URL(url).port))),
    kill,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
