// From a bare Debian to a live site, and on to another machine, as docs/hosting.md says it: install, point the domain, be live over https
// with a certificate from an authority that really asks, set the site up in a browser, ask doctor, upgrade, back up, and restore on a second
// Debian. `make try-live`; root, some minutes. UMEED_PICTURES=docs/images/hosting also takes the pictures of that page.
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Machine, needTools } from './machine.mjs';
import { packages } from './packages.mjs';
import { picture, terminal, window } from './pictures.mjs';
import { expect, play, quote, step } from './steps.mjs';
import { computer, look, openBrowser, phone } from './visitor.mjs';
import { World } from './world.mjs';

const WORK = resolve('target/try-package');
const [NAME, SITE] = ['roshni.example', 'https://roshni.example'];
const FOUNDATION = 'Roshni Trust';
const OWNER = { email: 'amina@roshni.example', password: 'a few words of mine' };
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><circle cx="48" cy="48" r="46" fill="#0e6b4f"/>' +
  '<path d="M48 18l8 22h22l-18 13 7 23-19-14-19 14 7-23-18-13h22z" fill="#e8a33d"/></svg>';
const [ONE, TWO] = ['203.0.113.10', '203.0.113.20'];

let world;
let deb;
let browser;
let before;
/** Of the link of the second machine's first start. */
let token;
const machines = [];
const version = machine => machine.must('dpkg-query -W umeed').trim().split('\t')[1];

/** Tries until it is so; what has to happen takes seconds. */
async function until(what, seconds = 60) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(500))
    if (await what()) return true;
  return false;
}

/** Over https, with its certificate checked against the roots that the machine knows. */
const answers = machine => machine.run(`curl -sS -m 10 ${SITE}/healthz`).text === 'ok\n';

/** A fresh Debian on the world's network, which knows the world's authority as others know Let's Encrypt. */
async function boot(name, address) {
  const machine = new Machine(WORK, name, { world, address });
  machines.push(machine);
  copyFileSync(world.issuer, join(machine.root, 'usr/local/share/ca-certificates/world.crt'));
  await machine.boot();
  machine.must('update-ca-certificates');
  return machine;
}

/** What is typed on the page, and the two settings that name the world's authority in place of Let's Encrypt. */
function name(machine) {
  machine.must(`echo UMEED_DOMAIN=${NAME} | tee -a /etc/umeed/umeed.conf`);
  copyFileSync(world.root, join(machine.root, 'etc/umeed/authority.pem'));
  machine.must('chmod 644 /etc/umeed/authority.pem');
  machine.must(
    `printf 'UMEED_ACME=${world.directory}\\nUMEED_ACME_ROOT=/etc/umeed/authority.pem\\n' >>/etc/umeed/umeed.conf`,
  );
}

function doctor(machine) {
  const { code, text } = machine.run('umeed doctor');
  quote(text);
  return { code, text };
}

step('two packages, a world, and a bare Debian in it', async () => {
  deb = packages(WORK);
  world = new World(WORK);
  await world.open();
  await boot('one', ONE);
  expect('systemd runs', /running|degraded/.test(machines[0].run('systemctl is-system-running').text));
  expect('the name leads nowhere yet', machines[0].run(`getent hosts ${NAME}`).code !== 0);
});

step('install, and name the site', async () => {
  const [one] = machines;
  const said = one.must(`apt-get install -y -q ${one.bring(deb.older)}`);
  expect('it says where everything is', said.includes('sudo cat /var/lib/umeed/first-password'));
  name(one);
  one.must('systemctl restart umeed');
  expect('it runs', await until(() => one.run('systemctl is-active umeed').text === 'active\n'));
  await until(() => doctorSays(one, 'there is none for'));
  const { code, text } = doctor(one);
  expect(
    'doctor says that the name leads nowhere, and what to do',
    code === 1 && text.includes(`A record for ${NAME}`),
  );
  expect('it knows that the ports are the server’s own', !text.includes('another program'));
  expect('and what the server waits for', text.includes('answers nobody before it has its certificate'));
  browser = await openBrowser(world, 'computer');
  await terminal(browser, 'doctor-not-pointed', 'sudo umeed doctor', text);
});

const doctorSays = (machine, words) => machine.run('umeed doctor').text.includes(words);

step('point the domain here, and be live over https', async () => {
  const [one] = machines;
  world.lead(NAME, ONE);
  one.must('systemctl restart umeed');
  expect('there is a certificate, which the machine itself trusts', await until(() => answers(one)));
  expect(
    'http leads to https',
    one.must(`curl -sS -o /dev/null -w '%{redirect_url}' http://${NAME}/`) === `${SITE}/`,
  );
  const stranger = await openBrowser(world, 'stranger', { trusts: false });
  const refused = await (await stranger.newPage()).goto(SITE).catch(cause => cause.message);
  await stranger.close();
  expect(
    'a browser that does not know the authority refuses it',
    String(refused).includes('ERR_CERT_AUTHORITY_INVALID'),
  );
});

step('set the site up on a phone', async () => {
  const [one] = machines;
  const first = one.must('cat /var/lib/umeed/first-password');
  const link = first.split('\n')[2];
  expect('the link is one that a phone can open', link.startsWith(`${SITE}/admin/set-up#`));
  await terminal(browser, 'first-password', 'sudo cat /var/lib/umeed/first-password', hidden(first));
  const page = await (await browser.newContext(phone)).newPage();
  await page.goto(link);
  await page.getByLabel('Name of the foundation').fill(FOUNDATION);
  await page.getByLabel('Your email address').fill(OWNER.email);
  await page.getByLabel('Choose a password').fill(OWNER.password);
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) };
  await page.getByLabel('Logo', { exact: true }).setInputFiles(file);
  await page.getByRole('img', { name: 'The logo that you chose' }).waitFor();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await picture(page, 'set-up', { height, scale: 1.5 });
  await page.getByRole('button', { name: 'Set Up the Website' }).click();
  await page.getByRole('region', { name: 'Your website is set up' }).waitFor();
  expect('it is set up, and its owner signed in', page.url() === `${SITE}/admin`);
  await picture(page, 'after-set-up', { height: 1180, scale: 1.5 });
  await page.context().close();
  expect('the first password is gone', one.run('ls /var/lib/umeed/first-password').code !== 0);
});

/** The picture is for everybody to see, so what is secret in it is not shown, though it ends with the set-up. */
const hidden = text => text.replace(/\n.*\n/, '\n••••••••••••••••\n').replace(/#(.{6}).*/, '#$1…');

step('the live site, as visitors and staff see it', async () => {
  const page = await (await browser.newContext(computer)).newPage();
  before = await look(page, SITE);
  expect(`it is ${FOUNDATION}`, before.title === FOUNDATION && before.text.includes(FOUNDATION));
  expect(`its certificate is from ${before.issuer}`, before.issuer.startsWith('Pebble'));
  expect('its logo is the one that was chosen', /-logo\.svg\?v=[^/]+$/.test(before.pictures[0][0]));
  await window(browser, page, 'live');
  await signIn(page);
  await page.getByText('Login Successful').waitFor({ state: 'hidden' }); // it would cover a part
  await window(browser, page, 'dashboard');
  await page.context().close();
});

async function signIn(page) {
  await page.goto(`${SITE}/admin`);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

step('backups by themselves, and doctor content', async () => {
  const [one] = machines;
  one.must('install -d -m 700 -o umeed /var/backups/umeed');
  one.must('echo UMEED_BACKUP_FOLDER=/var/backups/umeed | tee -a /etc/umeed/umeed.conf');
  one.must('systemctl restart umeed');
  expect(
    'the server makes one',
    await until(() => one.run('ls /var/backups/umeed').text.includes('.tar'), 180),
  );
  expect('it tells of it', await until(() => doctorSays(one, 'the last one was made'), 120));
  const { code, text } = doctor(one);
  expect('doctor finds nothing broken', code === 0 && !text.includes('✗'));
  expect('it finds the site under its name', text.includes(`${SITE}/ leads to this site`));
  expect('it finds the certificate good', text.includes(`good for ${NAME}`));
  await terminal(browser, 'doctor', 'sudo umeed doctor', text);
});

step('upgrade', async () => {
  const [one] = machines;
  const old = version(one);
  one.must(`apt-get install -y -q ${one.bring(deb.newer)}`);
  expect(`${old} became ${version(one)}`, version(one) !== old);
  expect('it is live', await until(() => answers(one)));
  await same('after the upgrade');
});

/** What visitors see is what they saw. */
async function same(when) {
  const page = await (await browser.newContext(computer)).newPage();
  const now = await look(page, SITE);
  expect(`${when} the pages say the same`, now.title === before.title && now.text === before.text);
  expect(`${when} logo and pictures are the same to the byte`, `${now.pictures}` === `${before.pictures}`);
  await page.context().close();
}

step('a backup, restored on a second bare Debian', async () => {
  const [one] = machines;
  one.must('umeed backup /var/backups/umeed/move.tar');
  const two = await boot('two', TWO);
  two.must(`apt-get install -y -q ${two.bring(deb.newer)}`);
  execFileSync('cp', [join(one.root, 'var/backups/umeed/move.tar'), join(two.root, 'opt/move.tar')]);
  two.must('install -d -m 700 -o umeed /var/backups/umeed');
  two.must('install -m 600 -o umeed /opt/move.tar /var/backups/umeed/move.tar');
  const first = '/var/lib/umeed/first-password';
  expect('it has started by itself', await until(() => two.run(`grep '#' ${first}`).code === 0));
  token = two.must(`sed -n 3p ${first}`).trim().split('#')[1];
  two.must('systemctl stop umeed');
  quote(two.must('umeed restore /var/backups/umeed/move.tar --replace'));
  name(two);
  await one.halt();
  world.lead(NAME, TWO);
  two.must('systemctl start umeed');
  expect('it is live there, with a certificate of its own', await until(() => answers(two)));
});

step('the same site, on the second machine', async () => {
  const [, two] = machines;
  await browser.close();
  browser = await openBrowser(world, 'another');
  await same('after the move');
  const page = await (await browser.newContext(phone)).newPage();
  await signIn(page);
  await page.getByRole('main').getByText(OWNER.email).first().waitFor();
  expect('the same account signs in', page.url() === `${SITE}/admin`);
  const other = await (await browser.newContext(phone)).newPage();
  await other.goto(`${SITE}/admin/set-up#${token}`);
  await other.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  expect('the link of its own first start opens nothing any more', token.length > 10);
  two.must('umeed check');
  const { code, text } = doctor(two);
  expect('doctor finds nothing broken', code === 0 && text.includes(`${SITE}/ leads to this site`));
});

execFileSync('scripts/need-pebble', { stdio: 'inherit' });
execFileSync('scripts/need-browser', { stdio: 'inherit' });
needTools(['ip', 'iproute2'], ['certutil', 'libnss3-tools'], ['curl', 'curl']);
await play({
  done: 'From a bare Debian to a live site, and on to another.',
  machines: () => machines.filter(machine => machine.isUp),
  end: async () => {
    await browser?.close();
    for (const machine of machines) await machine.remove();
    world?.remove();
  },
});
