// A fresh Debian in a folder, booted with systemd in a container of its own (systemd-nspawn) without any network but its own
// loopback, or wired to a world of its own (world.mjs), so that it can meet nothing of this machine. Needs root.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const BOOT_MS = 60_000;
const STOP_MS = 60_000;
const PACKAGES = 'systemd,systemd-sysv,dbus,ca-certificates,curl';
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
};

/** Installs what makes and boots a Debian, and what else is needed (program and package), and says so. */
export function needTools(...more) {
  if (process.getuid() !== 0)
    throw new Error('It makes and boots a Debian, so it has to be run as root: sudo make try-package');
  const missing = [['debootstrap', 'debootstrap'], ['systemd-nspawn', 'systemd-container'], ...more].filter(
    ([program]) => spawnSync('which', [program]).status !== 0,
  );
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name);
  console.log(`Installing ${names.join(' and ')} (apt-get).`);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The Debian that this machine installs from, and where from: what apt itself uses. */
function source() {
  const format = '$(ORIGIN)|$(CODENAME)|$(COMPONENT)|$(REPO_URI)';
  const listed = execFileSync('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'], {
    encoding: 'utf8',
  });
  const found = listed.split('\n').map(line => line.split('|'));
  const main = found.find(
    ([origin, name, component]) => origin === 'Debian' && component === 'main' && !name.includes('-'),
  );
  if (!main) throw new Error("apt's sources name no Debian; run this on Debian, or in a container of it");
  return { suite: main[1], mirror: main[3] };
}

export class Machine {
  #container;
  #init = 0;

  /** A copy of a base that is made once and kept in `folder`; in a world, with an address there. */
  constructor(folder, name, { world, address } = {}) {
    const { suite, mirror } = source();
    const base = join(folder, `base-${suite}`);
    if (!existsSync(join(base, '.whole'))) {
      console.log(`Making a ${suite} (debootstrap), which takes a minute or two.`);
      rmSync(base, { recursive: true, force: true });
      const args = ['--variant=minbase', `--include=${PACKAGES}`, suite, base, mirror];
      const { status, stdout } = spawnSync('debootstrap', args, { encoding: 'utf8', maxBuffer: 1e8 });
      if (status !== 0) throw new Error(`debootstrap failed:\n${stdout.slice(-2000)}`);
      execFileSync('touch', [join(base, '.whole')]);
    }
    this.root = join(folder, name);
    rmSync(this.root, { recursive: true, force: true });
    execFileSync('cp', ['-a', '--reflink=auto', base, this.root]);
    this.network = '--private-network';
    if (!world) return;
    this.network = `--network-namespace-path=${world.wire(address)}`;
    rmSync(join(this.root, 'etc/resolv.conf'), { force: true });
    copyFileSync(world.resolver, join(this.root, 'etc/resolv.conf'));
  }

  async boot() {
    const args = [
      '--quiet',
      '--register=no',
      '--keep-unit',
      '--resolv-conf=off',
      this.network,
      '--console=pipe',
      '-D',
      this.root,
      '--boot',
    ];
    this.#container = spawn('systemd-nspawn', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [this.#container.stdout, this.#container.stderr])
      stream.on('data', text => (said += text));
    const deadline = Date.now() + BOOT_MS;
    for (;;) {
      if (this.#container.exitCode !== null || Date.now() > deadline)
        throw new Error(`The Debian did not boot. systemd-nspawn said:\n${said}`);
      const { pid } = this.#container;
      const children = `/proc/${pid}/task/${pid}/children`;
      this.#init = existsSync(children) ? Number(readFileSync(children, 'utf8').trim().split(' ')[0]) : 0;
      if (this.#init && /running|degraded/.test(this.run('systemctl is-system-running').text)) return;
      await sleep(300);
    }
  }

  /** Runs a line of shell as root inside. */
  run(line, input = '') {
    const args = ['-t', String(this.#init), '-a', '--', 'sh', '-c', line];
    const { status, stdout, stderr } = spawnSync('nsenter', args, {
      env: ENVIRONMENT,
      cwd: '/',
      encoding: 'utf8',
      input,
      maxBuffer: 1e8,
    });
    return { code: status, text: stdout + stderr };
  }

  /** The same, and it has to succeed. */
  must(line, input) {
    const { code, text } = this.run(line, input);
    if (code !== 0) throw new Error(`\`${line}\` ended with ${code}:\n${text}`);
    return text;
  }

  /** Copies a file of this machine into its /opt. */
  bring(file) {
    copyFileSync(file, join(this.root, 'opt', basename(file)));
    return `/opt/${basename(file)}`;
  }

  get isUp() {
    return (
      Boolean(this.#container) && this.#container.exitCode === null && this.#container.signalCode === null
    );
  }

  async halt() {
    if (!this.isUp) return;
    const ended = new Promise(done => this.#container.once('exit', done));
    this.#container.kill('SIGTERM'); // which systemd-nspawn hands on as a request to power off
    const impatient = setTimeout(() => this.#container.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(impatient);
  }

  async remove() {
    await this.halt();
    rmSync(this.root, { recursive: true, force: true });
  }
}
