// Backups as an operator makes them, with the binary, beside a server that staff and visitors are using.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, run, start } from '../server.ts';
import { connect } from './clients.ts';
import { file } from './pictures.ts';

let server: Running;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'umeed-backups-'));
  server = await start({ UMEED_BACKUP_FOLDER: join(folder, 'scheduled') });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function staff() {
  const client = connect(server.url, server.anonKey);
  await client.auth.signInWithPassword({ email: server.email, password: server.password });
  return client;
}

/** Asks until the answer will do. */
async function until<T>(ask: () => Promise<T>, good: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const answer = await ask();
    if (good(answer) || Date.now() > deadline) return answer;
    await sleep(20);
  }
}

describe('backups', () => {
  test('are made by the server itself, and staff are told; visitors are not', async () => {
    const client = await staff();
    const { data } = await until(
      async () => client.rpc('last_backup'),
      ({ data }) => data?.last_good !== null,
    );
    expect(data).toMatchObject({ scheduled: true, last_failure: null });
    const made = readdirSync(join(folder, 'scheduled'));
    expect(made).toHaveLength(1);
    expect(made[0]).toMatch(/^umeed-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/);
    expect(readFileSync(join(folder, 'scheduled', made[0] ?? ''))).toHaveLength(data.last_good.bytes);
    const visitor = await connect(server.url, server.anonKey).rpc('last_backup', {}, { get: true });
    expect(visitor.error?.code).toBe('42501');
  });

  test('beside a running server bring everything into another place; a damaged one brings nothing', async () => {
    const client = await staff();
    await client.from('projects').insert({ title: 'اُمید' }).throwOnError();
    const upload = await client.storage.from('website_images').upload('gallery/a.png', file('a.png'));
    expect(upload.error).toBeNull();

    const archive = join(folder, 'mine.tar');
    const backup = await server.command(['backup', archive]);
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    expect((await server.command(['check'])).stdout).toContain('everything is in order');
    expect((await server.command(['restore', archive])).stderr).toContain('another umeed serves');

    const bytes = readFileSync(archive);
    bytes.writeUInt8(bytes.readUInt8(1000) ^ 1, 1000);
    writeFileSync(join(folder, 'damaged.tar'), bytes);
    const place = join(folder, 'place');
    const refused = await run(['restore', join(folder, 'damaged.tar'), '--data', place]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('nothing was changed');
    expect(existsSync(place)).toBe(false);

    const restored = await run(['restore', archive, '--data', place]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toMatch(/^restored \d+ rows and 1 files/);
    expect((await run(['staff', 'list', '--data', place])).stdout).toContain(server.email);
    expect((await run(['check', '--data', place])).code).toBe(0);
    const again = await run(['restore', archive, '--data', place]);
    expect(again.stderr).toContain('--replace');
    expect(await run(['restore', archive, '--data', place, '--replace'])).toMatchObject({ code: 0 });
    expect(readdirSync(place).some(name => name.startsWith('before-restore-'))).toBe(true);
  });
});
