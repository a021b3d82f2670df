// Directus from npm on SQLite, with the same tables, the same rows and the same rights: visitors read projects and
// content, and send applications; staff read those.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answering, folderFor, freePort, run, start } from '../children.mjs';
import { onServerCores } from '../cores.mjs';
import { need } from '../needs.mjs';

const HOME = fileURLToPath(new URL('../.peers/directus/', import.meta.url));
const OURS = fileURLToPath(new URL('directus/', import.meta.url));
const [EMAIL, PASSWORD] = ['staff@example.org', 'a password for measuring'];

const node = process.execPath;
const cli = join(HOME, 'node_modules/directus/cli.js');

async function install() {
  const wanted = readFileSync(join(OURS, 'package.json'), 'utf8');
  const stamp = join(HOME, '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('installing Directus from npm into bench/.peers (several hundred packages)');
  mkdirSync(HOME, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(OURS, name), join(HOME, name));
  // Where its ready-made native modules cannot be fetched they are compiled, with the headers that came with this Node.
  need({ 'g++': '/usr/bin/g++', make: '/usr/bin/make', python3: '/usr/bin/python3' });
  const prefix = dirname(dirname(node));
  const headers = existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {};
  await run(['npm', 'ci', '--no-fund', '--no-audit'], { cwd: HOME, env: { ...process.env, ...headers } });
  writeFileSync(stamp, wanted);
}

export async function startDirectus({ env = {}, wrap = onServerCores, folder = folderFor('directus') } = {}) {
  await install();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: `${port}`,
    PUBLIC_URL: url,
    SECRET: 'for-measuring-only-0123456789abcdef',
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: join(folder, 'directus.db'),
    STORAGE_LOCAL_ROOT: join(folder, 'uploads'),
    EXTENSIONS_PATH: join(folder, 'extensions'),
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'warn',
    TELEMETRY: 'false',
    ...env,
  };
  writeFileSync(join(folder, 'package.json'), '{}'); // it looks for extensions there
  mkdirSync(join(folder, 'uploads'), { recursive: true });
  mkdirSync(join(folder, 'extensions'), { recursive: true });
  await run([node, cli, 'bootstrap'], { cwd: folder, env: settings });
  const began = performance.now();
  const child = start(wrap([node, cli, 'start']), { cwd: folder, env: settings });
  await answering(child, `${url}/server/ping`, answer => answer.ok, 180);
  const took = performance.now() - began;

  async function call(method, path, body, token) {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Directus: ${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text).data;
  }
  const credentials = { email: EMAIL, password: PASSWORD };
  const signIn = async () => (await call('POST', '/auth/login', credentials)).access_token;
  return { ...child, child, url, took, folder, call, signIn, credentials };
}

const text = (field, more = {}) => ({
  field,
  type: 'text',
  schema: { is_nullable: true, ...more },
  meta: {},
});
const key = (field, type) => ({
  field,
  type,
  schema: { is_primary_key: true },
  meta: { special: type === 'uuid' ? ['uuid'] : null },
});
const created = {
  field: 'created_at',
  type: 'timestamp',
  schema: { is_indexed: true },
  meta: { special: ['date-created'] },
};

const COLLECTIONS = {
  projects: [key('id', 'uuid'), text('title'), text('description'), text('image_url'), created],
  website_content: [
    key('page_key', 'string'),
    { field: 'content', type: 'json', schema: {}, meta: { special: ['cast-json'] } },
  ],
  volunteers: [key('id', 'uuid'), text('name'), text('city'), text('phone'), text('skills'), created],
};

/** The same tables and rights as Umeed's; its log of who changed what, which we do not keep, is off. */
export async function makeTables(directus, token) {
  for (const [collection, fields] of Object.entries(COLLECTIONS)) {
    await directus.call(
      'POST',
      '/collections',
      { collection, schema: {}, meta: { accountability: null }, fields },
      token,
    );
  }
  const policies = await directus.call('GET', '/policies?limit=-1', undefined, token);
  const visitors = policies.find(policy => /public/i.test(policy.name)).id;
  const rights = [
    ['projects', 'read'],
    ['website_content', 'read'],
    ['volunteers', 'create'],
  ];
  for (const [collection, action] of rights) {
    const right = { policy: visitors, collection, action, fields: ['*'], permissions: {}, validation: {} };
    await directus.call('POST', '/permissions', right, token);
  }
}
