// Makes what the server carries of the built files (dist/shipped): those that compress well in their compressed forms only,
// since what a browser wants plain, which is rare, can be had from them.
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [built, shipped] = ['dist/client', 'dist/shipped'].map(
  folder => new URL(folder, import.meta.url).pathname,
);
const worthIt = /\.(js|css|svg|json|txt)$/;

for (const name of readdirSync(built, { recursive: true })) {
  const [from, to] = [join(built, name), join(shipped, name)];
  if (statSync(from).isDirectory()) continue;
  mkdirSync(dirname(to), { recursive: true });
  if (!worthIt.test(name)) {
    cpSync(from, to);
    continue;
  }
  const plain = readFileSync(from);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  writeFileSync(`${to}.br`, brotliCompressSync(plain, { params }));
  writeFileSync(`${to}.gz`, gzipSync(plain, { level: 9 }));
}
