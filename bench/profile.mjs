// Where the processor's time goes, as flame graphs: a page that is kept in memory, and an application that comes in, each
// under load. perf looks at the unstripped build a few hundred times a second; the server itself is unchanged.
// Run: make profile. Writes target/profile/*.svg; with --document they also go into docs/performance.md.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { folderFor, run } from './children.mjs';
import { replaceBetween } from './document.mjs';
import { flamegraph, stacks } from './flamegraph.mjs';
import { need } from './needs.mjs';
import { quick } from './rounds.mjs';
import { volunteer } from './rows.mjs';
import { startUmeed } from './umeed.mjs';
import { load } from './wrk.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = process.env.UMEED_UNSTRIPPED ?? join(ROOT, 'target/profile/release/umeed');
if (!existsSync(PROGRAM)) throw new Error(`there is no unstripped server at ${PROGRAM}: run make profile`);
const OUT = join(ROOT, 'target/profile');
const SECONDS = quick ? 3 : 15;
/** Looks a second: no divisor of a second, so that it does not keep step with a timer. */
const FREQUENCY = 397;

need({ 'linux-perf': '/usr/bin/perf' });
mkdirSync(OUT, { recursive: true });

/** The stacks of a process, as text; `sampled` is called when it need not work any longer. Of each stack the first 32 KB are kept, to be unwound by the compiler's tables. */
async function sample(pid, sampled) {
  const file = join(folderFor('perf'), 'data');
  // A virtual machine has no counters of cycles; its clock does.
  const how = ['-e', 'cpu-clock', '-F', `${FREQUENCY}`, '--call-graph', 'dwarf,32768', '-p', `${pid}`];
  await run(['perf', 'record', '-q', ...how, '-o', file, '--', 'sleep', `${SECONDS}`]);
  sampled();
  const text = join(folderFor('perf'), 'text');
  await run(['sh', '-c', `perf script --no-inline -F comm,ip,sym -i ${file} > ${text} 2>/dev/null`]);
  return text;
}

const umeed = await startUmeed({ program: PROGRAM });
const home = `${umeed.url}/`;
await (await fetch(home)).text();
await sleep(quick ? 3000 : 5000); // then it is compressed once more
const application = JSON.stringify(volunteer(1));
const loads = {
  page: [
    'the home page from memory, brotli, 64 connections',
    () => load(home, { headers: { 'accept-encoding': 'br' }, duration: 2 }),
  ],
  insert: [
    'an application comes in, flushed to disk, 64 connections',
    () =>
      load(`${umeed.url}/rest/v1/volunteers`, {
        headers: { apikey: umeed.key },
        script: 'post.lua',
        args: [application],
        duration: 2,
      }),
  ],
};
const document = process.argv.includes('--document');
const pictures = [];
for (const [name, [title, work]] of Object.entries(loads)) {
  let going = true;
  const working = (async () => {
    while (going) await work();
  })();
  await sleep(1000);
  const text = await sample(umeed.pid, () => {
    going = false;
  });
  await working;
  const seen = stacks(readFileSync(text, 'utf8'));
  if (seen.size === 0)
    throw new Error(
      'perf has seen nothing: may this user look at other processes (kernel.perf_event_paranoid)?',
    );
  const file = join(OUT, `${name}.svg`);
  writeFileSync(file, flamegraph(seen, title));
  console.log(`wrote target/profile/${name}.svg`);
  if (!document) continue;
  copyFileSync(file, join(ROOT, `docs/images/profile-${name}.svg`));
  pictures.push(`![Flame graph: ${title}](images/profile-${name}.svg)`);
}
await umeed.stop();
if (document) replaceBetween('profile', pictures.join('\n\n'));
