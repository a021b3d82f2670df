// Live changes: what thousands of clients cost that only listen, and how long it takes until a save has reached a thousand
// of them; that they all get it is checked. Run: make build && node bench/realtime.mjs
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { memory } from './children.mjs';
import { report } from './report.mjs';
import { figure, median, quick } from './rounds.mjs';
import { startUmeed } from './umeed.mjs';

const IDLE = quick ? 500 : 5000;
const HEARING = quick ? 100 : 1000;
const SAVES = quick ? 5 : 40;
const TOGETHER = 100;
const [MAX_MB, MAX_MS] = [100, 200];

const umeed = await startUmeed();
const staff = await umeed.signIn();
const [{ id }] = await umeed.call('GET', '/rest/v1/projects?select=id&limit=1', undefined, staff);

/** A visitor who hears of every change of the projects; each from an address of their own, as behind a proxy. */
function subscriber(number, heard) {
  const address = `${umeed.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${umeed.key}&vsn=2.0.0`;
  const headers = { 'x-forwarded-for': `10.0.${number >> 8}.${number & 255}` };
  const socket = new WebSocket(address, { headers, perMessageDeflate: false });
  const postgres_changes = [{ event: '*', schema: 'public', table: 'projects' }];
  const join = ['1', '1', 'realtime:projects', 'phx_join', { config: { postgres_changes } }];
  return new Promise((done, failed) => {
    socket.once('open', () => socket.send(JSON.stringify(join)));
    socket.on('message', data => {
      const [, , , event, payload] = JSON.parse(data);
      if (event === 'system') done(socket);
      if (event === 'postgres_changes') heard(payload.data.record.title);
    });
    socket.once('error', failed);
    socket.once('close', code => failed(new Error(`closed with ${code}`)));
  });
}

let arrived = () => {};
const sockets = [];
await umeed.call('GET', '/rest/v1/projects', undefined);
await sleep(quick ? 500 : 3000);
const before = memory(umeed.pid);
while (sockets.length < IDLE) {
  const some = Array.from({ length: TOGETHER }, (_, place) =>
    subscriber(sockets.length + place, title => arrived(title)),
  );
  sockets.push(...(await Promise.all(some)));
}
await sleep(quick ? 500 : 5000);
const idle = memory(umeed.pid) - before;

/** From before the save is sent until so many have heard of it. */
async function save(number, listeners) {
  const title = `Saved ${number}`;
  let count = 0;
  const all = new Promise(done => {
    arrived = heard => heard === title && ++count === listeners && done(performance.now());
  });
  const began = performance.now();
  await umeed.call('PATCH', `/rest/v1/projects?id=eq.${id}`, { title }, staff);
  const last = await Promise.race([all, sleep(20_000)]);
  if (last === undefined) throw new Error(`only ${count} of ${listeners} heard of a save`);
  return last - began;
}

const crowd = await save(0, sockets.length);
const after = memory(umeed.pid) - before;
for (const socket of sockets.splice(HEARING)) socket.terminate();
await sleep(1000);
const times = [];
for (let number = 1; number <= SAVES; number++) {
  times.push(await save(number, HEARING));
  await sleep(50);
}
times.sort((one, other) => one - other);
const slowest = times.at(-1);
for (const socket of sockets) socket.terminate();
await umeed.stop();

const count = number => number.toLocaleString('en');
report('realtime', [
  {
    what: `${count(IDLE)} clients that listen: memory in MB`,
    here: `${figure(idle)}, ${figure((idle * 1024) / IDLE)} KB each`,
    goal: `at most ${MAX_MB}`,
    met: idle <= MAX_MB,
  },
  { what: 'the same after all of them heard of a save', here: figure(after) },
  { what: `a save, until the last of ${count(IDLE)} has heard of it, in ms`, here: figure(crowd) },
  {
    what: `a save, until the last of ${count(HEARING)} has heard of it, in ms`,
    here: `${figure(median(times))}, slowest of ${SAVES} ${figure(slowest)}`,
    goal: `at most ${MAX_MS}`,
    met: slowest <= MAX_MS,
  },
]);
process.exit(0);
