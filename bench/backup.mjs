// Backup, check and restore of 100,000 rows and 1,000 files: how long each takes, how much memory it needs, and what a
// visitor and an application notice of a backup under way; then the same off-site (an S3 on this machine) and encrypted.
// Run: make build && cargo build --profile tested --example s3 && node bench/backup.mjs; ROWS, FILES and FILE_BYTES ask for others.
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { folderFor, peakMemory, start } from './children.mjs';
import { report } from './report.mjs';
import { figure, quick } from './rounds.mjs';
import { inBatches, volunteer } from './rows.mjs';
import { binary, startUmeed } from './umeed.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROWS = Number(process.env.ROWS ?? (quick ? 2_000 : 100_000));
const FILES = Number(process.env.FILES ?? (quick ? 50 : 1_000));
const FILE_BYTES = Number(process.env.FILE_BYTES ?? 250_000);

const umeed = await startUmeed();
const staff = await umeed.signIn();
console.error('filling');
await inBatches(0, ROWS, volunteer, rows =>
  umeed.call('POST', '/rest/v1/volunteers', rows, staff, { prefer: 'return=minimal' }),
);
await upload(FILES);

/** A picture of noise, which no compression makes smaller. */
function picture() {
  const width = 500;
  const row = 1 + 3 * width;
  const height = Math.max(1, Math.round(FILE_BYTES / row));
  const pixels = randomBytes(row * height);
  for (let line = 0; line < height; line++) pixels[line * row] = 0; // each row says how it was filtered: not at all
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const parts = [
    part('IHDR', head),
    part('IDAT', deflateSync(pixels, { level: 0 })),
    part('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

function part(name, content) {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

async function upload(count) {
  let next = 0;
  const one = async () => {
    while (next < count) {
      const address = `${umeed.url}/storage/v1/object/website_images/gallery/${next++}.png`;
      const headers = { ...umeed.headers(staff), 'content-type': 'image/png' };
      const answer = await fetch(address, { method: 'POST', headers, body: picture() });
      if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
}

/** Runs a command of the binary to its end: seconds, and the most memory it held, in MB. */
async function measure(args, env = process.env) {
  const began = performance.now();
  const child = start([binary, ...args], { env });
  let memory = 0;
  const watching = (async () => {
    while (child.running()) {
      try {
        memory = Math.max(memory, peakMemory(child.pid));
      } catch {
        // it has just ended
      }
      await sleep(5);
    }
  })();
  const code = await child.ended;
  const seconds = (performance.now() - began) / 1000;
  await watching;
  if (code !== 0) throw new Error(`umeed ${args.join(' ')} ended with ${code}:\n${child.printed()}`);
  return { seconds, memory };
}

/** The example program of the server's crate, and what a client must be told to find it. */
async function startS3() {
  const program = process.env.UMEED_TEST_S3 ?? join(ROOT, 'target/tested/examples/s3');
  const child = start([program, folderFor('s3'), '0']);
  while (!child.printed().includes('UMEED_FILES=')) {
    if (!child.running())
      throw new Error(`no S3 to measure with: cargo build --profile tested --example s3\n${child.printed()}`);
    await sleep(20);
  }
  const lines = child
    .printed()
    .split('\n')
    .filter(line => line.startsWith('AWS_'));
  return { variables: Object.fromEntries(lines.map(line => line.split(/=(.*)/s))), stop: () => child.stop() };
}

/** Asks one after the other until told to stop; gives back how long the slowest took, in ms, and how many there were. */
function asking(ask) {
  let stopped = false;
  let [slowest, count] = [0, 0];
  const asked = (async () => {
    while (!stopped) {
      const began = performance.now();
      await ask(count++);
      slowest = Math.max(slowest, performance.now() - began);
    }
  })();
  return async () => {
    stopped = true;
    await asked;
    return { slowest, count };
  };
}

const visit = async () => void (await (await fetch(`${umeed.url}/projects`)).arrayBuffer());
const apply = number => {
  // Everyone from an address of their own, as behind a proxy.
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const extra = { prefer: 'return=minimal', 'x-forwarded-for': address };
  return umeed.call('POST', '/rest/v1/volunteers', volunteer(number), undefined, extra);
};

async function during(work) {
  const ends = [asking(visit), asking(apply)];
  const done = await work();
  const [visits, applications] = await Promise.all(ends.map(end => end()));
  return { done, visits, applications };
}

const place = folderFor('backup');
const file = join(place, 'backup.tar');
const quiet = await during(() => sleep(quick ? 500 : 5000));
const busy = await during(() => measure(['backup', file, '--data', umeed.folder]));
const checked = await measure(['check', '--data', umeed.folder]);
const s3 = await startS3();
const plainly = { ...process.env, ...s3.variables };
const away = { ...plainly, UMEED_BACKUP_PASSPHRASE: 'a passphrase for measuring' };
const plain = await measure(['backup', 's3://umeed/backups/backup.tar', '--data', umeed.folder], plainly);
const archive = 's3://umeed/backups/backup.tar.age';
const sent = await measure(['backup', archive, '--data', umeed.folder], away);
await umeed.stop();
const restored = await measure(['restore', file, '--data', join(place, 'data')]);
const fetched = await measure(['restore', archive, '--data', join(place, 'fetched')], away);
await s3.stop();

const inAll = ({ seconds, memory }) => `${figure(seconds)} s, ${figure(memory)} MB of memory`;
const noticed = ({ visits, applications }) =>
  `page ${figure(visits.slowest)} ms of ${visits.count}, application ${figure(applications.slowest)} ms of ${applications.count}`;
const much = `${ROWS.toLocaleString('en')} rows and ${FILES.toLocaleString('en')} files`;
report('backup', [
  {
    what: `backup of ${much}, while the server is written to`,
    here: `${inAll(busy.done)}, ${figure(statSync(file).size / 1e6)} MB archive`,
  },
  { what: 'check of the same', here: inAll(checked) },
  { what: 'restore of the same, proof included', here: inAll(restored) },
  { what: 'backup of the same to an S3, read back from there', here: inAll(plain) },
  { what: 'the same, encrypted with a passphrase, which takes 64 MB for a moment', here: inAll(sent) },
  { what: 'restore from there, proof included', here: inAll(fetched) },
  { what: 'slowest answer during the backup', here: noticed(busy) },
  { what: 'slowest answer without one', here: noticed(quiet) },
]);
