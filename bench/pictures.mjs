// A photo of twelve megapixels: the time to take it in and to make its sizes, what a visitor then downloads, and the
// memory it takes, also with eight uploads at once. Run: make build && node bench/pictures.mjs
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderFor, memory, peakMemory, run } from './children.mjs';
import { need } from './needs.mjs';
import { report } from './report.mjs';
import { figure, median, quick, rounds } from './rounds.mjs';
import { startUmeed } from './umeed.mjs';

const WIDTHS = [160, 320, 360, 480, 640, 768, 960, 1280, 1920];
const AT_ONCE = 8;
const MAX_MEMORY_MB = 512;
const MB = 2 ** 20;

need({ imagemagick: '/usr/bin/convert' });
const photo = join(folderFor('photo'), 'photo.jpg');
// Clouds with a little noise compress about as a photo does.
const drawn = [
  '-size',
  '4000x3000',
  '-seed',
  '7',
  'plasma:tan-darkgreen',
  '-attenuate',
  '0.4',
  '+noise',
  'Gaussian',
];
await run(['convert', ...drawn, '-quality', '88', photo]);
const bytes = readFileSync(photo);

// No binding to a core: taking eight pictures at once is about all of them.
const free = command => command;
let uploaded = 0;

async function upload(umeed, token) {
  const path = `gallery/${++uploaded}-photo.jpg`;
  const began = performance.now();
  const answer = await fetch(`${umeed.url}/storage/v1/object/website_images/${path}`, {
    method: 'POST',
    headers: { ...umeed.headers(token), 'content-type': 'image/jpeg' },
    body: bytes,
  });
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return { path, took: performance.now() - began };
}

async function sizes(umeed, path) {
  const began = performance.now();
  const made = [];
  for (const width of WIDTHS) {
    const url = `${umeed.url}/storage/v1/render/image/public/website_images/${path}?width=${width}`;
    const answer = await fetch(url, { headers: { accept: 'image/webp,*/*' } });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    made.push({ width, bytes: (await answer.arrayBuffer()).byteLength });
  }
  return { made, took: performance.now() - began };
}

const umeed = await startUmeed({ wrap: free });
const token = await umeed.signIn();
const idle = memory(umeed.pid);
const uploads = [];
const paintings = [];
for (let round = 0; round < rounds; round++) {
  const { path, took } = await upload(umeed, token);
  uploads.push(took);
  paintings.push(await sizes(umeed, path));
}
const one = peakMemory(umeed.pid);
const again = await sizes(umeed, 'gallery/1-photo.jpg');
await umeed.stop();

const crowd = await startUmeed({ wrap: free });
const staff = await crowd.signIn();
const began = performance.now();
await Promise.all(
  Array.from({ length: quick ? 2 : AT_ONCE }, async () => sizes(crowd, (await upload(crowd, staff)).path)),
);
const together = performance.now() - began;
const many = peakMemory(crowd.pid);
const after = memory(crowd.pid);
await crowd.stop();

const delivered = paintings[0].made;
const size = width => delivered.find(made => made.width === width).bytes;
report('pictures', [
  {
    what: `12-megapixel JPEG of ${figure(bytes.length / MB)} MB: upload in ms`,
    here: figure(median(uploads)),
  },
  {
    what: `its ${WIDTHS.length} sizes, made one after the other, in ms`,
    here: figure(median(paintings.map(made => made.took))),
    peer: `once made ${figure(again.took)}`,
  },
  {
    what: 'bytes to a visitor: 640 and 1920 wide, in KB',
    here: `${figure(size(640) / 1024)} and ${figure(size(1920) / 1024)}`,
    peer: `the original ${figure(bytes.length / 1024)}`,
    ratio: `${(size(640) / bytes.length).toFixed(4)} and ${(size(1920) / bytes.length).toFixed(4)}`,
  },
  { what: 'most memory with one at a time, in MB', here: figure(one), peer: `idle ${figure(idle)}` },
  {
    what: `${AT_ONCE} uploads at once, each with all its sizes: most memory in MB`,
    here: `${figure(many)}, afterwards ${figure(after)}`,
    goal: `at most ${MAX_MEMORY_MB}`,
    met: many <= MAX_MEMORY_MB,
  },
  { what: `${AT_ONCE} uploads at once, each with all its sizes: in s`, here: figure(together / 1000) },
]);
