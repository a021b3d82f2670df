// docs/performance.md has parts that programs write: each between two marks.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DOCUMENT = fileURLToPath(new URL('../docs/performance.md', import.meta.url));

export function replaceBetween(mark, content) {
  const [begin, end] = [`<!-- ${mark}: begin -->`, `<!-- ${mark}: end -->`];
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before)
    throw new Error(`docs/performance.md has lost its marks ${begin} and ${end}`);
  writeFileSync(DOCUMENT, `${text.slice(0, before + begin.length)}\n${content}\n${text.slice(after)}`);
  console.log(`wrote the part "${mark}" of docs/performance.md`);
}
