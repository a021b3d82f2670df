// The parts of other people that end in the product: crates that are linked in, and npm packages that are bundled into the web
// app. Tools that only build or test are left out. Found in the lock files and in what cargo resolves for this machine.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A tool in package.json's eyes, but its font is part of every page. */
const BUNDLED = ['@fontsource-variable/fraunces'];

function triple() {
  return /host: (\S+)/.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }))[1];
}

function checksums() {
  const found = new Map();
  for (const entry of readFileSync('Cargo.lock', 'utf8').split('[[package]]').slice(1)) {
    const field = name => new RegExp(`^${name} = "(.*)"$`, 'm').exec(entry)?.[1];
    if (field('checksum')) found.set(`${field('name')}@${field('version')}`, field('checksum'));
  }
  return found;
}

/** The crates, and our own with what it uses at once. */
export function crates() {
  const args = ['metadata', '--locked', '--format-version', '1', '--filter-platform', triple()];
  const { packages, resolve } = JSON.parse(
    execFileSync('cargo', args, { maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const byId = new Map(packages.map(part => [part.id, part]));
  const nodes = new Map(resolve.nodes.map(node => [node.id, node]));
  const own = packages.find(({ name, source }) => name === 'umeed' && source === null);
  const sums = checksums();
  const uses = id =>
    nodes
      .get(id)
      .deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind !== 'dev'))
      .map(({ pkg }) => pkg);
  const purl = id => `pkg:cargo/${byId.get(id).name}@${byId.get(id).version}`;
  const reached = new Set();
  const walk = id => {
    for (const next of uses(id).filter(next => !reached.has(next))) {
      reached.add(next);
      walk(next);
    }
  };
  walk(own.id);
  const parts = [...reached].map(id => {
    const { name, version, license, manifest_path } = byId.get(id);
    return {
      name,
      version,
      licence: license?.replaceAll('/', ' OR '),
      purl: purl(id),
      hash: { alg: 'SHA-256', content: sums.get(`${name}@${version}`) },
      uses: uses(id).map(purl),
      folder: dirname(manifest_path),
    };
  });
  return { version: own.version, parts, uses: uses(own.id).map(purl) };
}

/** The npm packages, and which of them the web app uses at once. */
export function npmPackages() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const nameOf = path => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = path => `pkg:npm/${nameOf(path).replace('@', '%40')}@${packages[path].version}`;
  /** As Node.js finds it: in the folder itself, then in each above it. */
  const find = (from, name) => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const path = `${at}${at && '/'}node_modules/${name}`;
      if (packages[path]) return path;
      if (at === '') return undefined;
    }
  };
  const uses = path =>
    Object.keys(packages[path].dependencies ?? {})
      .map(name => find(path, name))
      .filter(Boolean);
  const first = [...uses('web'), ...BUNDLED.map(name => find('web', name))];
  const reached = new Set();
  const walk = path => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const next of uses(path)) walk(next);
  };
  for (const path of first) walk(path);
  const parts = [...reached].map(path => {
    const { version, license, integrity } = packages[path];
    return {
      name: nameOf(path),
      version,
      licence: license,
      purl: purl(path),
      hash: {
        alg: 'SHA-512',
        content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
      },
      uses: uses(path).map(purl),
      folder: join(process.cwd(), path),
    };
  });
  return { parts, uses: first.map(purl) };
}
