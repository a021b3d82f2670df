// Makes src/assets/fraunces.woff2, the one display weight the site ships: a variable Fraunces pinned to a single
// soft instance and cut down to the letters headings use. Run by hand after changing a setting: node fonts.mjs
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const source = require.resolve('@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2');

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const letters = `${printable} ©«»°·–—‘’“”•…éèêëàâäçñöóôüúíáÉÀÇÖÜ`;

const font = await subsetFont(await readFile(source), letters, {
  targetFormat: 'woff2',
  variationAxes: { wght: 500, opsz: 60, SOFT: 60, WONK: 0 },
  keepFeatures: ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'pnum'],
  noHinting: true,
});
await writeFile(new URL('./src/assets/fraunces.woff2', import.meta.url), font);
console.log(`fraunces.woff2 ${font.length} bytes`);
