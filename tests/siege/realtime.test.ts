// /realtime/v1 attacked: thousands of frames and messages made of right ones gone wrong, and crowds that take nothing of
// what they ask for. A good subscriber hears of every save meanwhile, pages come, and memory stays within bounds.
// ROUNDS=20000 for more.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../client/clients.ts';
import { connect, ok, tokenOf, unique } from '../client/clients.ts';
import { type Any, Bare, changes } from '../client/live.ts';
import { type Running, start } from '../server.ts';
import { ownTime } from './own-time.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3_000);
/** Megabytes above what it takes when idle, as in the other floods. */
const MAX_GROWTH_MB = 256;
/** Milliseconds for an answer: much for a busy machine, and little beside the minutes that an unbounded filter takes. */
const MAX_ANSWER = 5_000;

let server: Running;
let staff: Client;
let idle: number;
/** A seed that is printed, so that what it finds can be found again. */
let seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const first = seed;

function random(below: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed % below;
}
const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;

const megabytes = (name = 'VmRSS') =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) /
  1024;

beforeAll(async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  staff = connect(server.url, server.anonKey);
  const { error } = await staff.auth.signInWithPassword(server);
  if (error) throw error;
  await fetch(`${server.url}/`);
  idle = megabytes();
});
afterAll(() => server?.stop());

/** A good subscriber hears of a save made while `attack` goes on, and of one after it. */
async function during(attack: () => Promise<void>): Promise<void> {
  const visitor = connect(server.url, server.anonKey);
  const heard = await changes(visitor, { table: 'projects' });
  const save = async () => {
    const title = unique('saved');
    ok(await staff.from('projects').insert({ title }).select('id'));
    await heard.first(change => change.new.title === title, 15_000);
    expect((await fetch(`${server.url}/about`)).status).toBe(200);
  };
  await Promise.all([attack(), save()]);
  await save();
  expect(megabytes() - idle, `seed ${first}`).toBeLessThan(MAX_GROWTH_MB);
  await visitor.removeAllChannels();
}

const WORDS = [
  '',
  'realtime:a',
  'realtime:',
  'phoenix',
  'phx_join',
  'phx_leave',
  'broadcast',
  'presence',
  '\u0000',
  '💥',
];
const EVENTS = [
  'phx_join',
  'phx_leave',
  'heartbeat',
  'access_token',
  'broadcast',
  'presence',
  'phx_reply',
  'x',
];

/** Something of JSON, mostly of the kind that is wanted there. */
function thing(depth = 0): unknown {
  const kinds = depth > 4 ? 6 : 9;
  switch (random(kinds)) {
    case 0:
      return null;
    case 1:
      return random(2) === 0;
    case 2:
      return random(1_000) - 500;
    case 3:
      return pick(WORDS);
    case 4:
      return 'x'.repeat(random(300));
    case 5:
      return pick([
        '*',
        'INSERT',
        'public',
        'projects',
        'title=eq.a',
        'id=in.(',
        'track',
        'untrack',
        server.anonKey,
      ]);
    case 6:
      return Array.from({ length: random(5) }, () => thing(depth + 1));
    default: {
      const keys = [
        'config',
        'broadcast',
        'ack',
        'self',
        'presence',
        'key',
        'enabled',
        'private',
        'postgres_changes',
      ];
      const more = [
        'event',
        'schema',
        'table',
        'filter',
        'select',
        'access_token',
        'payload',
        'type',
        'replay',
        '__proto__',
      ];
      const entry = () => [pick([...keys, ...more]), thing(depth + 1)];
      return Object.fromEntries(Array.from({ length: random(6) }, entry));
    }
  }
}

function message(version: 1 | 2): string {
  const [join_ref, ref] = [pick([null, '1', 1, thing()]), pick([null, '2', 2, thing()])];
  const [topic, event] = [random(8) ? pick(WORDS) : thing(), random(8) ? pick(EVENTS) : thing()];
  const payload = event === 'phx_join' && random(2) ? { config: thing() } : thing();
  const text = JSON.stringify(
    version === 1 ? { topic, event, payload, ref, join_ref } : [join_ref, ref, topic, event, payload],
  );
  return random(20) ? text : text.slice(0, random(text.length + 1));
}

function bytes(): Buffer {
  const made = Buffer.from(Array.from({ length: random(60) }, () => random(256)));
  if (random(2) && made.length > 7)
    made.set([3, random(4), random(4), random(14), random(4), random(4), random(3)]);
  return made;
}

test(`messages gone wrong (seed ${first})`, async () => {
  await during(async () => {
    let open: Bare | undefined;
    for (let round = 0; round < ROUNDS; round++) {
      if (!open || open.socket.readyState !== open.socket.OPEN) {
        open?.socket.terminate();
        open = await Bare.open(server.url, pick([1, 2] as const), server.anonKey);
      }
      open.socket.send(random(6) ? message(open.version) : bytes());
      // Each is understood, refused or ends the connection, and the next is tried on the same one if it can be.
      if (random(3) === 0) await new Promise(done => setImmediate(done));
    }
    open?.socket.terminate();
  });
  expect(server.log(), `seed ${first}`).not.toMatch(/panicked/);
});

test(`frames gone wrong (seed ${first})`, async () => {
  await during(async () => {
    for (let round = 0; round < ROUNDS / 10; round++) {
      const bare = await Bare.open(server.url, 2, server.anonKey);
      const raw = (bare.socket as Any)._socket;
      for (let frames = random(8); frames >= 0; frames--) {
        const head = Buffer.from([
          pick([0x81, 0x01, 0x80, 0x82, 0x88, 0x89, 0x8a, 0xc1, 0xff, random(256)]),
          random(256),
        ]);
        raw.write(Buffer.concat([head, Buffer.from(Array.from({ length: random(40) }, () => random(256)))]));
      }
      await new Promise(done => setImmediate(done));
      bare.socket.terminate();
    }
  });
  expect(server.log(), `seed ${first}`).not.toMatch(/panicked/);
});

test('crowds that take nothing hold little', async () => {
  const token = await tokenOf(staff);
  await during(async () => {
    const crowd: Bare[] = [];
    for (let some = 0; some < 5; some++) {
      const from = { localAddress: `127.0.0.${some + 2}` };
      const opened = Array.from({ length: 60 }, () => Bare.open(server.url, 2, server.anonKey, from));
      crowd.push(...(await Promise.all(opened)));
    }
    await Promise.all(crowd.map(bare => bare.join('realtime:crowd')));
    for (const bare of crowd) (bare.socket as Any)._socket.pause();
    const sender = await Bare.open(server.url, 2, server.anonKey);
    await sender.join('realtime:crowd', { broadcast: { ack: true } }, token);
    for (let round = 0; round < 120; round++) {
      const payload = { round, text: 'x'.repeat(100_000) };
      await sender.ask('realtime:crowd', 'broadcast', { event: 'e', payload });
    }
    for (const bare of [sender, ...crowd]) bare.socket.terminate();
  });
});

/** Some connections, each from an address of a few. */
async function crowdOf(count: number): Promise<Bare[]> {
  const open = (_: unknown, number: number) =>
    Bare.open(server.url, 2, server.anonKey, { localAddress: `127.0.0.${(number % 20) + 2}` });
  return Promise.all(Array.from({ length: count }, open));
}

test('a save is compared with the dearest filters that visitors may have, and nobody waits for it', async () => {
  // What a visitor may not ask for, and what costs most of what they may.
  const pattern = `description=not.like.%${'_'.repeat(150)}~%`;
  const list = `title=not.in.(${Array.from('x'.repeat(100)).join(',')})`;
  const asked = (filter: string, count: number) =>
    Array.from({ length: 9 }, () => ({
      event: '*',
      schema: 'public',
      table: 'projects',
      filter: Array.from({ length: count }, () => filter).join(','),
    }));
  const crowd = await crowdOf(100);
  const joined = await Promise.all(
    crowd.map(async (bare, number) => {
      let count = 0;
      for (let channel = 0; channel < 10; channel++) {
        const changes = channel % 2 ? asked(pattern, 9) : asked(list, 7);
        const answer = await bare.join(`realtime:${number}-${channel}`, { postgres_changes: changes });
        if (answer.status === 'ok') count++;
      }
      return count;
    }),
  );
  const all = joined.reduce((sum, count) => sum + count, 0);
  expect(all, 'those without a filter, and as many others as there is memory for').toBeGreaterThan(550);
  const refused = crowd[0]?.heard.all.filter(one => one.event === 'system' && one.payload.status === 'error');
  expect(refused?.map(one => one.payload.message).join()).toMatch(/"like" is none of the operators/);
  const description = 'a charity helps many people every day '.repeat(1_600);
  for (let save = 0; save < 3; save++) {
    ok(
      await staff
        .from('projects')
        .insert({ title: unique('long'), description })
        .select('id'),
    );
    for (const path of ['/healthz', '/about', '/rest/v1/projects?select=id&limit=1']) {
      const begun = ownTime();
      expect((await fetch(server.url + path)).status, path).toBe(200);
      expect(ownTime() - begun, path).toBeLessThan(MAX_ANSWER);
    }
  }
  for (const bare of crowd) bare.socket.terminate();
  await during(async () => {});
});

test('a long row is in memory once, however many channels wait for it', async () => {
  const crowd = await crowdOf(200);
  await Promise.all(
    crowd.map(async (bare, number) => {
      for (let channel = 0; channel < 10; channel++) {
        const changes = [
          { event: '*', schema: 'public', table: 'projects', filter: `position=lt.${channel + 9}` },
        ];
        const answer = await bare.join(`realtime:${number}-${channel}`, { postgres_changes: changes });
        expect(answer.status).toBe('ok');
      }
    }),
  );
  for (const bare of crowd) (bare.socket as Any)._socket.pause();
  // The highest that it takes counts from here.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
  const before = megabytes();
  const description = 'زندگی امید '.repeat(8_000);
  ok(await staff.from('projects').insert({ title: unique(), description, position: 1 }).select('id'));
  const witness = await changes(connect(server.url, server.anonKey), { table: 'projects' });
  const title = unique();
  ok(await staff.from('projects').insert({ title }).select('id'));
  await witness.first(change => change.new.title === title, 15_000);
  // 160 KB for each of 2,000 channels would be 320 MB.
  expect(megabytes('VmHWM') - before).toBeLessThan(100);
  for (const bare of crowd) bare.socket.terminate();
  await witness.channel.unsubscribe();
});
