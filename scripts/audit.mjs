// What the program is made of. Always: every crate and package comes from its public registry, pinned by a checksum, under
// a licence on the list. Where their sources can be reached: known vulnerabilities (RustSec's database, npm's). What could
// not be checked is said, in capitals; CI=strict makes that a failure.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const REGISTRY = 'registry+https://github.com/rust-lang/crates.io-index';
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BSD-1-Clause',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'CDLA-Permissive-2.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
]);

const faults = [];
let unchecked = 0;
const notChecked = (what, why) => {
  unchecked += 1;
  console.log(`NOT CHECKED: ${what} (${why})`);
};

/** Whether an SPDX expression can be satisfied from the list: one of an OR, all of an AND. */
function allowed(expression) {
  const bare = expression.replace(/^\((.*)\)$/, '$1').replaceAll('/', ' OR ');
  const parts = word => bare.split(new RegExp(` ${word} (?![^(]*\\))`));
  if (parts('OR').length > 1) return parts('OR').some(allowed);
  if (parts('AND').length > 1) return parts('AND').every(allowed);
  return LICENCES.has(bare.trim());
}

function crates(folder) {
  const manifest = ['--manifest-path', `${folder}/Cargo.toml`];
  const text = execFileSync('cargo', ['metadata', '--locked', '--format-version', '1', ...manifest], {
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packages = JSON.parse(text).packages.filter(({ source }) => source !== null);
  for (const { name, version, source, license } of packages) {
    if (source !== REGISTRY) faults.push(`${name} ${version} comes from ${source}`);
    if (!license || !allowed(license))
      faults.push(`${name} ${version} is under ${license ?? 'no stated licence'}`);
  }
  const lock = readFileSync(`${folder}/Cargo.lock`, 'utf8').split('[[package]]').slice(1);
  const loose = lock.filter(entry => entry.includes('source = ') && !entry.includes('checksum = '));
  for (const entry of loose) faults.push(`no checksum: ${entry.trim().split('\n')[0]}`);
  const twice = packages.length - new Set(packages.map(({ name }) => name)).size;
  console.log(
    `${packages.length} crates (${twice} in a second version), all from crates.io, pinned, licences known (${folder})`,
  );
}

function npmPackages() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const entries = Object.entries(packages).filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.link,
  );
  for (const [path, entry] of entries) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!entry.integrity) faults.push(`${name} has no checksum`);
    const ours = entry.license === undefined || allowed(entry.license);
    if (!ours) faults.push(`${name} ${entry.version} is under ${entry.license}`);
  }
  console.log(`${entries.length} npm packages, pinned, licences known`);
}

function pythonPackages() {
  const lines = readFileSync('tests/clients/python/requirements.txt', 'utf8').split('\n');
  const packages = lines.filter(line => line && !line.startsWith('#'));
  for (const line of packages.filter(line => !/^[\w.-]+==[\w.]+$/.test(line)))
    faults.push(`not pinned: ${line}`);
  console.log(`${packages.length} Python packages, for tests only, pinned`);
}

function rustAdvisories() {
  const installed = spawnSync('cargo', ['deny', '--version']).status === 0;
  if (!installed)
    return notChecked('crates against RustSec', 'cargo-deny is not installed; `make audit` installs it');
  const { status, stderr } = spawnSync('cargo', ['deny', 'check', 'advisories'], { encoding: 'utf8' });
  if (/failed to fetch|unable to (fetch|clone)|resolve host|failed to acquire/i.test(stderr)) {
    return notChecked('crates against RustSec', 'its database cannot be reached from here');
  }
  if (status !== 0) faults.push(`cargo deny:\n${stderr}`);
  else console.log('crates: no known vulnerability');
}

function npmAdvisories() {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', timeout: 60_000 });
  let report = {};
  try {
    report = JSON.parse(stdout);
  } catch {}
  const found = report.metadata?.vulnerabilities;
  if (!found)
    return notChecked('npm packages', `the registry does not answer: ${report.message ?? 'no report'}`);
  if (found.high + found.critical > 0)
    faults.push(`npm audit: ${found.critical} critical, ${found.high} high`);
  else console.log(`npm packages: ${found.moderate} moderate, ${found.low} low, none worse`);
}

crates('.');
crates('tests/clients/rust');
npmPackages();
pythonPackages();
rustAdvisories();
npmAdvisories();
for (const fault of faults) console.error(`umeed: ${fault}`);
if (faults.length > 0 || (unchecked > 0 && process.env.CI === 'strict')) process.exit(1);
