// Clients that write as fast as they are answered, until the server dies, and enter each write into the ledger.

import { BATCH, type Caller, type Life, PAGES, picture, type Series } from './ledger.ts';

const json = { 'content-type': 'application/json' };
const body = (value: unknown) => JSON.stringify(value);

/** Runs every kind of writer until `over` says that the server is gone. */
export async function writeUntil(
  over: () => boolean,
  caller: Caller,
  life: Life,
  series: Map<string, Series>,
): Promise<void> {
  let number = 0;
  const writers = [row, row, row, batch, removedRow, file, file, removedFile].map(write =>
    loop(over, () => write(caller, life, number++)),
  );
  const saves = PAGES.map(page => loop(over, () => savedPage(caller, page, seriesOf(series, page))));
  const replaced = loop(over, () => replacedFile(caller, seriesOf(series, REPLACED)));
  await Promise.all([...writers, ...saves, replaced]);
}

export const REPLACED = 'siege/replaced.png';

async function loop(over: () => boolean, write: () => Promise<void>) {
  while (!over()) await write();
}

export function seriesOf(all: Map<string, Series>, name: string): Series {
  const series = all.get(name) ?? { sent: 0, acknowledged: 0 };
  all.set(name, series);
  return series;
}

async function row(caller: Caller, life: Life, number: number) {
  const name = `v${life.number}-${number}`;
  const one = { name, city: name, phone: '1', skills: 'اُمید '.repeat(number % 150) };
  life.rows.set(name, 'unknown');
  const send = { method: 'POST', headers: json, body: body(one) };
  life.rows.set(name, await caller.write('/rest/v1/volunteers', send, 'visitor'));
}

async function batch(caller: Caller, life: Life, number: number) {
  const title = `b${life.number}-${number}`;
  const rows = Array.from({ length: BATCH }, () => ({ title, description: '<p>one of several</p>' }));
  life.batches.set(title, 'unknown');
  const send = { method: 'POST', headers: json, body: body(rows) };
  life.batches.set(title, await caller.write('/rest/v1/projects', send));
}

async function removedRow(caller: Caller, life: Life, number: number) {
  const name = `r${life.number}-${number}`;
  const made = await caller.write('/rest/v1/team_members', {
    method: 'POST',
    headers: json,
    body: body({ name }),
  });
  if (made !== 'acknowledged') return;
  life.removedRows.set(name, 'unknown');
  const gone = await caller.write(`/rest/v1/team_members?name=eq.${name}`, { method: 'DELETE' });
  life.removedRows.set(name, gone);
}

async function file(caller: Caller, life: Life, number: number) {
  const name = `siege/${life.number}-${number}.png`;
  life.files.set(name, 'unknown');
  life.files.set(name, await upload(caller, name, life.number * 31 + number, 'POST'));
}

async function removedFile(caller: Caller, life: Life, number: number) {
  const name = `removed/${life.number}-${number}.png`;
  if ((await upload(caller, name, number, 'POST')) !== 'acknowledged') return;
  life.removedFiles.set(name, 'unknown');
  const gone = await caller.write('/storage/v1/object/website_images', {
    method: 'DELETE',
    headers: json,
    body: body({ prefixes: [name] }),
  });
  life.removedFiles.set(name, gone);
}

async function savedPage(caller: Caller, page: string, series: Series) {
  const version = ++series.sent;
  const content = { heading: `${version}`, subheading: `${version}` };
  const change = { method: 'PATCH', headers: json, body: body({ content }) };
  const outcome = await caller.write(`/rest/v1/website_content?page_key=eq.${page}`, change);
  if (outcome === 'acknowledged') series.acknowledged = version;
}

async function replacedFile(caller: Caller, series: Series) {
  const version = ++series.sent;
  if ((await upload(caller, REPLACED, version, 'PUT')) === 'acknowledged') series.acknowledged = version;
}

function upload(caller: Caller, name: string, seed: number, method: string) {
  const send = { method, headers: { 'content-type': 'image/png' }, body: picture(seed) };
  return caller.write(`/storage/v1/object/website_images/${name}`, send);
}
