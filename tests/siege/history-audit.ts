// Compares the history with the rows it is about: a change and its line are there together, or neither is.

import { type Caller, type Life, PAGES } from './ledger.ts';

interface Line {
  id: string;
  row_key: string;
  verb: string;
  // biome-ignore lint/suspicious/noExplicitAny: rows as they come
  before: any;
  // biome-ignore lint/suspicious/noExplicitAny: rows as they come
  after: any;
}

const perPage = 1000;

/** All lines that this query finds, the oldest first. */
async function lines(caller: Caller, query: string): Promise<Line[]> {
  const all: Line[] = [];
  for (;;) {
    const after = all.at(-1) ? `&id=gt.${all.at(-1)?.id}` : '';
    const page = await caller.rows(`/rest/v1/history?${query}&order=id.asc&limit=${perPage}${after}`);
    all.push(...page);
    if (page.length < perPage) return all;
  }
}

/** What was added and removed in one life: a row has one line for each, and no line is about a row that never was. */
export async function historyFaults(caller: Caller, { number }: Life): Promise<string[]> {
  const faults: string[] = [];
  for (const [table, column, names] of [
    ['projects', 'title', `b${number}-*`],
    ['team_members', 'name', `r${number}-*`],
  ] as const) {
    const there = await caller.rows(`/rest/v1/${table}?select=id&${column}=like.${names}&limit=1000`);
    const of = (verb: string, image: string) =>
      lines(caller, `table_name=eq.${table}&verb=eq.${verb}&${image}->>${column}=like.${names}`);
    const added = (await of('insert', 'after')).map(line => line.row_key);
    const removed = (await of('delete', 'before')).map(line => line.row_key);
    for (const keys of [added, removed])
      if (new Set(keys).size !== keys.length)
        faults.push(`${table} of life ${number}: a line is there twice`);
    const expected = added.filter(key => !removed.includes(key)).sort();
    const found = there.map(row => row.id).sort();
    if (expected.join() !== found.join())
      faults.push(`${table} of life ${number}: ${found.length} rows, ${expected.length} by their lines`);
    if (removed.some(key => !added.includes(key)))
      faults.push(`${table} of life ${number}: a row was removed that was never added`);
  }
  return faults;
}

/** What is saved again and again: each line goes on from where the one before ended, up to what stands there now. */
export async function chainFaults(caller: Caller): Promise<{ faults: string[]; lines: number }> {
  const faults: string[] = [];
  let count = 0;
  for (const page of PAGES) {
    const [row] = await caller.rows(`/rest/v1/website_content?select=content&page_key=eq.${page}`);
    const chain = await lines(caller, `table_name=eq.website_content&row_key=eq.${page}`);
    count += chain.length;
    const text = (value: unknown) => JSON.stringify(value);
    for (const [at, line] of chain.entries()) {
      const last = chain[at - 1];
      if (last && text(line.before) !== text(last.after))
        faults.push(`${page}: a line does not begin where the one before ended`);
    }
    if (text(chain.at(-1)?.after.content) !== text(row.content))
      faults.push(`${page}: the last line is not what stands there`);
  }
  return { faults, lines: count };
}
