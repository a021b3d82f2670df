// Small file systems of one's own. Needs root, or sudo without a password; says so where it has neither.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function asRoot(...command: string[]): void {
  const line = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  const [program = '', ...args] = line;
  try {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (cause) {
    throw new Error(`this test needs root for \`${command.join(' ')}\`: ${cause}`);
  }
}

export interface Disk {
  path: string;
  mount(): void;
  unmount(): void;
  /** Unmounts it for good. */
  release(): void;
}

function disk(...how: string[]): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'umeed-disk-'));
  const path = join(folder, 'mounted');
  mkdirSync(path);
  const mount = () => asRoot('mount', ...how, path);
  mount();
  return {
    path,
    mount,
    unmount: () => asRoot('umount', path),
    release: () => {
      asRoot('umount', '--lazy', path);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A file system in memory that holds this many megabytes and no more. */
export function smallDisk(megabytes: number): Disk {
  const owner = `uid=${process.getuid?.() ?? 0},gid=${process.getgid?.() ?? 0}`;
  return disk('-t', 'tmpfs', '-o', `size=${megabytes}m,${owner}`, 'tmpfs');
}

/** A disk image with a journaling file system: what is in the image file is what a power cut would leave. */
export function imageDisk(image: string): Disk {
  const mounted = disk('-o', 'loop', image);
  asRoot('chown', `${process.getuid?.() ?? 0}`, mounted.path);
  return mounted;
}
