// An S3 on this machine: the example program of the server's crate, which `cargo test` builds.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../server.ts';

const PROGRAM = fileURLToPath(new URL('../../target/tested/examples/s3', import.meta.url));

export interface Bucket {
  /** What a server must be told to keep its files there. */
  settings: Environment;
  stop(): Promise<void>;
  /** Starts it again on the same folder and port. */
  again(): Promise<void>;
  remove(): Promise<void>;
}

export async function startS3(): Promise<Bucket> {
  const program = process.env.UMEED_TEST_S3 ?? PROGRAM;
  if (!existsSync(program))
    throw new Error(`There is no S3 to test with at ${program}: cargo build --profile tested --example s3`);
  const folder = mkdtempSync(join(tmpdir(), 'umeed-s3-'));
  let child: ChildProcess;
  const settings: Environment = {};

  async function launch(port: string) {
    child = spawn(program, [folder, port], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (!child.stdout) throw new Error('no output');
    for await (const line of createInterface(child.stdout)) {
      const [name = '', value = ''] = line.split(/=(.*)/s);
      settings[name] = value;
      if (name === 'UMEED_FILES') return;
    }
    throw new Error('the S3 did not start');
  }
  async function stop() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise(done => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }

  await launch('0');
  return {
    settings,
    stop,
    again: () => launch(new URL(settings.AWS_ENDPOINT_URL ?? '').port),
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
