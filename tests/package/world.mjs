// A small internet that is connected to nothing else: a network of its own to which machines are wired, and in it what a site
// needs to go live: a name server, and an authority that gives certificates (Pebble), which really asks whether a name is ours.
// Needs root.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { certificate } from '../certificates.mjs';

/** Addresses that are for examples only (RFC 5737), so that they are nobody's. */
const HERE = '203.0.113.1';
const AUTHORITY = 'acme.example';
const [DIRECTORY_PORT, MANAGEMENT_PORT, NAMES_PORT] = [14000, 15000, 8055];
const START_MS = 20_000;

const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });

export class World {
  #name = `umeed-world-${process.pid}`;
  #spaces = [];
  #children = [];
  #said = '';
  /** As UMEED_ACME. */
  directory = `https://${AUTHORITY}:${DIRECTORY_PORT}/dir`;

  constructor(folder) {
    this.folder = join(folder, 'world');
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    /** Tells a program to ask the name server of this world. */
    this.resolver = this.#file('resolv.conf', `nameserver ${HERE}\n`);
    this.#space(this.#name);
    ip('-n', this.#name, 'link', 'add', 'bridge', 'type', 'bridge');
    ip('-n', this.#name, 'address', 'add', `${HERE}/24`, 'dev', 'bridge');
    ip('-n', this.#name, 'link', 'set', 'bridge', 'up');
  }

  #space(name) {
    ip('netns', 'add', name);
    this.#spaces.push(name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }

  #file(name, text) {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** A network for a machine, with this address. */
  wire(address) {
    const number = this.#spaces.length;
    const name = `${this.#name}-${number}`;
    this.#space(name);
    ip(
      'link',
      'add',
      `wire${number}`,
      'netns',
      this.#name,
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      name,
    );
    ip('-n', this.#name, 'link', 'set', `wire${number}`, 'master', 'bridge', 'up');
    ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    return `/run/netns/${name}`;
  }

  /** In front of a program of this machine, puts it into the world: its network and its name server. */
  get prefix() {
    const inside = `mount --bind ${this.resolver} /etc/resolv.conf && exec "$0" "$@"`;
    return ['nsenter', `--net=/run/netns/${this.#name}`, 'unshare', '--mount', 'sh', '-c', inside];
  }

  #start(...args) {
    const [program, ...rest] = [...this.prefix, ...args];
    const child = spawn(program, rest, {
      env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (this.#said += text));
    this.#children.push(child);
  }

  #ask(...args) {
    const [program, ...rest] = [...this.prefix, 'curl', '-sS', '--fail', '-m', '5', ...args];
    return execFileSync(program, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Starts the name server and the authority. */
  async open() {
    const none = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv4', '', '-defaultIPv6', ''];
    this.#start(
      'pebble-challtestsrv',
      '-management',
      `${HERE}:${NAMES_PORT}`,
      '-dns01',
      `${HERE}:53`,
      ...none,
    );
    const config = {
      listenAddress: `${HERE}:${DIRECTORY_PORT}`,
      managementListenAddress: `${HERE}:${MANAGEMENT_PORT}`,
      ...this.#ownCertificate(),
      httpPort: 80,
      tlsPort: 443,
      certificateValidityPeriod: 90 * 24 * 3600,
    };
    const file = this.#file('pebble.json', JSON.stringify({ pebble: config }));
    this.#start('pebble', '-config', file, '-dnsserver', `${HERE}:53`);
    const deadline = Date.now() + START_MS;
    for (;;) {
      try {
        this.lead(AUTHORITY, HERE);
        // Whom the certificates of sites are from. Not yet trusted by anybody, so nothing is checked here.
        this.issuer = this.#file('issuer.pem', this.#ask('-k', `https://${HERE}:${MANAGEMENT_PORT}/roots/0`));
        return;
      } catch (cause) {
        if (Date.now() > deadline)
          throw new Error(`${cause.message}\nThe authority did not start:\n${this.#said}`);
        await sleep(200);
      }
    }
  }

  /** The directory's own; `root` is whom a server has to know to ask it, as UMEED_ACME_ROOT. */
  #ownCertificate() {
    const own = certificate(`DNS:${AUTHORITY}`);
    this.root = this.#file('root.pem', readFileSync(own.authority, 'utf8'));
    own.remove();
    return { certificate: this.#file('cert.pem', own.cert), privateKey: this.#file('key.pem', own.key) };
  }

  /** What a domain's provider does: lets a name lead to an address. */
  lead(name, address) {
    const body = JSON.stringify({ host: `${name}.`, addresses: [address] });
    for (const what of ['clear-a', 'add-a']) this.#ask('-d', body, `http://${HERE}:${NAMES_PORT}/${what}`);
  }

  /** What the authority has printed. */
  get said() {
    return this.#said;
  }

  remove() {
    for (const child of this.#children) child.kill('SIGKILL');
    for (const name of this.#spaces.reverse()) ip('netns', 'del', name);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
