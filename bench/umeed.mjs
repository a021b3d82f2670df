// The release binary, started on a folder of its own, and spoken to as staff and as a visitor.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answering, folderFor, freePort, run, start } from './children.mjs';
import { onServerCores } from './cores.mjs';
import { quick } from './rounds.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const binary = resolve(ROOT, process.env.UMEED_BINARY ?? 'target/release/umeed');
if (!existsSync(binary)) throw new Error(`there is no server at ${binary}: run make build first`);

const [EMAIL, PASSWORD] = ['staff@umeed.test', 'a password for measuring'];

/** Starts the server with sample content on the servers' cores. `args` are settings, `folder` an existing one,
 * `database` a PostgreSQL in place of the folder's, `ready` the path that tells that it has started, `program` another
 * version of it. */
export async function startUmeed({
  args = ['--log', 'warn'],
  folder = folderFor('umeed'),
  database,
  wrap = onServerCores,
  ready = '/healthz',
  program = binary,
  stdio,
} = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('UMEED_'));
  const env = {
    ...Object.fromEntries(own),
    UMEED_ADMIN_EMAIL: EMAIL,
    UMEED_ADMIN_PASSWORD: PASSWORD,
    UMEED_MAX_FORM_ROWS_PER_DAY: '100000000',
  };
  const place = ['--data', folder, ...(database ? ['--database', database] : [])];
  const serve = [program, 'serve', '--listen', `127.0.0.1:${port}`, ...place];
  // Every visitor of a load comes from an address of their own, as they would behind a proxy.
  const child = start(wrap([...serve, '--trusted-proxies', '127.0.0.1', ...args]), {
    env,
    ...(stdio && { stdio }),
  });
  await answering(child, url + ready);
  const answered = performance.now();
  const key = JSON.parse(await run([program, 'keys', ...place])).anon;
  const headers = token => ({
    apikey: key,
    authorization: `Bearer ${token ?? key}`,
    'content-type': 'application/json',
  });

  async function call(method, path, body, token, extra = {}) {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers(token), ...extra },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
  const signIn = async () =>
    (await call('POST', '/auth/v1/token?grant_type=password', { email: EMAIL, password: PASSWORD }))
      .access_token;
  /** The public pages, as small as they get: they have been made, and have stood a moment. */
  async function pages() {
    const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
    const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(match => match[1] || '/');
    for (const path of paths) await fetch(url + path);
    await new Promise(done => setTimeout(done, quick ? 0 : 8000));
    return paths;
  }
  return {
    ...child,
    child,
    answered,
    url,
    port,
    folder,
    key,
    headers,
    call,
    signIn,
    pages,
    credentials: { email: EMAIL, password: PASSWORD },
  };
}
