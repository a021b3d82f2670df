// Attempts to keep staff out: guesses from the owner's own address, from a hundred networks, by a page of another site,
// and four hundred at once. A device that has signed in before gets in each time, also after a restart; a stranger does
// not, or not at once. The figures are printed.

import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, start } from '../server.ts';

const PATH = '/auth/v1/token?grant_type=password';
const OFFICE = '192.0.2.10';

let server: Running;
let cookie: string;
const agent = new Agent({ keepAlive: true, maxSockets: 500 });

beforeAll(async () => {
  // Every address of this test is what a trusted proxy says it is.
  server = await start({ UMEED_TRUSTED_PROXIES: '127.0.0.0/8' });
  const morning = await attempt({ password: server.password });
  expect(morning.status).toBe(200);
  cookie = morning.cookie;
  expect(cookie).toMatch(/^umeed-device-/);
});
afterAll(async () => {
  agent.destroy();
  await server?.stop();
});

interface Attempt {
  password?: string;
  email?: string;
  from?: string;
  cookie?: string;
  kind?: string;
}

function attempt(made: Attempt): Promise<{ status: number; cookie: string }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((done, failed) => {
    const headers = {
      'content-type': made.kind ?? 'application/json',
      'x-forwarded-for': made.from ?? OFFICE,
      ...(made.cookie ? { cookie: made.cookie } : {}),
    };
    const sent = request({ hostname, port, path: PATH, method: 'POST', agent, headers }, answer => {
      const [set = ''] = answer.headers['set-cookie'] ?? [];
      const result = { status: answer.statusCode ?? 0, cookie: set.split(';')[0] ?? '' };
      answer.resume().on('end', () => done(result));
    });
    sent.on('error', failed);
    sent.end(
      JSON.stringify({ email: made.email ?? server.email, password: made.password ?? 'a wrong guess' }),
    );
  });
}

/** The owner signs in at the office, with and without the cookie of before. */
async function owner(times: number) {
  const statuses = { device: [] as number[], stranger: [] as number[] };
  for (let n = 0; n < times; n++) {
    statuses.device.push((await attempt({ password: server.password, cookie })).status);
    statuses.stranger.push((await attempt({ password: server.password })).status);
  }
  return statuses;
}

const refused = (statuses: number[]) => statuses.filter(status => status !== 200).length;

describe('a device that has signed in before gets in', () => {
  test('while a page of another site guesses from the office, without a question to the server before', async () => {
    const simple = { kind: 'text/plain;charset=UTF-8' };
    const guesses = await Promise.all(Array.from({ length: 100 }, () => attempt(simple)));
    expect(new Set(guesses.map(answer => answer.status))).toEqual(new Set([415]));
    const { device, stranger } = await owner(5);
    expect(refused(device) + refused(stranger), 'what is no JSON counts for nobody').toBe(0);
  });

  test('while a neighbour guesses from the same address, and a hundred networks from theirs', async () => {
    const neighbour = Array.from({ length: 20 }, () => attempt({}));
    await Promise.all(neighbour);
    const networks = Array.from({ length: 100 }, (_, n) => `198.51.${n}.7`);
    let looked = 0;
    for (let n = 0; n < 200; n += 10) {
      const some = Array.from({ length: 10 }, (_, more) => attempt({ from: networks[(n + more) % 100] }));
      looked += (await Promise.all(some)).filter(answer => answer.status === 400).length;
    }
    expect(looked).toBeLessThan(150);
    const { device, stranger } = await owner(30);
    console.log(
      `220 guesses, ${looked} of the networks' 200 looked at: the owner's device refused ${refused(device)} of 30, ` +
        `a stranger with the right password ${refused(stranger)} of 30`,
    );
    expect(refused(device)).toBe(0);
    // On a slow machine a try becomes due for strangers meanwhile.
    expect(refused(stranger)).toBeGreaterThan(0);
  });

  test('after a restart in the middle of it', async () => {
    await server.kill();
    await server.again();
    await Promise.all(Array.from({ length: 20 }, () => attempt({})));
    const { device, stranger } = await owner(3);
    expect(refused(device)).toBe(0);
    expect(refused(stranger)).toBe(3);
  });

  test('beside four hundred strangers at once', async () => {
    let looked = 0;
    const crowd = Array.from({ length: 400 }, async (_, n) => {
      const answer = await attempt({ from: `203.${n >> 8}.${n & 255}.9`, email: `p${n}@umeed.test` });
      looked += Number(answer.status === 400);
      return answer;
    });
    const meanwhile: number[] = [];
    for (let n = 0; n < 10; n++) {
      const before = looked;
      const answer = await attempt({ password: server.password, cookie });
      expect(answer.status).toBe(200);
      meanwhile.push(looked - before);
    }
    const strangers = await Promise.all(crowd);
    const count = (status: number) => strangers.filter(answer => answer.status === status).length;
    console.log(
      `400 wrong sign-ins at once: ${count(400)} looked at, ${count(503)} turned away; the owner signs in ten times, ` +
        `with so many of them looked at meanwhile: ${meanwhile.join(', ')}`,
    );
    expect(count(400) + count(503)).toBe(400);
    expect(count(503)).toBeGreaterThan(0);
    // Not behind their line, which is more than thirty long. The first is sent after the crowd, and comes when most have come.
    expect(Math.max(...meanwhile.slice(1))).toBeLessThan(8);
  });
});
