// The home page over TLS, by HTTP/1.1 and HTTP/2, against nginx with the same certificate and the same bytes.
// Both get the same cores and the load others. Run: make build && node bench/https.mjs
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answering, folderFor, freePort, start } from './children.mjs';
import { onServerCores, serverCores } from './cores.mjs';
import { secureLoad } from './h2load.mjs';
import { startNginx } from './peers/nginx.mjs';
import { report } from './report.mjs';
import { alternate, figure, formatRatio, median, quick, ratio } from './rounds.mjs';
import { binary } from './umeed.mjs';
import { get } from './whole.mjs';

// The certificate is made here, and nobody vouches for it.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
process.removeAllListeners('warning');

const GOAL = 0.9;

function certificate() {
  const folder = folderFor('certificate');
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const args = ['req', '-x509', ...kind, '-keyout', files.key, '-out', files.cert, ...names];
  execFileSync('openssl', args, { stdio: 'ignore' });
  return files;
}

async function startSecure({ cert, key }) {
  const [port, other] = [await freePort(), await freePort()];
  const url = `https://127.0.0.1:${port}`;
  const listen = ['--https-listen', `127.0.0.1:${port}`, '--http-listen', `127.0.0.1:${other}`];
  const serve = [binary, 'serve', '--data', folderFor('umeed'), '--log', 'warn', '--public-url', url];
  const tls = ['--tls-cert', cert, '--tls-key', key, '--trusted-proxies', '127.0.0.1', ...listen];
  const child = start(onServerCores([...serve, ...tls]));
  await answering(child, `${url}/healthz`);
  return { ...child, url };
}

const files = certificate();
const umeed = await startSecure(files);
await get(`${umeed.url}/`, 'br');
await sleep(quick ? 3000 : 5000); // then it is compressed once more
const page = await get(`${umeed.url}/`, 'br');
const nginx = await startNginx(page.body, page.headers, { certificate: files });
const same = await get(`${nginx.url}/`, 'br');
if (!same.body.equals(page.body)) throw new Error('the two do not serve the same bytes');

const rows = [];
const headers = { 'accept-encoding': 'br' };
for (const [name, options] of [
  ['HTTP/1.1, 64 connections', { http2: false }],
  ['HTTP/2, 64 connections, one request at a time', { http2: true }],
  ['HTTP/2, 16 connections, ten requests at a time', { http2: true, connections: 16, streams: 10 }],
]) {
  const results = await alternate({
    umeed: () => secureLoad(`${umeed.url}/`, { ...options, headers }),
    nginx: () => secureLoad(`${nginx.url}/`, { ...options, headers }),
  });
  const rate = ratio(results.umeed, results.nginx);
  rows.push({
    what: `home over TLS, ${name}: requests/s`,
    here: figure(median(results.umeed)),
    peer: `nginx ${figure(median(results.nginx))}`,
    ratio: formatRatio(rate),
    goal: `at least ${GOAL}`,
    met: rate.ratio >= GOAL,
  });
}
await Promise.all([umeed.stop(), nginx.stop()]);
report('https', rows, `${serverCores} core(s) for each server, the others for the load`);
