// The server is killed while it brings a database of the first version up to date, again and again, until it is let
// finish: everything that was there is there, once. KILLS=100 for a long run.

import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { binary, run } from '../server.ts';

const KILLS = Number(process.env.KILLS ?? 12);
/** How often one database is killed before it may finish. */
const EACH = 3;
const fixtures = new URL('../../server/tests/suite/fixtures/', import.meta.url);
const ID = /(?<![0-9a-f])[0-9a-f]{12}7[0-9a-f]{19}(?![0-9a-f])/g;

/** A data folder as the first version left it. Its files are told by ids, so each id in it gets the bytes of one. */
function firstVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'umeed-upgrade-'));
  const database = gunzipSync(readFileSync(new URL('sqlite-0.1.db.gz', fixtures)));
  writeFileSync(join(folder, 'umeed.db'), database);
  const picture = readFileSync(new URL('uploaded.png', fixtures));
  for (const [id] of database.toString('latin1').matchAll(ID)) {
    const place = join(folder, 'files', id.slice(30));
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, id), picture);
  }
  return folder;
}

function serve(folder: string) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('UMEED_'));
  return spawn(binary(), ['serve', '--listen', '127.0.0.1:0', '--data', folder, '--log', 'warn'], {
    env: Object.fromEntries(own),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const ended = (child: ReturnType<typeof serve>) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>(done => child.once('exit', () => done()));

async function address(child: ReturnType<typeof serve>): Promise<string> {
  let printed = '';
  for await (const part of child.stdout) {
    printed += part;
    const url = /^Umeed serves (\S+)/m.exec(printed)?.[1];
    if (url) return url;
  }
  throw new Error(`it did not start: ${printed}`);
}

/** Milliseconds until it serves, with an upgrade to make: the kills fall into that time. */
async function timeToStart(): Promise<number> {
  const folder = firstVersion();
  const began = performance.now();
  const child = serve(folder);
  await address(child);
  const took = performance.now() - began;
  child.kill('SIGKILL');
  await ended(child);
  rmSync(folder, { recursive: true, force: true });
  return Math.ceil(took);
}

test(`killed ${KILLS} times while a database of the first version is brought up to date`, async () => {
  const whole = await timeToStart();
  let during = 0;
  for (let kills = 0; kills < KILLS; kills += EACH) {
    const folder = firstVersion();
    for (let n = 0; n < EACH; n++) {
      const child = serve(folder);
      const started = new Promise<boolean>(done => child.stdout.once('data', () => done(true)));
      const kill = sleep(randomInt(1, Math.max(3, Math.ceil(whole / 2))), false);
      during += (await Promise.race([started, kill])) ? 0 : 1;
      child.kill('SIGKILL');
      await ended(child);
    }
    const child = serve(folder);
    const url = await address(child);
    const count = async (table: string) => {
      const answer = await fetch(`${url}/rest/v1/${table}?select=id`);
      return (await answer.json()).length;
    };
    expect(await count('projects')).toBe(7);
    expect(await count('gallery_images')).toBe(17);
    expect(await count('team_members')).toBe(8);
    expect((await fetch(`${url}/about`)).status).toBe(200);
    child.kill('SIGTERM');
    await ended(child);
    const staff = await run(['staff', 'list', '--data', folder]);
    expect(staff, staff.stderr).toMatchObject({ code: 0 });
    for (const email of ['admin@umeed.local', 'second@umeed.local']) expect(staff.stdout).toContain(email);
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${KILLS} kills, ${during} of them before it had started: nothing lost`);
  expect(during).toBeGreaterThan(0);
});
