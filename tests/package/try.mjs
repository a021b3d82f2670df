// Tries the Debian package as a person would use it, in a fresh Debian with systemd: install, look, set, upgrade, crash, reboot,
// remove, purge. `make try-package`; root, some minutes.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Machine, needTools } from './machine.mjs';
import { packages } from './packages.mjs';
import { expect, play, quote, step } from './steps.mjs';

const WORK = resolve('target/try-package');
const EMAIL = 'amina@umeed.example';
/** Of systemd-analyze security: 0 is shut off from everything, 10 from nothing. */
const MAX_EXPOSURE = 2;

let machine;
let deb;
const state = () => machine.run('systemctl is-active umeed').text.trim();
const owner = path => machine.must(`stat -c '%U:%G %a' ${path}`).trim();
const version = () => machine.must('dpkg-query -W umeed').trim().split('\t')[1];
const get = path => machine.run(`curl -sS -m 10 http://127.0.0.1${path}`);
const processId = () => machine.must('systemctl show -p MainPID --value umeed').trim();

/** Waits for a server that is starting. */
async function answers(port) {
  for (let tries = 0; tries < 100; tries++) {
    if (get(`:${port}/healthz`).text === 'ok\n') return true;
    await sleep(200);
  }
  return false;
}

function setting(line) {
  machine.must(`printf '%s\\n' '${line}' >>/etc/umeed/umeed.conf`);
}

step('what was built', () => {
  execFileSync('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: 'target/package' });
  expect('the checksums are right', true);
  const again = join(WORK, 'again');
  execFileSync('scripts/package', { env: { ...process.env, UMEED_PACKAGE_FOLDER: again } });
  const sums = folder => readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  expect('packed again, it is the same to the byte', sums(again) === sums('target/package'));
  const list = readdirSync('target/package').find(name => name.endsWith('.cdx.json'));
  const { components } = JSON.parse(readFileSync(join('target/package', list), 'utf8'));
  const of = kind => components.filter(({ purl }) => purl.startsWith(`pkg:${kind}/`)).length;
  expect(
    `its ${of('cargo')} crates and ${of('npm')} npm packages are listed`,
    of('cargo') > 100 && of('npm') > 20,
  );
});

step('two packages, and a fresh Debian that boots', async () => {
  deb = packages(WORK);
  machine = new Machine(WORK, 'machine');
  await machine.boot();
  expect('systemd runs', /running|degraded/.test(machine.run('systemctl is-system-running').text));
});

step('install', async () => {
  const said = machine.must(`apt-get install -y -q ${machine.bring(deb.older)}`);
  expect('it says where everything is', said.includes('sudo cat /var/lib/umeed/first-password'));
  expect('the service runs', state() === 'active');
  expect('it starts with the machine', machine.must('systemctl is-enabled umeed').trim() === 'enabled');
  expect('it answers', await answers(8080));
  expect('a page comes', get(':8080/').text.includes('</html>'));
  expect('it runs as umeed', machine.must(`stat -c %U /proc/${processId()}`).trim() === 'umeed');
  expect('the data is its owner’s alone', owner('/var/lib/umeed') === 'umeed:umeed 700');
  expect('the settings are root’s and the service’s', owner('/etc/umeed/umeed.conf') === 'root:umeed 640');
  expect('the first password is there', machine.must('cat /var/lib/umeed/first-password').length > 10);
  expect('there is a manual page', machine.run('zcat /usr/share/man/man1/umeed.1.gz').text.includes('umeed'));
});

step('the unit is closed off', () => {
  const verified = machine.run('systemd-analyze verify --man=no umeed.service');
  expect('systemd finds no fault in it', verified.code === 0 && verified.text.trim() === '');
  const security = machine.run('systemd-analyze security umeed.service --no-pager').text;
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(security)?.[1]);
  expect(`its exposure is ${exposure}, at most ${MAX_EXPOSURE}`, exposure <= MAX_EXPOSURE);
  const status = machine.must(`cat /proc/${processId()}/status`);
  const bound = Number.parseInt(/CapBnd:\s+(\w+)/.exec(status)[1], 16);
  expect('it could gain no right but that to low ports', bound === 1 << 10);
  expect('it cannot gain rights by programs', /NoNewPrivs:\s+1/.test(status));
  expect('its system calls are filtered', /Seccomp:\s+2/.test(status));
});

step('commands, run by root, act as the service', () => {
  machine.must(`umeed staff add ${EMAIL}`, 'a good password\n');
  expect('an account is added', machine.must('umeed staff list').includes(EMAIL));
  machine.must('install -d -m 700 -o umeed /var/backups/umeed && umeed backup /var/backups/umeed/try.tar');
  machine.must('umeed check');
  expect(
    'nothing in the data folder is root’s',
    machine.must('find /var/lib/umeed ! -user umeed').trim() === '',
  );
  const doctor = machine.run('umeed doctor');
  quote(doctor.text);
  expect('doctor finds nothing broken', doctor.code === 0 && doctor.text.includes('it runs and answers'));
  const report = JSON.parse(machine.must('umeed doctor --json 2>/dev/null'));
  expect(
    'doctor speaks JSON',
    report.checks.some(({ subject }) => subject === 'data folder'),
  );
});

step('settings: port 80, and a mistake', async () => {
  setting('UMEED_LISTEN=127.0.0.1:80');
  machine.must('systemctl restart umeed');
  expect('it listens on a low port', await answers(80));
  expect(
    'doctor knows the port',
    machine.run('umeed doctor').text.includes('127.0.0.1:80 is held by the server itself'),
  );
  setting('UMEED_TRUSTED_PROXIES=nonsense');
  machine.run('systemctl restart umeed');
  await sleep(1500);
  expect('a wrong setting stops it, and it is not tried for ever', state() === 'failed');
  expect(
    'the journal says which',
    machine.run('journalctl -u umeed -n 20 --no-pager').text.includes('nonsense'),
  );
  expect('so does doctor', machine.run('umeed doctor').text.includes('nonsense'));
  machine.must("sed -i '/nonsense/d' /etc/umeed/umeed.conf && systemctl restart umeed");
  expect('put right, it answers', await answers(80));
});

step('upgrade', async () => {
  const before = { process: processId(), version: version() };
  machine.must(`apt-get install -y -q ${machine.bring(deb.newer)}`);
  expect(`${before.version} became ${version()}`, version() !== before.version);
  expect('it was started again', processId() !== before.process && (await answers(80)));
  expect('the account is still there', machine.must('umeed staff list').includes(EMAIL));
  expect('the settings are still there', machine.must('cat /etc/umeed/umeed.conf').includes('127.0.0.1:80'));
});

step('a crash, and a restart of the machine', async () => {
  const before = processId();
  machine.must(`kill -9 ${before}`);
  await sleep(5500); // RestartSec=
  expect('after a crash it is back by itself', (await answers(80)) && processId() !== before);
  await machine.halt();
  await machine.boot();
  expect('after a restart it is back by itself', await answers(80));
  expect('with its data', machine.must('umeed staff list').includes(EMAIL));
});

step('remove, and install again', async () => {
  machine.must('apt-get remove -y -q umeed');
  expect('it runs no more', state() !== 'active' && get(':80/healthz').code !== 0);
  expect('the data is kept', machine.must('ls /var/lib/umeed').includes('umeed.db'));
  expect('the settings are kept', machine.must('cat /etc/umeed/umeed.conf').includes('127.0.0.1:80'));
  machine.must(`apt-get install -y -q /opt/${deb.newer.split('/').pop()}`);
  expect('installed again, it answers with the old settings', await answers(80));
  expect('and the old data', machine.must('umeed staff list').includes(EMAIL));
});

step('purge', () => {
  const said = machine.must('apt-get purge -y -q umeed');
  expect(
    'it says that the data is still there, and how to delete it',
    said.includes('sudo rm -r /var/lib/umeed'),
  );
  expect('the data is kept', machine.must('ls /var/lib/umeed').includes('umeed.db'));
  expect('the settings are gone', machine.run('ls /etc/umeed/umeed.conf').code !== 0);
  expect(
    'nothing else is left',
    machine.run('ls /usr/lib/umeed /usr/bin/umeed /lib/systemd/system/umeed.service').code !== 0,
  );
});

needTools();
await play({
  done: 'The package does all of it.',
  machines: () => (machine?.isUp ? [machine] : []),
  end: () => machine?.remove(),
});
