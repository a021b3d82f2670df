// An authority that gives certificates: Pebble, which really asks whether a name is ours, behind a gate that can refuse
// as a busy authority does. The names lead to this machine by a name server of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { certificate } from './certificates.mjs';
import { freePort } from './server.ts';

export interface Authority {
  /** As UMEED_ACME, and the root by which the directory itself is known, as UMEED_ACME_ROOT. */
  directory: string;
  root: string;
  /** The root of the certificates it gives (PEM). */
  issuer: string;
  /** Orders that have reached it. */
  orders: number;
  /** Refusals of the next orders, in this order. */
  refusals: { type: string; status: number; wait?: number }[];
  /** Lets a name lead to this address. */
  lead(name: string, address: string): Promise<void>;
  /** From now on nobody answers. */
  leave(): void;
  /** What it has printed: why it refused. */
  log(): string;
  stop(): Promise<void>;
}

export interface AuthorityOptions {
  httpsPort: number;
  httpPort: number;
  /** How long its certificates are good, in seconds. */
  validity?: number;
}

export async function authority(options: AuthorityOptions): Promise<Authority> {
  const folder = mkdtempSync(join(tmpdir(), 'umeed-acme-'));
  const known = certificate('DNS:localhost,IP:127.0.0.1');
  const [listen, management, dns, names] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const config = {
    pebble: {
      listenAddress: `127.0.0.1:${listen}`,
      managementListenAddress: `127.0.0.1:${management}`,
      certificate: file('cert.pem', known.cert),
      privateKey: file('key.pem', known.key),
      httpPort: options.httpPort,
      tlsPort: options.httpsPort,
      certificateValidityPeriod: options.validity ?? 7776000,
    },
  };
  const none = ['-http01', '', '-https01', '', '-tlsalpn01', ''];
  const children: ChildProcess[] = [
    spawn('pebble-challtestsrv', [
      ...['-management', `127.0.0.1:${names}`, '-dns01', `127.0.0.1:${dns}`, '-defaultIPv6', ''],
      ...none,
    ]),
    spawn(
      'pebble',
      ['-config', file('config.json', JSON.stringify(config)), '-dnsserver', `127.0.0.1:${dns}`],
      {
        env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
      },
    ),
  ];
  const printed: string[] = [];
  for (const child of children) {
    child.on('error', cause => printed.push(String(cause)));
    child.on('exit', (code, signal) => printed.push(`${child.spawnfile} ended: ${code ?? signal}\n`));
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', part => printed.push(String(part)));
  }
  const ask = (port: number, path: string) =>
    new Promise<string>((done, failed) => {
      const asked = request(
        { host: '127.0.0.1', port, path, ca: known.cert, rejectUnauthorized: false },
        answer => {
          const parts: Buffer[] = [];
          answer.on('data', part => parts.push(part)).on('end', () => done(Buffer.concat(parts).toString()));
        },
      );
      asked.on('error', failed).end();
    });
  let issuer = '';
  for (const end = Date.now() + 20_000; issuer === ''; await sleep(50)) {
    issuer = await ask(management, '/roots/0').catch(() => '');
    if (Date.now() > end || children.some(child => child.exitCode !== null))
      throw new Error(`Pebble did not start. It printed:\n${printed.join('')}`);
  }

  const state: Authority = {
    directory: '',
    root: known.authority,
    issuer,
    orders: 0,
    refusals: [],
    lead: async (host, address) => {
      const body = JSON.stringify({ host: `${host}.`, addresses: [address] });
      for (const what of ['clear-a', 'add-a']) {
        await fetch(`http://127.0.0.1:${names}/${what}`, { method: 'POST', body });
      }
    },
    leave: () => {
      gate.closeAllConnections();
      gate.close();
    },
    log: () => printed.join(''),
    stop: async () => {
      state.leave();
      for (const child of children) child.kill('SIGKILL');
      known.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const gate = createServer({ key: known.key, cert: known.cert }, (asked, answer) => {
    const { method, url: path, headers } = asked;
    const isOrder = path?.startsWith('/order-plz');
    if (isOrder) state.orders++;
    const refusal = isOrder ? state.refusals.shift() : undefined;
    const port = listen;
    const passed = request(
      { host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false },
      reply => {
        const replied = { ...reply.headers };
        if (!refusal) {
          answer.writeHead(reply.statusCode ?? 500, replied);
          reply.pipe(answer);
          return;
        }
        reply.resume(); // its nonce is used up, and the next one comes with it
        const problem = { type: `urn:ietf:params:acme:error:${refusal.type}`, detail: 'refused by the test' };
        answer.writeHead(refusal.status, {
          'replay-nonce': String(replied['replay-nonce']),
          'content-type': 'application/problem+json',
          ...(refusal.wait !== undefined && { 'retry-after': String(refusal.wait) }),
        });
        answer.end(JSON.stringify(problem));
      },
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  const gatePort = await freePort();
  await new Promise<void>(done => gate.listen(gatePort, '127.0.0.1', done));
  state.directory = `https://localhost:${gatePort}/dir`;
  return state;
}
