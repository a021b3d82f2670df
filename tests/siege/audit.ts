// Compares a server with the ledger of what it acknowledged. Every fault is a sentence; none means that nothing is lost
// and nothing half-done shows.

import {
  BATCH,
  type Caller,
  digest,
  type Life,
  type Outcome,
  PAGES,
  picture,
  type Series,
} from './ledger.ts';
import { REPLACED, seriesOf } from './writers.ts';

export async function faultsOf(caller: Caller, life: Life): Promise<string[]> {
  const faults: string[] = [];
  const judge = (what: string, outcome: Outcome, there: boolean) => {
    if (outcome === 'acknowledged' && !there) faults.push(`${what} was acknowledged and is lost`);
    if (outcome === 'refused' && there) faults.push(`${what} was refused and is there`);
  };

  const { number } = life;
  const volunteers = await caller.rows(`/rest/v1/volunteers?select=name,city&name=like.v${number}-*`);
  const names = new Set(volunteers.map(row => row.name));
  if (names.size !== volunteers.length) faults.push(`life ${number}: a row is there twice`);
  for (const [name, outcome] of life.rows) judge(name, outcome, names.has(name));
  for (const name of names) if (!life.rows.has(name)) faults.push(`${name} was never sent`);

  const projects = await caller.rows(`/rest/v1/projects?select=title&title=like.b${number}-*`);
  for (const [title, outcome] of life.batches) {
    const count = projects.filter(row => row.title === title).length;
    if (count !== 0 && count !== BATCH) faults.push(`${title}: ${count} of ${BATCH} rows of one request`);
    judge(title, outcome, count === BATCH);
  }

  const members = await caller.rows(`/rest/v1/team_members?select=name&name=like.r${number}-*`);
  for (const row of members) {
    if (life.removedRows.get(row.name) === 'acknowledged') faults.push(`${row.name} was removed and is back`);
  }
  for (const [name, outcome] of life.files) {
    const served = await caller.served(name);
    judge(name, outcome, served !== '');
    const seed = number * 31 + Number(name.slice(name.indexOf('-') + 1, -'.png'.length));
    if (served !== '' && served !== digest(picture(seed))) faults.push(`${name} is served, but not whole`);
  }
  for (const [name, outcome] of life.removedFiles) {
    if (outcome === 'acknowledged' && (await caller.served(name)) !== '') {
      faults.push(`${name} was removed and is back`);
    }
  }
  return faults;
}

/** What is written again and again. The series go on from what is there. */
export async function seriesFaults(caller: Caller, all: Map<string, Series>): Promise<string[]> {
  const faults: string[] = [];
  const within = (name: string, version: number) => {
    const series = seriesOf(all, name);
    if (!(version >= series.acknowledged && version <= series.sent)) {
      faults.push(`${name} stands at ${version}; ${series.acknowledged} was acknowledged`);
    }
    series.acknowledged = version;
  };
  for (const page of PAGES) {
    const [row] = await caller.rows(`/rest/v1/website_content?select=content&page_key=eq.${page}`);
    const { heading, subheading } = row.content;
    const version = Number(heading) || 0; // the first start wrote words there
    if (version > 0 && heading !== subheading)
      faults.push(`${page} is half ${heading} and half ${subheading}`);
    within(page, version);
  }
  const series = seriesOf(all, REPLACED);
  const served = await caller.served(REPLACED);
  const versions = Array.from(
    { length: series.sent - series.acknowledged + 1 },
    (_, n) => series.acknowledged + n,
  );
  const version = versions.find(version => (version === 0 ? '' : digest(picture(version))) === served);
  if (version === undefined) faults.push(`${REPLACED} is none of the versions ${versions}`);
  else within(REPLACED, version);
  return faults;
}

/** Every file that is listed is served: no row without its bytes. */
export async function listFaults(caller: Caller): Promise<{ faults: string[]; files: number }> {
  const faults: string[] = [];
  let files = 0;
  for (const prefix of ['siege', 'removed']) {
    for (let offset = 0; ; offset += 1000) {
      const answer = await caller.ask('/storage/v1/object/list/website_images', {
        method: 'POST',
        body: JSON.stringify({ prefix, limit: 1000, offset }),
      });
      const page: { name: string }[] = await answer.json();
      for (const { name } of page) {
        files += 1;
        if ((await caller.served(`${prefix}/${name}`)) === '') faults.push(`${name} has a row and no bytes`);
      }
      if (page.length < 1000) break;
    }
  }
  return { faults, files };
}
