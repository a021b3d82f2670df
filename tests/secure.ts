// Starts the binary with https on free ports, and asks it as a visitor does who checks the certificate.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2, type Settings } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { binary, type Environment, environment, freePort, type Outcome, ownSchema } from './server.ts';

export interface Ports {
  https: number;
  http: number;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Secure {
  ports: Ports;
  folder: string;
  database: Environment;
  log(): string;
  welcome(): string;
  halt(): Promise<Outcome>;
  again(): Promise<void>;
  stop(): Promise<void>;
}

export const freePorts = async (): Promise<Ports> => ({ https: await freePort(), http: await freePort() });

export async function startSecure(ports: Ports, settings: Environment): Promise<Secure> {
  const folder = mkdtempSync(join(tmpdir(), 'umeed-secure-'));
  const database: Environment = settings.UMEED_DATABASE ? {} : ownSchema();
  const printed = (stream: 'out' | 'err') => {
    const path = join(folder, `server.${stream}`);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  let child: ChildProcess;
  let ended: Promise<Outcome>;

  async function launch(): Promise<void> {
    const streams = ['out', 'err'].map(stream => openSync(join(folder, `server.${stream}`), 'a'));
    const before = printed('out').length;
    child = spawn(binary(), ['serve', '--data', join(folder, 'data')], {
      env: environment({
        UMEED_SAMPLE_CONTENT: 'off',
        UMEED_ADMIN_PASSWORD: 'a password for tests',
        UMEED_HTTPS_LISTEN: `127.0.0.1:${ports.https}`,
        UMEED_HTTP_LISTEN: `127.0.0.1:${ports.http}`,
        ...database,
        ...settings,
      }),
      stdio: ['ignore', ...streams],
    });
    for (const stream of streams) closeSync(stream);
    const started = child;
    ended = new Promise(done =>
      started.once('exit', code => done({ code, stdout: printed('out'), stderr: printed('err') })),
    );
    for (const end = Date.now() + 20_000; printed('out').length === before; await sleep(20)) {
      if (started.exitCode !== null || Date.now() > end) {
        started.kill('SIGKILL');
        throw new Error(`The server did not start. It printed:\n${printed('err')}`);
      }
    }
  }

  async function halt(): Promise<Outcome> {
    child.kill('SIGTERM');
    return ended;
  }

  await launch();
  return {
    ports,
    folder,
    database,
    log: () => printed('err'),
    welcome: () => printed('out'),
    halt,
    again: launch,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** GET over HTTP/1.1 with a certificate that is checked: its chain, its name and its time. */
export function get(
  ports: Ports,
  name: string,
  ca: string,
  path = '/healthz',
  more: OutgoingHttpHeaders = {},
): Promise<Answer> {
  const options = {
    host: '127.0.0.1',
    port: ports.https,
    servername: name,
    ca,
    path,
    headers: { host: name, ...more },
    agent: false as const,
  };
  return new Promise((done, failed) => {
    const asked = request(options, answer => collect(answer, done));
    asked.on('error', failed).end();
  });
}

/** GET over http, where visitors are led to https. */
export function getPlain(ports: Ports, name: string, path = '/'): Promise<Answer> {
  return new Promise((done, failed) => {
    const options = {
      host: '127.0.0.1',
      port: ports.http,
      path,
      headers: { host: name },
      agent: false as const,
    };
    const asked = httpRequest(options, answer => collect(answer, done));
    asked.on('error', failed).end();
  });
}

function collect(answer: import('node:http').IncomingMessage, done: (answer: Answer) => void) {
  const parts: Buffer[] = [];
  answer.on('data', part => parts.push(part));
  answer.on('end', () =>
    done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() }),
  );
}

/** A TLS connection, once it is one. */
export function secured(ports: Ports, name: string, ca: string, protocols: string[]): Promise<TLSSocket> {
  return new Promise((done, failed) => {
    const options = { host: '127.0.0.1', port: ports.https, servername: name, ca, ALPNProtocols: protocols };
    const socket = connect(options, () => done(socket));
    socket.on('error', failed);
  });
}

/** A connection of HTTP/2. */
export function overHttp2(
  ports: Ports,
  name: string,
  ca: string,
  settings: Settings = {},
): ClientHttp2Session {
  return connectHttp2(`https://${name}`, {
    settings,
    createConnection: () =>
      connect({ host: '127.0.0.1', port: ports.https, servername: name, ca, ALPNProtocols: ['h2'] }),
  });
}

/** Several GETs at a time over one connection of HTTP/2. */
export async function getAll(ports: Ports, name: string, ca: string, paths: string[]): Promise<Answer[]> {
  const session = overHttp2(ports, name, ca);
  try {
    // Before, a client takes it that it may ask for as much as it likes.
    await once(session, 'remoteSettings');
    return await Promise.all(
      paths.map(
        path =>
          new Promise<Answer>((done, failed) => {
            const stream = session.request({ ':path': path });
            const parts: Buffer[] = [];
            let head: IncomingHttpHeaders & { ':status'?: number } = {};
            stream.on('response', headers => {
              head = headers;
            });
            stream.on('data', part => parts.push(part));
            stream.on('end', () =>
              done({ status: Number(head[':status']), headers: head, body: Buffer.concat(parts).toString() }),
            );
            stream.on('error', failed).end();
          }),
      ),
    );
  } finally {
    session.close();
  }
}

export async function until<T>(what: () => Promise<T | undefined | false>, within = 30_000): Promise<T> {
  for (const end = Date.now() + within; Date.now() < end; await sleep(100)) {
    const seen = await what().catch(() => undefined);
    if (seen) return seen;
  }
  throw new Error('it did not happen in time');
}
