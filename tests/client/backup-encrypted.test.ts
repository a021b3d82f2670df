// Backups that leave the machine, as an operator sets them up: encrypted, in an S3, restored on another machine, and opened by
// the program age (scripts/need-age) without umeed.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bucket, startS3 } from '../cluster/s3.ts';
import { binary, type Environment, type Running, run, start } from '../server.ts';
import { connect } from './clients.ts';

const PASSPHRASE = 'six words that nobody would guess';

let folder: string;
let key: string;
let recipient: string;
let s3: Bucket;
/** What is said of the S3 and nothing of the files. */
let bucket: Environment;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'umeed-encrypted-'));
  key = join(folder, 'key.txt');
  execFileSync('age-keygen', ['-o', key], { stdio: 'ignore' });
  recipient = execFileSync('age-keygen', ['-y', key], { encoding: 'utf8' }).trim();
  s3 = await startS3();
  const { UMEED_FILES: _, ...settings } = s3.settings;
  bucket = settings;
});

afterAll(async () => {
  await s3?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** What staff are told, once there is a backup. */
async function firstBackup(server: Running) {
  const client = connect(server.url, server.anonKey);
  await client.auth.signInWithPassword({ email: server.email, password: server.password });
  const deadline = Date.now() + 18_000;
  for (;;) {
    const { data } = await client.rpc('last_backup');
    if (data.last_good ?? data.last_failure) return data;
    if (Date.now() > deadline) throw new Error(`there is no backup:\n${server.log()}`);
    await sleep(50);
  }
}

/** Runs a command at a terminal of its own and types this when it asks for a passphrase. */
function typed(command: string, text: string): Promise<void> {
  return new Promise((done, failed) => {
    let shown = '';
    const child = execFile('script', ['-qec', command, '/dev/null'], { timeout: 18_000 }, cause =>
      cause ? failed(new Error(`${cause.message}\n${shown}`)) : done(),
    );
    child.stdout?.on('data', (piece: string) => {
      const asked = /passphrase/i.test(shown);
      shown += piece;
      if (!asked && /passphrase/i.test(shown)) child.stdin?.write(`${text}\n`);
    });
  });
}

describe('encrypted backups', () => {
  test('in an S3 are checked by restoring, listed, and restored on another machine', async () => {
    const server = await start({
      // Of the files' S3 nothing is known here, so that only the variables for backups can have been used.
      ...Object.fromEntries(Object.entries(bucket).map(([name, value]) => [`UMEED_BACKUP_${name}`, value])),
      UMEED_BACKUP_FOLDER: 's3://umeed/off-site',
      UMEED_BACKUP_RECIPIENT: recipient,
      UMEED_BACKUP_IDENTITY: key,
    });
    try {
      const told = await firstBackup(server);
      expect(told, server.log()).toMatchObject({
        last_good: { away: true, encrypted: true, check: { restored: true, left_out: 0 } },
        last_failure: null,
      });
      expect(readdirSync(server.folder).filter(name => name.startsWith('scratch'))).toEqual([]);
      expect(server.log()).not.toContain('AGE-SECRET-KEY');

      const listed = await run(['backups', 's3://umeed/off-site'], '', bucket);
      const name = listed.stdout.match(/^umeed-\S+Z\.tar\.age(?= {2}\d+ bytes {2}encrypted\n$)/)?.[0];
      expect(name, `${listed.stdout}${listed.stderr}`).toBeDefined();

      const byHand = await run(
        [
          'backup',
          's3://umeed/by-hand/mine.tar.age',
          '--backup-recipient',
          recipient,
          '--data',
          server.folder,
        ],
        '',
        { ...bucket, UMEED_DATABASE: server.database },
      );
      expect(byHand).toMatchObject({ code: 0, stderr: '' });
      expect((await run(['backups', 's3://umeed/by-hand'], '', bucket)).stdout).toContain('mine.tar.age');

      const place = join(folder, 'second-machine');
      const several = await run(['restore', 's3://umeed/off-site', '--data', place], '', bucket);
      expect(several.stderr).toContain(`name one of them:\n  ${name}`);
      const archive = `s3://umeed/off-site/${name}`;
      const locked = await run(['restore', archive, '--data', place], '', bucket);
      expect(locked.stderr).toContain('--identity FILE');
      expect(existsSync(place)).toBe(false);
      const restored = await run(['restore', archive, '--identity', key, '--data', place], '', bucket);
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      expect((await run(['check', '--data', place])).stdout).toContain('everything is in order');
      expect((await run(['staff', 'list', '--data', place])).stdout).toContain(server.email);
    } finally {
      await server.stop();
    }
  });

  test('are ordinary age files: the program age opens ours, and umeed opens its', async () => {
    const server = await start();
    try {
      const ours = join(folder, 'ours.tar.age');
      const made = await server.command(['backup', ours, '--backup-recipient', recipient]);
      expect(made).toMatchObject({ code: 0, stderr: '' });
      expect(made.stdout).toContain('encrypted');
      const plain = join(folder, 'plain.tar');
      execFileSync('age', ['-d', '-i', key, '-o', plain, ours]);
      expect(execFileSync('tar', ['-tf', plain], { encoding: 'utf8' })).toContain('manifest.json');
      expect(await run(['restore', plain, '--data', join(folder, 'from-plain')])).toMatchObject({ code: 0 });

      const theirs = join(folder, 'theirs.tar.age');
      execFileSync('age', ['-r', recipient, '-o', theirs, plain]);
      const restored = await run(['restore', theirs, '--identity', key, '--data', join(folder, 'from-age')]);
      expect(restored).toMatchObject({ code: 0, stderr: '' });
    } finally {
      await server.stop();
    }
  });

  test('with a passphrase open at a terminal, in umeed and in age', async () => {
    const backups = join(folder, 'with-passphrase');
    const server = await start({ UMEED_BACKUP_FOLDER: backups, UMEED_BACKUP_PASSPHRASE: PASSPHRASE });
    try {
      expect((await firstBackup(server)).last_good).toMatchObject({
        encrypted: true,
        check: { restored: true },
      });
      const archive = join(backups, readdirSync(backups)[0] ?? '');
      const opened = join(folder, 'opened.tar');
      await typed(`age -d -o ${opened} ${archive}`, PASSPHRASE);
      expect(
        readFileSync(opened)
          .subarray(-1024)
          .every(byte => byte === 0),
      ).toBe(true);

      const place = join(folder, 'with-passphrase-restored');
      const environment = { UMEED_BACKUP_PASSPHRASE: 'another passphrase' };
      const wrong = await run(['restore', archive, '--data', place], '', environment);
      expect(wrong.stderr).toContain('the passphrase is not the right one');
      const unasked = await run(['restore', archive, '--data', place]);
      expect(unasked.stderr).toContain('set UMEED_BACKUP_PASSPHRASE, or run this on a terminal');
      const bytes = readFileSync(archive);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9);
      writeFileSync(join(folder, 'changed.tar.age'), bytes);
      const changed = await run(['restore', join(folder, 'changed.tar.age'), '--data', place], '', {
        UMEED_BACKUP_PASSPHRASE: PASSPHRASE,
      });
      expect(changed.stderr).toMatch(
        /changed\.tar\.age .*nothing was changed: it was changed after it was made/,
      );
      expect(existsSync(place)).toBe(false);
      await typed(`${binary()} restore ${archive} --data ${place}`, PASSPHRASE);
      expect((await run(['check', '--data', place])).code).toBe(0);
    } finally {
      await server.stop();
    }
  }, 60_000);

  test.each([
    [{ UMEED_BACKUP_FOLDER: 's3://' }, "the bucket's name is missing"],
    [{ UMEED_BACKUP_RECIPIENT: 'age1nobody' }, 'is no age public key: is it whole?'],
    [{ UMEED_BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1X' }, 'one begins with age1'],
    [{ UMEED_BACKUP_PASSPHRASE: '' }, 'UMEED_BACKUP_PASSPHRASE is empty'],
    [{ UMEED_BACKUP_PASSPHRASE: 'short' }, 'UMEED_BACKUP_PASSPHRASE is too short'],
    [{ UMEED_BACKUP_IDENTITY: '/nowhere' }, 'the file /nowhere with the age secret key cannot be read'],
  ] as [Environment, string][])(
    'a setting that cannot be meant stops the start: %j',
    async (setting, words) => {
      const data = join(folder, 'never');
      const { code, stderr } = await run(['serve', '--listen', '127.0.0.1:0', '--data', data], '', setting);
      expect(stderr).toContain(words);
      expect(stderr).not.toContain('AGE-SECRET-KEY-1X');
      expect([1, 2]).toContain(code);
      expect(existsSync(data)).toBe(false);
    },
  );

  test('are encrypted by one of the two', async () => {
    const both = { UMEED_BACKUP_PASSPHRASE: PASSPHRASE, UMEED_BACKUP_RECIPIENT: recipient };
    const { stderr } = await run(['serve', '--data', join(folder, 'never')], '', both);
    expect(stderr).toContain('UMEED_BACKUP_RECIPIENT and UMEED_BACKUP_PASSPHRASE are both set');
  });
});
