// Programs that a benchmark starts: each is ended with it, whatever happens.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const alive = new Set();
const folders = new Set();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** A folder that goes when the benchmark ends. */
export function folderFor(name, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, `umeed-bench-${name}-`));
  folders.add(folder);
  return folder;
}

export async function freePort() {
  const probe = createServer();
  await new Promise((done, failed) => probe.once('error', failed).listen(0, '127.0.0.1', done));
  const { port } = probe.address();
  await new Promise(done => probe.close(done));
  return port;
}

/** Starts a program; what it prints is shown when it ends badly. */
export function start([program, ...args], options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', text => {
      printed = (printed + text).slice(-20_000);
    });
  }
  alive.add(child);
  const ended = new Promise(done => {
    child.once('error', cause => {
      printed += cause;
      done(-1);
    });
    child.once('exit', code => {
      alive.delete(child);
      done(code);
    });
  });
  return {
    pid: child.pid,
    ended,
    printed: () => printed,
    running: () => child.exitCode === null && child.signalCode === null,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs a program to its end and gives back what it printed. */
export async function run(command, options) {
  const child = start(command, options);
  const code = await child.ended;
  await sleep(0);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${child.printed()}`);
  return child.printed();
}

/** Waits until the address answers as it should. */
export async function answering(child, url, good = answer => answer.ok, seconds = 60) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    try {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      if (good(answer)) return;
    } catch {
      // not yet
    }
    if (!child.running() || Date.now() > deadline)
      throw new Error(`${url} does not answer:\n${child.printed()}`);
    await sleep(5);
  }
}

const status = pid => readFileSync(`/proc/${pid}/status`, 'utf8');
const field = (pid, name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status(pid))?.[1] ?? 0) / 1024;

/** Memory of a process and all its children in MB: what is its own, and its share of what it shares. */
export function memory(pid) {
  const own = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;
  const tasks = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return own + (tasks === '' ? 0 : tasks.split(' ').reduce((sum, child) => sum + memory(Number(child)), 0));
}

/** The most a process has held at once, in MB. */
export const peakMemory = pid => field(pid, 'VmHWM');

/** Processor time that a process has used so far, in microseconds; the kernel counts in hundredths of a second. */
export function processorTime(pid) {
  const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.join(') ').split(' ').slice(11, 13).map(Number);
  return (user + system) * 10_000;
}
