// Visitors who ask for as much as they may, and more: dear questions, questions whose caller leaves, and answers that are
// taken slowly. Staff save meanwhile, pages and health are answered, and the memory that answers hold stays bounded.

import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, start } from '../server.ts';
import { Caller } from './ledger.ts';
import { ownTime } from './own-time.ts';

const ROWS = 3000;
const SECONDS = Number(process.env.SECONDS ?? 3);
/** Megabytes above what it takes when idle. */
const MAX_GROWTH = 256;
/** Milliseconds for staff to save, in the middle of several tries. */
const MAX_SAVE = 1000;

let server: Running;
let caller: Caller;

beforeAll(async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  caller = await Caller.signIn(server);
  // The first pattern below looks at every letter of it, in vain.
  const text = 'a charity helps many people every day '.repeat(250);
  for (let done = 0; done < ROWS; done += 100) {
    const rows = Array.from({ length: 100 }, (_, n) => ({ title: `${done + n}`, description: text }));
    const filled = await caller.ask('/rest/v1/projects', {
      method: 'POST',
      body: JSON.stringify(rows),
      headers: { prefer: 'return=minimal' },
    });
    expect(filled.status).toBe(201);
  }
  await fetch(`${server.url}/donate`);
});
afterAll(() => server?.stop());

const status = (name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]);
const megabytes = () => status('VmRSS') / 1024;
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = ownTime();
  await work();
  return ownTime() - began;
}

/** What staff, a visitor and a supervisor do meanwhile; how long each took in the middle, in milliseconds. */
async function everyoneElse() {
  const times = { save: [] as number[], list: [] as number[], page: [] as number[] };
  for (let n = 0; n < 5; n++) {
    times.save.push(
      await timed(async () => {
        const body = JSON.stringify({ content: { heading: `saved ${n}` } });
        const saved = await caller.ask('/rest/v1/website_content?page_key=eq.contact', {
          method: 'PATCH',
          body,
        });
        expect(saved.status).toBe(204);
      }),
    );
    times.list.push(
      await timed(async () => {
        expect((await caller.ask('/rest/v1/volunteers?select=*&limit=20')).status).toBe(200);
      }),
    );
    times.page.push(
      await timed(async () => {
        expect((await fetch(`${server.url}/contact`)).status).toBe(200);
      }),
    );
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  }
  return { save: median(times.save), list: median(times.list), page: median(times.page) };
}

/** Nothing matches, so every pattern is compared with every row. */
const asked = (patterns: number) => {
  const each = Array.from({ length: patterns }, (_, n) => `description.ilike.*every*day*zebra${n}*`);
  return `/rest/v1/projects?select=id&limit=1&or=(${each.join(',')})`;
};

const matched = Array.from({ length: 4 }, (_, n) => `"(every|day|.a)+z{0,9}zebra${n}$"`).join(',');

test.each([
  [64, 'as many regular expressions', `/rest/v1/projects?select=id&description=imatch(any).{${matched}}`],
  [16, 'more than a visitor may ask', asked(60)],
  [64, 'as much as a visitor may ask', asked(4)],
])('%i connections from one address ask for %s', async (connections, what, path) => {
  const answers = new Map<number, number>();
  const until = performance.now() + SECONDS * 1000;
  const visitor = async () => {
    while (performance.now() < until) {
      const answer = await caller.ask(path, {}, 'visitor');
      await answer.arrayBuffer();
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
    }
  };
  const flood = Promise.all(Array.from({ length: connections }, visitor));
  await sleep(300);
  const { save, list, page } = await everyoneElse();
  await flood;
  console.log(
    `${connections} connections, ${what}: staff save in ${save.toFixed(0)} ms, list in ${list.toFixed(0)} ms, ` +
      `a page takes ${page.toFixed(0)} ms; answers: ${JSON.stringify([...answers])}`,
  );
  expect(save).toBeLessThan(MAX_SAVE);
  expect([...answers.keys()].filter(status => ![200, 400, 500, 503].includes(status))).toEqual([]);
});

test('a question whose caller leaves costs nothing more', async () => {
  const path = asked(4);
  const before = server.processorTime();
  for (let n = 0; n < 40; n++) {
    const leaving = new AbortController();
    const answer = caller.ask(path, { signal: leaving.signal }, 'visitor').catch(() => undefined);
    await sleep(10);
    leaving.abort();
    await answer;
  }
  const meanwhile = server.processorTime() - before;
  const left = server.processorTime();
  await sleep(2000);
  const after = server.processorTime() - left;
  console.log(
    `40 questions given up after 10 ms: ${meanwhile.toFixed(2)} s of processor time, then ${after.toFixed(2)} s; ` +
      `${status('Threads')} threads`,
  );
  expect(after).toBeLessThan(1);
  expect(status('Threads')).toBeLessThan(80);
});

test('answers that are taken slowly hold a bounded memory', async () => {
  const idle = megabytes();
  const { hostname, port } = new URL(server.url);
  const head = `GET /rest/v1/projects?select=a:description,b:description&limit=200 HTTP/1.1\r\nhost: x\r\napikey: ${server.anonKey}\r\n\r\n`;
  const sockets: Socket[] = [];
  const dial = async (address: string) => {
    const socket = connect({
      port: Number(port),
      host: hostname,
      localAddress: address,
    });
    sockets.push(socket);
    socket.on('error', () => {});
    await new Promise<void>(done => socket.once('connect', done));
    socket.write(head);
    socket.pause();
  };
  let most = idle;
  const watching = setInterval(() => {
    most = Math.max(most, megabytes());
  }, 100);
  // A few at a time, so that each is answered.
  for (let n = 0; n < 200; n += 8) {
    await Promise.all(Array.from({ length: 8 }, (_, k) => dial(`127.0.0.${10 + ((n + k) % 40)}`)));
    await sleep(200);
  }
  await sleep(SECONDS * 1000);
  const { save } = await everyoneElse();
  clearInterval(watching);
  for (const socket of sockets) socket.destroy();
  console.log(
    `200 readers from 40 addresses who take nothing of 4 MB each: ${idle.toFixed(0)} MB, ${most.toFixed(0)} MB at most; ` +
      `staff save in ${save.toFixed(0)} ms`,
  );
  expect(most - idle).toBeLessThan(MAX_GROWTH);
  expect(save).toBeLessThan(MAX_SAVE);
});
