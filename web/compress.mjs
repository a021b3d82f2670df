// Makes the compressed forms of the built files, once, so that the server never compresses them again.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = new URL('dist/client', import.meta.url).pathname;
const worthIt = /\.(js|css|svg|json|txt)$/;

for (const name of readdirSync(folder, { recursive: true })) {
  if (!worthIt.test(name)) continue;
  const plain = readFileSync(join(folder, name));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(plain, { params }));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(plain, { level: 9 }));
}
