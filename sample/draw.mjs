// Draws every sample picture and writes it to sample/pictures.
//
//   node sample/draw.mjs            all pictures
//   node sample/draw.mjs hero eye   only those whose file name contains one of the words
//
// Needs `rsvg-convert` (Debian: librsvg2-bin) and `cwebp` (Debian: webp) on the path. The rendered files are
// committed, so this is run only after a drawing has changed.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pictures } from './draw/list.mjs';

const out = fileURLToPath(new URL('./pictures/', import.meta.url));
const tmp = mkdtempSync(join(tmpdir(), 'umeed-draw-'));
const words = process.argv.slice(2);
mkdirSync(out, { recursive: true });

let total = 0;
try {
  for (const p of pictures) {
    const name = `${p.name}.${p.width ? 'webp' : 'svg'}`;
    if (words.length && !words.some(word => name.includes(word))) continue;
    const file = join(out, name);
    const svg = p.svg();
    if (p.width) {
      const [source, png] = [join(tmp, 'a.svg'), join(tmp, 'a.png')];
      writeFileSync(source, svg);
      execFileSync(
        'rsvg-convert',
        ['--width', p.width, '--height', p.height, '--output', png, source].map(String),
      );
      execFileSync('cwebp', ['-quiet', '-m', '6', '-sharp_yuv', '-q', String(p.quality), png, '-o', file]);
    } else {
      writeFileSync(file, `${svg}\n`);
    }
    const { size } = statSync(file);
    total += size;
    console.log(`${name.padEnd(34)} ${(size / 1024).toFixed(1).padStart(7)} KB`);
  }
} finally {
  rmSync(tmp, { recursive: true, force: true });
}
console.log(`${(total / 1024).toFixed(0)} KB in all`);
