// Every attack at once, for SECONDS (10): idle connections, heads and bodies that never end, answers nobody takes, dear
// questions, guessed passwords, floods of forms, and the largest picture being made smaller. Memory stays within its
// bound and is given back within a minute, and staff save meanwhile.

import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chunk } from '../client/pictures.ts';
import { type Running, start } from '../server.ts';
import { Caller } from './ledger.ts';

const SECONDS = Number(process.env.SECONDS ?? 10);
/** Megabytes above what it takes when idle, and what may be left of them after a minute. */
const MAX_GROWTH = 256;
const MAX_LEFT = 64;
const IDLE = 2000;

let server: Running;
let caller: Caller;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
  caller = await Caller.signIn(server);
  const text = 'a charity helps many people every day '.repeat(250);
  for (let done = 0; done < 2000; done += 100) {
    const rows = Array.from({ length: 100 }, (_, n) => ({ title: `${done + n}`, description: text }));
    const body = JSON.stringify(rows);
    expect((await caller.ask('/rest/v1/projects', { method: 'POST', body })).status).toBe(201);
  }
}, 120_000);
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  return server?.stop();
});

const megabytes = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

async function dial(first: string, place: number): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const localAddress = `127.0.${1 + Math.floor(place / 200)}.${1 + (place % 200)}`;
  const socket = connect({ port: Number(port), host: hostname, localAddress });
  sockets.push(socket);
  socket.on('error', () => {});
  await new Promise<void>(done => socket.once('connect', done).once('close', done));
  socket.write(first);
  return socket.pause();
}

const head = (method: string, path: string, more = '\r\n') =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\napikey: ${server.anonKey}\r\n${more}`;

/** 40 megapixels, see-through, so that each takes four bytes. */
function largePicture(): Uint8Array<ArrayBuffer> {
  const [width, height] = [7300, 5480];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const lines = Buffer.alloc((width * 4 + 1) * height);
  for (let at = 0; at < lines.length; at += 4) lines[at] = (at * 31) >> 8;
  for (let line = 0; line < height; line++) lines[line * (width * 4 + 1)] = 0;
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
}

test('memory stays within its bound under every attack together, and is given back', async () => {
  const picture = '/storage/v1/object/website_images/large.png';
  const sent = await caller.ask(picture, { method: 'POST', body: largePicture() });
  expect(sent.status).toBe(200);
  await sleep(3000);
  const idle = megabytes();
  let most = idle;
  const watching = setInterval(() => {
    most = Math.max(most, megabytes());
  }, 50);

  const until = performance.now() + SECONDS * 1000;
  const repeat = async (work: (round: number) => Promise<unknown>) => {
    for (let round = 0; performance.now() < until; round++) await work(round).catch(() => undefined);
  };
  const dear = Array.from({ length: 4 }, (_, n) => `description.ilike.*every*day*zebra${n}*`).join(',');
  const json = { 'content-type': 'application/json' };
  const visitor = (path: string, init: RequestInit = {}) =>
    caller.ask(path, init, 'visitor').then(answer => answer.arrayBuffer());
  const guess = JSON.stringify({ email: server.email, password: 'a wrong guess' });
  const waits: number[] = [];
  let place = 0;
  await Promise.all([
    ...Array.from({ length: 4 }, (_, n) =>
      (async () => {
        for (let k = 0; k < IDLE / 4; k++) await dial('', n * 500 + k);
      })(),
    ),
    repeat(() =>
      dial(head('GET', '/rest/v1/projects?select=a:description,b:description&limit=200'), place++),
    ),
    repeat(() =>
      dial(head('GET', '/storage/v1/object/public/website_images/large.png'), place++).then(() => sleep(20)),
    ),
    repeat(() =>
      dial(head('POST', '/rest/v1/volunteers', 'content-length: 16000\r\n\r\n{"name":"x'), place++),
    ),
    repeat(() => dial(head('GET', '/', 'x-slow: '), place++)),
    ...Array.from({ length: 16 }, () => repeat(() => visitor(`/rest/v1/projects?select=id&or=(${dear})`))),
    ...Array.from({ length: 16 }, () =>
      repeat(() =>
        visitor('/auth/v1/token?grant_type=password', { method: 'POST', body: guess, headers: json }),
      ),
    ),
    ...[160, 320, 360, 480, 640, 768, 960, 1280, 1920].map(width =>
      repeat(() => visitor(`/storage/v1/render/image/public/website_images/large.png?width=${width}`)),
    ),
    repeat(async round => {
      const began = performance.now();
      const body = JSON.stringify({ content: { heading: `saved ${round}` } });
      const saved = await caller.ask('/rest/v1/website_content?page_key=eq.contact', {
        method: 'PATCH',
        body,
      });
      waits.push(saved.status === 204 ? performance.now() - began : Number.POSITIVE_INFINITY);
      await sleep(200);
    }),
  ]);
  clearInterval(watching);
  for (const socket of sockets.splice(0)) socket.destroy();
  await sleep(60_000);
  const after = megabytes();
  const save = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? Number.POSITIVE_INFINITY;
  console.log(
    `idle ${idle.toFixed(0)} MB, under every attack ${most.toFixed(0)} MB at most, a minute later ${after.toFixed(0)} MB; ` +
      `staff save in ${save.toFixed(0)} ms (${waits.length} saves)`,
  );
  expect(most - idle).toBeLessThan(MAX_GROWTH);
  expect(after - idle).toBeLessThan(MAX_LEFT);
  expect(save).toBeLessThan(1000);
});
