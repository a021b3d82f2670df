// `umeed doctor` as a process: beside a server that runs and without one, with the settings that the server has.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificate } from '../certificates.mjs';
import { freePorts, startSecure } from '../secure.ts';
import { type Environment, type Outcome, ownSchema, type Running, run, start } from '../server.ts';

interface Check {
  subject: string;
  state: 'good' | 'warning' | 'broken';
  text: string;
  fix: string[];
}

const database = ownSchema();
let site: Running;
beforeAll(async () => {
  site = await start(database);
});
afterAll(() => site.stop());

function doctor(args: string[] = [], settings: Environment = {}): Promise<Outcome> {
  const place = ['--data', site.folder, '--listen', new URL(site.url).host];
  return run(['doctor', ...place, ...args], '', { ...database, ...settings });
}

async function checks(settings: Environment = {}): Promise<Check[]> {
  const { stdout } = await doctor(['--json'], settings);
  return JSON.parse(stdout).checks;
}

const about = (found: Check[], subject: string) => found.filter(check => check.subject === subject);

describe('beside a server that runs', () => {
  test('it finds the server, its port and its database, and ends well', async () => {
    const { code, stdout, stderr } = await doctor();
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✓ good {4}server: it runs and answers at 127/m);
    expect(stdout).toMatch(/^✓ good {4}port: .* is held by the server itself$/m);
    expect(stdout).toMatch(/^✓ good {4}database: it answers/m);
    expect(stdout).toMatch(
      /^! warning backups: none has been made, and none will be\n {12}→ UMEED_BACKUP_FOLDER=/m,
    );
    expect(stdout).toMatch(/Nothing is broken; warnings: \d+\.\n$/);
  });

  test('a proxy that nobody named is known from the running server', async () => {
    expect(about(await checks(), 'proxy')).toEqual([]);
    await fetch(`${site.url}/rest/v1/projects?limit=1`, { headers: { 'x-forwarded-for': '198.51.100.7' } });
    const [proxy] = about(await checks(), 'proxy');
    expect(proxy).toMatchObject({ state: 'broken' });
    expect(proxy?.fix[0]).toMatch(/^UMEED_TRUSTED_PROXIES=/);
    expect((await doctor()).code).toBe(1);
  });

  test('the address that visitors use is known to lead to this very site, or not to', async () => {
    const [right] = about(
      await checks({ UMEED_PUBLIC_URL: site.url.replace('127.0.0.1', 'localhost') }),
      'address',
    );
    expect(right).toMatchObject({ state: 'good', text: expect.stringMatching(/leads to this site$/) });
    const stranger = createServer((_, answer) => answer.end('somebody else'));
    await new Promise<void>(done => stranger.listen(0, '127.0.0.1', done));
    const { port } = stranger.address() as AddressInfo;
    const [wrong] = about(await checks({ UMEED_PUBLIC_URL: `http://localhost:${port}` }), 'address');
    stranger.close();
    expect(wrong).toMatchObject({
      state: 'broken',
      text: expect.stringContaining('does not lead to this site'),
    });
  });

  test('it says no secret, whatever is wrong', async () => {
    const settings = {
      UMEED_SMTP: 'smtp://office:hush-hush@127.0.0.1:1',
      UMEED_MAIL_FROM: 'office@umeed.example',
      UMEED_METRICS_TOKEN: 'hush-hush',
    };
    for (const args of [[], ['--json']]) {
      const { code, stdout, stderr } = await doctor(args, settings);
      expect(code).toBe(1);
      expect(stdout).toMatch(/cannot be reached/);
      expect(stdout + stderr).not.toMatch(/hush|argon2/);
      expect(stdout + stderr).not.toContain(site.secret());
      expect(stdout + stderr).not.toContain(site.serviceKey);
    }
  });
});

describe('settings from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'umeed-test-'));
  const file = join(folder, 'umeed.conf');
  afterAll(() => rmSync(folder, { recursive: true }));

  test('they count where neither the environment nor a flag says otherwise', async () => {
    writeFileSync(file, `# remark\nUMEED_DATA=${folder}/from-file\nUMEED_LISTEN="127.0.0.1:9"\n`);
    const read = async (args: string[], settings: Environment = {}) =>
      (await run(['--settings', file, 'doctor', ...args], '', settings)).stdout;
    expect(await read([])).toContain(`${folder}/from-file is not there yet`);
    expect(await read([], { UMEED_DATA: `${folder}/from-environment` })).toContain(
      '/from-environment is not there',
    );
    expect(await read(['--data', `${folder}/from-flag`])).toContain('/from-flag is not there');
    const named = await run(['doctor'], '', { UMEED_SETTINGS: file });
    expect(named.stdout).toContain(`${folder}/from-file is not there yet`);
  });

  test('a line that is none, and a file that is not there, are said without being repeated', async () => {
    writeFileSync(file, 'UMEED_DATA=x\nhush-hush\n');
    const wrong = await run(['doctor', '--settings', file]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('umeed.conf, line 2');
    expect(wrong.stderr).not.toContain('hush');
    const missing = await run(['doctor', `--settings=${folder}/none`]);
    expect(missing.stderr).toContain('cannot be read');
  });
});

describe('without a server', () => {
  test('it says so, and which settings are wrong in the words of `serve`', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'umeed-test-'));
    try {
      const outcome = await run(['doctor', '--data', join(folder, 'data'), '--listen', '127.0.0.1:9']);
      expect(outcome.stdout).toMatch(/^! warning server: it does not run$/m);
      const wrong = await run(['doctor', '--data', folder], '', { UMEED_PUBLIC_URL: 'ftp://x' });
      expect(wrong.code).toBe(2);
      expect(wrong.stderr).toMatch(/https/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('a server that ends TLS itself is found, with its ports and its certificate', async () => {
  const given = certificate('DNS:localhost');
  const folder = mkdtempSync(join(tmpdir(), 'umeed-test-'));
  writeFileSync(join(folder, 'cert.pem'), given.cert + readFileSync(given.authority, 'utf8'));
  writeFileSync(join(folder, 'key.pem'), given.key);
  const ports = await freePorts();
  const settings: Environment = {
    ...ownSchema(),
    UMEED_TLS_CERT: join(folder, 'cert.pem'),
    UMEED_TLS_KEY: join(folder, 'key.pem'),
    UMEED_HTTPS_LISTEN: `127.0.0.1:${ports.https}`,
    UMEED_HTTP_LISTEN: `127.0.0.1:${ports.http}`,
    UMEED_PUBLIC_URL: `https://localhost:${ports.https}`,
  };
  const server = await startSecure(ports, settings);
  try {
    const data = ['--data', join(server.folder, 'data')];
    const { stdout } = await run(['doctor', ...data], '', settings);
    expect(stdout).toContain(`server: it runs and answers at 127.0.0.1:${ports.https}`);
    for (const port of [ports.https, ports.http])
      expect(stdout).toContain(`port: 127.0.0.1:${port} is held by the server itself`);
    // It ends in two days, and only this test knows who issued it.
    expect(stdout).toMatch(/! warning certificate: that of localhost ends on 20/);
    expect(stdout).toContain('browsers do not know who issued');
    expect(stdout).toMatch(/✗ broken {2}certificate: that of localhost is not trusted/);
    expect(stdout).toContain('if UMEED_ACME is set (staging is for trying things out): take that line out');
    expect(stdout).not.toContain('no proxy is named');
    writeFileSync(join(folder, 'key.pem'), certificate('DNS:localhost').key);
    expect((await run(['doctor', ...data], '', settings)).stdout).toContain('is not the key of');
  } finally {
    await server.stop();
    given.remove();
    rmSync(folder, { recursive: true });
  }
});

test('a server that waits for its certificate is known as itself, and the ports as its own', async () => {
  const ports = await freePorts();
  const settings: Environment = {
    ...ownSchema(),
    UMEED_DOMAIN: 'umeed.invalid',
    UMEED_ACME: 'https://127.0.0.1:1/dir', // where nobody gives any
    UMEED_HTTPS_LISTEN: `127.0.0.1:${ports.https}`,
    UMEED_HTTP_LISTEN: `127.0.0.1:${ports.http}`,
  };
  const server = await startSecure(ports, settings);
  try {
    const { code, stdout } = await run(['doctor', '--data', join(server.folder, 'data')], '', settings);
    expect(stdout).toContain('! warning server: it runs, and answers nobody before it has its certificate');
    for (const port of [ports.https, ports.http])
      expect(stdout).toContain(`port: 127.0.0.1:${port} is held by the server itself`);
    expect(stdout).toContain('the name umeed.invalid leads nowhere');
    expect(code).toBe(1);
  } finally {
    await server.stop();
  }
});

test('the manual and the completions name every command', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'umeed-test-'));
  try {
    expect((await run(['manual', folder])).code).toBe(0);
    const names = readdirSync(folder);
    for (const name of [
      'umeed.1',
      'umeed-serve.1',
      'umeed-doctor.1',
      'umeed-staff-add.1',
      'umeed.bash',
      '_umeed',
      'umeed.fish',
    ])
      expect(names).toContain(name);
    expect(readFileSync(join(folder, 'umeed-serve.1'), 'utf8')).toContain('UMEED_PUBLIC_URL');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
