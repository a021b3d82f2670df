// Real disks of one's own: one that is full, one that is read-only, and one whose power is cut. Needs root.
// POWER_CUTS=100 for a long run.

import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { binary, floods, type Running, run, start } from '../server.ts';
import { faultsOf, seriesFaults } from './audit.ts';
import { Caller, digest, Life, type Series } from './ledger.ts';
import { asRoot, type Disk, imageDisk, smallDisk } from './mounts.ts';
import { emptied, filled } from './scarcity.ts';
import { writeUntil } from './writers.ts';

const POWER_CUTS = Number(process.env.POWER_CUTS ?? 20);
const listening = (folder: string) => ['serve', '--listen', '127.0.0.1:0', '--data', folder];

let server: Running | undefined;
let disk: Disk | undefined;
afterEach(async () => {
  await server?.stop().catch(() => {});
  disk?.release();
  server = disk = undefined;
});

test('a disk that is full', async () => {
  disk = smallDisk(12);
  server = await start(floods, disk.path);
  const caller = await Caller.signIn(server);
  const filler = join(disk.path, 'filler');
  const taken = await filled(server, caller, () => {
    for (let full = false; !full; ) {
      try {
        writeFileSync(filler, Buffer.alloc(64 * 1024), { flag: 'a' });
      } catch {
        full = true;
      }
    }
  });
  await emptied(server, caller, taken, ['truncate', '--size=0', filler]);
});

test('a start on a full disk says so, and leaves what is there', async () => {
  disk = smallDisk(1);
  const filler = join(disk.path, 'filler');
  writeFileSync(filler, Buffer.alloc(1024 * 1024 - 16 * 1024));
  const outcome = await run(listening(join(disk.path, 'data')));
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toMatch(/is full/i);
  expect(outcome.stderr).not.toMatch(/panicked/);
  expect(statSync(filler).size).toBe(1024 * 1024 - 16 * 1024);
});

test('a disk that is read-only', async () => {
  disk = smallDisk(12);
  server = await start(floods, disk.path);
  const { folder } = server;
  await server.halt();
  const before = digest(readFileSync(join(folder, 'umeed.db')));
  asRoot('mount', '-o', 'remount,ro', disk.path);
  const outcome = await run(listening(folder));
  asRoot('mount', '-o', 'remount,rw', disk.path);
  expect(outcome.code).toBe(1);
  expect(outcome.stderr).toMatch(/cannot write to the data folder.*Read-only/i);
  expect(digest(readFileSync(join(folder, 'umeed.db')))).toBe(before);
});

/**
 * What the kernel has not yet written to the disk's image is lost, as it is when the power goes; a kill alone would
 * lose nothing that the kernel has. The image is copied while the server stands still, and is the disk from then on.
 */
test(`the power is cut ${POWER_CUTS} times`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'umeed-power-'));
  const image = join(folder, 'image');
  execFileSync('truncate', ['--size=256M', image]);
  asRoot('mkfs.ext4', '-q', image);
  disk = imageDisk(image);
  server = await start(floods, disk.path);
  const caller = await Caller.signIn(server);
  const series = new Map<string, Series>();
  const lives: Life[] = [];
  for (let number = 1; number <= POWER_CUTS; number++) {
    const life = new Life(number);
    lives.push(life);
    let over = false;
    const writing = writeUntil(() => over, caller, life, series);
    await sleep(randomInt(50, 400));
    process.kill(server.pid, 'SIGSTOP');
    await sleep(50); // what was in the kernel's hands at that moment is done with
    execFileSync('cp', ['--sparse=always', image, `${image}.cut`]);
    over = true;
    await server.kill();
    await writing;
    disk.unmount();
    renameSync(`${image}.cut`, image);
    disk.mount();
    await server.again();
    expect([...(await faultsOf(caller, life)), ...(await seriesFaults(caller, series))]).toEqual([]);
  }
  for (const life of lives) expect(await faultsOf(caller, life)).toEqual([]);
  await server.halt();
  const checked = await server.command(['check']);
  expect(checked, checked.stderr).toMatchObject({ code: 0 });
  const kept = lives.reduce((sum, life) => sum + life.acknowledged(), 0);
  console.log(`${POWER_CUTS} power cuts: ${kept} writes acknowledged, none lost`);
  rmSync(folder, { recursive: true, force: true });
});

/** Begins a command, cuts the power at some moment of it, and gives the disk back as the cut left it. */
async function cutDuring(args: string[], image: string, mounted: Disk): Promise<void> {
  const command = spawn(binary(), args, { stdio: 'ignore' });
  const ended = new Promise<void>(done => command.once('exit', () => done()));
  await Promise.race([ended, sleep(randomInt(5, 600))]);
  command.kill('SIGSTOP');
  await sleep(50);
  execFileSync('cp', ['--sparse=always', image, `${image}.cut`]);
  command.kill('SIGKILL');
  await ended;
  mounted.unmount();
  renameSync(`${image}.cut`, image);
  mounted.mount();
}

test(`the power is cut ${POWER_CUTS} times while a backup is made, and while it is restored`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'umeed-power-'));
  const image = join(folder, 'image');
  execFileSync('truncate', ['--size=256M', image]);
  asRoot('mkfs.ext4', '-q', image);
  disk = imageDisk(image);
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  const good = join(folder, 'good.tar');
  expect(await server.command(['backup', good])).toMatchObject({ code: 0 });
  for (let number = 1; number <= POWER_CUTS; number++) {
    // What stands under its name is whole.
    const archive = join(disk.path, `${number}.tar`);
    await cutDuring(['backup', archive, '--data', server.folder], image, disk);
    if (existsSync(archive)) {
      const place = join(folder, 'restored');
      const restored = await run(['restore', archive, '--data', place]);
      expect(restored, restored.stderr).toMatchObject({ code: 0 });
      rmSync(place, { recursive: true });
      rmSync(archive);
    }

    // What was begun can be done again, and then all of it is there.
    const place = join(disk.path, 'data');
    await cutDuring(['restore', good, '--data', place], image, disk);
    const again = await run(['restore', good, '--replace', '--data', place]);
    expect(again, again.stderr).toMatchObject({ code: 0 });
    const checked = await run(['check', '--data', place]);
    expect(checked, checked.stderr).toMatchObject({ code: 0 });
    rmSync(place, { recursive: true });
  }
  console.log(`${POWER_CUTS} power cuts during backups and restores: nothing half-done`);
  rmSync(folder, { recursive: true, force: true });
});
