// How long the server waits for clients that do nothing: long enough for a phone on a bad line, not for ever.

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../client/pictures.ts';
import { type Running, start } from '../server.ts';
import { Caller } from './ledger.ts';

let server: Running;
beforeAll(async () => {
  server = await start();
});
afterAll(() => server?.stop());

function dial(first: string): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.write(first);
  return socket;
}

/** Whether the server has ended the connection within so many seconds. */
async function ended(socket: Socket, seconds: number): Promise<boolean> {
  if (socket.closed) return true;
  const closed = new Promise<boolean>(done => socket.once('close', () => done(true)));
  socket.resume();
  return Promise.race([closed, sleep(seconds * 1000, false)]);
}

test('a head that does not come to its end is given up', async () => {
  const slow = dial('GET / HTTP/1.1\r\nhost: x\r\nx-slow: ');
  const dripping = setInterval(() => void slow.write('x'), 500);
  const idle = dial('');
  expect(await ended(slow, 5), 'not at once').toBe(false);
  expect(await ended(slow, 40)).toBe(true);
  expect(await ended(idle, 40)).toBe(true);
  clearInterval(dripping);
});

test('a reader that takes nothing is let go after half a minute, and one that is slow is not', async () => {
  const caller = await Caller.signIn(server);
  const large = png(2, 2, 40 * 1024 * 1024);
  const path = '/storage/v1/object/website_images/large.png';
  expect((await caller.ask(path, { method: 'POST', body: large })).status).toBe(200);
  const asking = 'GET /storage/v1/object/public/website_images/large.png HTTP/1.1\r\nhost: x\r\n\r\n';
  const stuck = dial(asking).pause();
  const slow = dial(asking).pause();
  let taken = 0;
  slow.on('data', part => {
    taken += part.length;
    slow.pause();
  });
  const sipping = setInterval(() => slow.resume(), 200);
  await sleep(45_000);
  clearInterval(sipping);
  let left = 0;
  stuck.on('data', part => {
    left += part.length;
  });
  expect(await ended(stuck, 10)).toBe(true);
  expect(left).toBeLessThan(large.length);
  expect(taken).toBeGreaterThan(0);
  expect(await ended(slow, 1), 'the slow one is still served').toBe(false);
  slow.destroy();
});

/** The head of a WebSocket's handshake. */
const JOINING = `GET /realtime/v1/websocket?vsn=2.0.0 HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`;

test('a live connection that says nothing is let go after a minute and a half, one in the middle of a message sooner', async () => {
  const silent = dial(JOINING);
  const halfway = dial(JOINING);
  const beating = dial(JOINING);
  await sleep(500);
  // A masked text of 100 bytes of which only some come.
  halfway.write(Buffer.from([0x81, 0x80 | 100, 0, 0, 0, 0, 0x5b]));
  const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);
  const beats = setInterval(() => void beating.write(ping), 25_000);
  expect(await ended(halfway, 10), 'not at once').toBe(false);
  expect(await ended(halfway, 20)).toBe(true);
  expect(await ended(silent, 45), 'not before its time').toBe(false);
  expect(await ended(silent, 30)).toBe(true);
  expect(await ended(beating, 15), 'who says something stays').toBe(false);
  clearInterval(beats);
  beating.destroy();
});
