// A crowd from everywhere fills the disk through the forms, and something else takes what is left. Staff sign in, also
// after a restart, delete what came, and go on; then the forms open again. On a small disk of its own, so it needs root.

import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { floods, type Running, start } from '../server.ts';
import { Caller } from './ledger.ts';
import { type Disk, smallDisk } from './mounts.ts';

const SIZE = 64;
/** Four bytes a letter: as large as an entry can be. */
const ENTRY = { city: '🤲'.repeat(100), phone: '1', skills: '🤲'.repeat(1000) };

let server: Running | undefined;
let disk: Disk | undefined;
afterEach(async () => {
  await server?.stop().catch(() => {});
  disk?.release();
  server = disk = undefined;
});

let sent = 0;
const apply = (url: string, key: string) => {
  sent += 1;
  const from = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  return fetch(`${url}/rest/v1/volunteers`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ name: `n${sent}`, ...ENTRY }),
  });
};

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

const free = (path: string) => {
  const { bavail, bsize } = statfsSync(path);
  return (bavail * bsize) / 2 ** 20;
};

/** Until it is full; at a stroke, or the server would give up the reserve meanwhile and this would take it, too. */
function fill(filler: string) {
  try {
    writeFileSync(filler, Buffer.alloc(free(dirname(filler)) * 2 ** 20), { flag: 'a' });
    for (;;) writeFileSync(filler, Buffer.alloc(4 * 1024), { flag: 'a' });
  } catch {
    // Full.
  }
}

async function until(what: string, holds: () => Promise<boolean>) {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return;
    await sleep(100);
  }
  expect.unreachable(what);
}

/** What staff need to get out of it: to sign in, to save, and to read. */
async function staffGoOn(running: Running): Promise<Caller> {
  const caller = await Caller.signIn(running);
  const saved = await caller.ask('/rest/v1/website_content?page_key=eq.contact', {
    method: 'PATCH',
    body: JSON.stringify({ content: { heading: `saved ${Date.now()}` } }),
  });
  expect(saved.status, await saved.text()).toBe(204);
  return caller;
}

/** Some at a time, as the admin does. */
async function deleteAll(caller: Caller, together = 250): Promise<number> {
  for (let deleted = 0; ; ) {
    const [last] = await caller.rows(
      `/rest/v1/volunteers?select=created_at&order=created_at&offset=${together - 1}&limit=1`,
    );
    const which = last ? `created_at=lte.${encodeURIComponent(last.created_at)}` : 'id=not.is.null';
    const gone = await caller.ask(`/rest/v1/volunteers?${which}`, {
      method: 'DELETE',
      headers: { prefer: 'count=exact' },
    });
    expect(gone.status, await gone.text()).toBe(204);
    deleted += Number(gone.headers.get('content-range')?.split('/')[1]);
    if (!last) return deleted;
  }
}

test('a disk that is filled through the forms', async () => {
  disk = smallDisk(SIZE);
  // It takes long to fill a disk by forms; this has done a part.
  const ballast = join(disk.path, 'ballast');
  writeFileSync(ballast, Buffer.alloc(26 * 2 ** 20));
  const running = await start({ ...floods, UMEED_TRUSTED_PROXIES: '127.0.0.0/8' }, disk.path);
  server = running;
  const { url, anonKey, folder } = running;
  const reserve = join(folder, 'reserve');
  await until('the reserve is made', async () => isThere(reserve));
  expect(statSync(reserve).blocks * 512).toBeGreaterThanOrEqual((SIZE / 8) * 2 ** 20);

  const givenUp = () => running.log().split('reserve is given up').length - 1;

  // The crowd, until everyone is refused.
  const started = Date.now();
  let [taken, refused] = [0, 0];
  const words: string[] = [];
  const crowd = async () => {
    while (refused < 100) {
      const answer = await apply(url, anonKey);
      const body = await answer.text();
      if (answer.status === 201) taken += 1;
      else {
        refused += 1;
        expect(answer.status, body).toBe(503);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        words.push(JSON.parse(body).message);
      }
    }
  };
  await Promise.all(Array.from({ length: 16 }, crowd));
  const seconds = (Date.now() - started) / 1000;
  expect(new Set(words)).toEqual(
    new Set([
      'The site cannot take new entries right now. Please try again later, or contact us by phone or email.',
    ]),
  );
  const left = free(disk.path);
  expect(left, 'visitors do not get at the last room').toBeGreaterThan(1);
  expect(isThere(reserve), 'nor at the reserve').toBe(true);
  let caller = await staffGoOn(running);
  const status = await (await caller.ask('/rest/v1/rpc/site_status')).json();
  expect(status).toMatchObject({ forms_open: false, disk: { low: true } });

  // Something else takes the rest.
  const filler = join(disk.path, 'filler');
  fill(filler);
  await until('the reserve is given up', async () => !isThere(reserve));
  await staffGoOn(running);
  const picture = await caller.ask('/storage/v1/object/website_images/a.svg', {
    method: 'POST',
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'.padEnd(4_000_000),
  });
  expect(picture.status).toBe(503);
  const backup = await running.command(['backup', join(disk.path, 'backup.tar')]);
  expect(backup, 'a backup does not take the last room either').toMatchObject({ code: 1 });
  expect(backup.stderr).toMatch(/almost full/);

  // With room it is made again. Then the power goes, and the disk is full to the brim when the server starts.
  rmSync(filler);
  rmSync(ballast);
  await until('the reserve is made again', async () => isThere(reserve));
  await running.kill();
  fill(filler);
  expect(free(disk.path)).toBeLessThan(0.1);
  await running.again();
  expect(givenUp(), 'for the start, which folds the log into the database').toBe(2);
  caller = await staffGoOn(running);
  const atOnce = await caller.ask('/rest/v1/volunteers?id=not.is.null', { method: 'DELETE' });
  expect(atOnce.status, 'that needs as much room as all of them take').toBe(503);
  expect((await atOnce.json()).message).toMatch(/delete a few at a time/);
  const deleting = Date.now();
  const deleted = await deleteAll(caller);
  expect(deleted).toBeGreaterThanOrEqual(taken);
  await staffGoOn(running);

  // There is room inside the database, though the disk is as full as before.
  expect(free(disk.path)).toBeLessThan(SIZE / 4);
  await until('the forms open again', async () => (await apply(url, anonKey)).status === 201);
  await running.halt();
  const checked = await running.command(['check']);
  expect(checked, checked.stderr).toMatchObject({ code: 0 });
  console.log(
    `${SIZE} MB filled through forms in ${seconds.toFixed(1)} s by ${taken} entries, ${left.toFixed(1)} MB left for staff; ` +
      `${deleted} deleted on the full disk in ${((deleting - Date.now()) / -1000).toFixed(1)} s`,
  );
});

// So little is left when the server comes that the whole reserve does not fit; a smaller one does.
test.each([4, 2])('a disk of 24 MB of which %i are left at the start', async left => {
  disk = smallDisk(24);
  writeFileSync(join(disk.path, 'ballast'), Buffer.alloc((24 - left) * 2 ** 20));
  const running = await start({}, disk.path);
  server = running;
  const reserve = join(running.folder, 'reserve');
  await until('a reserve is made', async () => isThere(reserve));
  expect(statSync(reserve).size).toBeLessThan(3 * 2 ** 20);
  const caller = await Caller.signIn(running);
  const rows = Array.from({ length: 300 }, (_, n) => ({
    name: `n${n}`,
    city: 'c',
    phone: '1',
    skills: 'x'.repeat(900),
  }));
  const sent = await caller.ask('/rest/v1/volunteers', { method: 'POST', body: JSON.stringify(rows) });
  expect(sent.status, await sent.text()).toBe(201);

  fill(join(disk.path, 'filler'));
  await until('the reserve is given up', async () => !isThere(reserve));
  const onFull = await staffGoOn(running);
  expect(await deleteAll(onFull, 50)).toBe(300);
  await staffGoOn(running);
  await running.kill();
  await running.again();
  expect(await (await staffGoOn(running)).rows('/rest/v1/volunteers?select=id')).toEqual([]);
  await running.halt();
  const checked = await running.command(['check']);
  expect(checked, checked.stderr).toMatchObject({ code: 0 });
});
