// A disk that takes no more, a folder that cannot be written, a database that is cut short or somebody else's: each is
// told in clear words, and costs nothing that was there. (disks.long.test.ts tries the same on real, small disks.)

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { binary, floods, type Running, run, start } from '../server.ts';
import { Caller, digest } from './ledger.ts';
import { emptied, filled, volunteer } from './scarcity.ts';

let server: Running | undefined;
afterEach(async () => {
  await server?.stop().catch(() => {});
  server = undefined;
});
const listening = (folder: string) => ['serve', '--listen', '127.0.0.1:0', '--data', folder];

test('what cannot be written is refused with 503, reading goes on, nothing is lost, and later it writes again', async () => {
  // No file may grow beyond this, which to the server is a full disk. The signal that would end it is not for it.
  const limited = ['sh', '-c', 'trap "" XFSZ; exec prlimit --fsize=850000:unlimited "$@"', 'sh'];
  server = await start(floods, tmpdir(), limited);
  const caller = await Caller.signIn(server);
  const before = await filled(server, caller, () => {});
  await emptied(server, caller, before, ['prlimit', '--fsize=unlimited', '--pid', `${server.pid}`]);
});

test('a log that cannot be written costs the log, not the server', async () => {
  server = await start({ UMEED_LOG: 'debug' }, tmpdir(), ['sh', '-c', 'exec "$@" 2>/dev/full', 'sh']);
  const caller = await Caller.signIn(server);
  expect((await volunteer(caller, 'kept')).status).toBe(201);
  expect((await fetch(server.url)).status).toBe(200);
  expect(server.log()).toBe('');
  expect((await server.halt()).code).toBe(0);
});

test('a folder that cannot be written is refused in words', async () => {
  const place = mkdtempSync(join(tmpdir(), 'umeed-locked-'));
  const program = join(place, 'umeed');
  copyFileSync(binary(), program);
  chmodSync(program, 0o755);
  const folder = join(place, 'data');
  mkdirSync(folder);
  chmodSync(folder, 0o555);
  chmodSync(place, 0o555);
  // Root may write everywhere, so it becomes nobody.
  const through =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups', program] : [program];
  const [first = '', ...rest] = through;
  const nobody = (args: string[]) => spawnSync(first, [...rest, ...args], { encoding: 'utf8' });
  const outcome = nobody(listening(folder));
  expect(outcome.status).toBe(1);
  expect(outcome.stderr).toMatch(/cannot write to the data folder.*denied/i);
  expect(nobody(listening(join(place, 'new'))).stderr).toMatch(/cannot make the data folder.*denied/i);
  expect(readdirSync(folder)).toEqual([]);
  chmodSync(place, 0o755);
  rmSync(place, { recursive: true, force: true });
});

describe('a database that is not what it should be', () => {
  const cases: [string, (file: string) => void][] = [
    ['cut short', file => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['of another program', file => writeFileSync(file, 'somebody’s notes '.repeat(500))],
    [
      'with damaged pages',
      file => {
        const bytes = readFileSync(file);
        bytes.fill(0xa5, 4096, 12_288);
        writeFileSync(file, bytes);
      },
    ],
  ];
  test.each(cases)('one %s is named, and left as it is', async (_, damage) => {
    server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
    const { folder } = server;
    await server.halt();
    const file = join(folder, 'umeed.db');
    const files = readdirSync(join(folder, 'files'), { recursive: true }).length;
    damage(file);
    const before = digest(readFileSync(file));
    const outcome = await run(listening(folder));
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/umeed\.db/);
    expect(outcome.stderr).not.toMatch(/panicked/);
    expect(digest(readFileSync(file))).toBe(before);
    expect(readdirSync(join(folder, 'files'), { recursive: true }).length).toBe(files);
    expect(await run(['check', '--data', folder])).not.toMatchObject({ code: 0 });
  });

  test('a log of an earlier state beside it is not mixed in', async () => {
    server = await start();
    const caller = await Caller.signIn(server);
    expect((await volunteer(caller, 'kept')).status).toBe(201);
    const { folder } = server;
    await server.kill();
    const aside = join(folder, 'aside');
    copyFileSync(join(folder, 'umeed.db-wal'), aside);
    await server.again();
    await server.halt();
    const log = statSync(join(folder, 'umeed.db-wal'), { throwIfNoEntry: false });
    expect(log?.size ?? 0, 'the log is folded in at the stop').toBe(0);
    // As after a copy of only some of the files: the old log with the newer database.
    copyFileSync(aside, join(folder, 'umeed.db-wal'));
    await server.again();
    const rows = await (await Caller.signIn(server)).rows('/rest/v1/volunteers?select=name');
    expect(rows).toEqual([{ name: 'kept' }]);
  });
});
