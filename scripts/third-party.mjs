// Prints the licences of everything that is compiled into the product, as they demand: each text once, with the parts under it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crates, npmPackages } from './parts.mjs';

const IS_SOURCE = /\.(rs|c|h|js|ts|mjs|cjs|py|go|json|html)$/i;
const IS_LICENCE = /^(licen[cs]e|copying|copyright|notice|unlicense)/i;

/** Also of what a part brings along itself, such as the C sources of a library. */
function textsOf(folder, depth = 3) {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return depth > 0 && entry.name !== 'node_modules' ? textsOf(path, depth - 1) : [];
    return entry.isFile() && IS_LICENCE.test(entry.name) && !IS_SOURCE.test(entry.name)
      ? [readFileSync(path, 'utf8').trim()]
      : [];
  });
}

const under = new Map();
const without = [];
for (const part of [...crates().parts, ...npmPackages().parts]) {
  const texts = [...new Set(textsOf(part.folder))].sort();
  const shown = `${part.name} ${part.version}`;
  if (texts.length === 0) without.push(`${shown}: ${part.licence}`);
  for (const text of texts) under.set(text, [...(under.get(text) ?? []), shown]);
}
console.log('Umeed contains the work of others, under these licences.\n');
for (const [text, parts] of [...under].sort(([, a], [, b]) => (a.join() < b.join() ? -1 : 1))) {
  console.log(`${'='.repeat(80)}\n${[...new Set(parts)].sort().join(', ')}\n${'-'.repeat(80)}\n${text}\n`);
}
console.log(
  `${'='.repeat(80)}\nThese say their licence and bring no text of it:\n${without.sort().join('\n')}`,
);
