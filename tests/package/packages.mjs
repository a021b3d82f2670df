// The package that was built, and an older one to upgrade from: what UMEED_OLDER_DEB names, else the same binary under a lower version.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

function found(folder) {
  const name = existsSync(folder) && readdirSync(folder).find(name => name.endsWith('.deb'));
  if (!name) throw new Error(`There is no package in ${folder}: run \`make package\` first.`);
  return join(folder, name);
}

/** The older one is made in `work`. */
export function packages(work) {
  const newer = found('target/package');
  if (process.env.UMEED_OLDER_DEB) return { older: process.env.UMEED_OLDER_DEB, newer };
  const folder = join(work, 'older');
  execFileSync('scripts/package', {
    env: { ...process.env, UMEED_PACKAGE_VERSION: '0.0.1', UMEED_PACKAGE_FOLDER: folder },
  });
  return { older: found(folder), newer };
}
