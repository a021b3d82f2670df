// What a server must do while its disk takes nothing more, and once there is room again.

import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { png } from '../client/pictures.ts';
import type { Running } from '../server.ts';
import { type Caller, digest } from './ledger.ts';

const KEPT = png(2, 2, 1000);
const LARGE = png(2, 2, 900_000);

const upload = (caller: Caller, name: string, bytes: Uint8Array<ArrayBuffer>) =>
  caller.ask(`/storage/v1/object/website_images/${name}`, { method: 'POST', body: bytes });

export const volunteer = (caller: Caller, name: string, skills = '') =>
  caller.ask(
    '/rest/v1/volunteers',
    { method: 'POST', body: JSON.stringify({ name, city: 'c', phone: '1', skills }) },
    'visitor',
  );

/** Writes until nothing more is taken; gives back the names of the rows that were. */
export async function filled(server: Running, caller: Caller, fill: () => void): Promise<string[]> {
  expect((await upload(caller, 'kept.png', KEPT)).status).toBe(200);
  expect((await volunteer(caller, 'kept')).status).toBe(201);
  fill();
  const refused = await upload(caller, 'lost.png', LARGE);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await refused.json()).message).toMatch(/try again/i);
  const taken = ['kept'];
  let refusals = 0;
  for (let n = 0; refusals < 20; n++) {
    const answer = await volunteer(caller, `n${n}`, 'x'.repeat(1000));
    expect([201, 503], await answer.text()).toContain(answer.status);
    if (answer.status === 201) taken.push(`n${n}`);
    else refusals += 1;
  }
  for (const path of ['/', '/donate', '/healthz'])
    expect((await fetch(server.url + path)).status, path).toBe(200);
  expect(await caller.served('kept.png')).toBe(digest(KEPT));
  expect(await caller.served('lost.png')).toBe('');
  return taken;
}

/** Makes room, and sees that everything is there and goes on. */
export async function emptied(server: Running, caller: Caller, taken: string[], makeRoom: string[]) {
  const [program = '', ...args] = makeRoom;
  execFileSync(program, args);
  expect((await upload(caller, 'later.png', LARGE)).status).toBe(200);
  expect((await volunteer(caller, 'later')).status).toBe(201);
  const expected = [...taken, 'later'].sort();
  const names = async () => {
    const rows = await caller.rows('/rest/v1/volunteers?select=name');
    return rows.map(row => row.name).sort();
  };
  expect(await names()).toEqual(expected);
  await server.kill();
  await server.again();
  expect(await names()).toEqual(expected);
  expect(await caller.served('kept.png')).toBe(digest(KEPT));
  expect(await caller.served('later.png')).toBe(digest(LARGE));
  await server.halt();
  const checked = await server.command(['check']);
  expect(checked, checked.stderr).toMatchObject({ code: 0 });
}
