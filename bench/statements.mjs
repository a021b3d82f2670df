// The SQL that a server sends for one request, taken from PostgreSQL's own log and made into a script for pgbench: so the
// limit it is measured against is that of the very same statements, also when those change.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { folderFor } from './children.mjs';

const LINE = /^\d{4}-\d\d-\d\d \S+ UTC \[(\d+)\] (LOG|DETAIL): {2}/;

/** Entries of the log; a statement may have several lines. */
function entries(log) {
  const found = [];
  for (const line of log.split('\n')) {
    const head = LINE.exec(line);
    if (head) found.push({ pid: head[1], kind: head[2], text: line.slice(head[0].length) });
    else if (found.length > 0) found.at(-1).text += `\n${line}`;
  }
  return found;
}

/** Statements with their values in their places. */
export function statements(log) {
  const found = [];
  for (const { pid, kind, text } of entries(log)) {
    const said = kind === 'LOG' && /^(?:statement|execute [^:]*): ([\s\S]*)$/.exec(text);
    if (said) found.push({ pid, sql: said[1].trim() });
    const values = kind === 'DETAIL' && /^parameters: ([\s\S]*)$/.exec(text);
    if (!values) continue;
    const last = found.findLast(one => one.pid === pid);
    const given = [...values[1].matchAll(/\$(\d+) = ('(?:[^']|'')*'|NULL)/g)];
    const byNumber = Object.fromEntries(given.map(([, number, value]) => [number, value]));
    last.sql = last.sql.replace(/\$(\d+)/g, (_, number) => byNumber[number]);
  }
  return found;
}

/** What `work` makes a server send: what matches `marks`, without what the server asks by itself meanwhile. What stands in a
 * transaction comes with the whole of it. */
export async function statementsOf(postgres, work, ...marks) {
  const logging = async change => {
    postgres.psql(`ALTER SYSTEM ${change}`);
    postgres.psql('SELECT pg_reload_conf()');
    await sleep(500);
  };
  await logging("SET log_statement = 'all'");
  const before = postgres.log().length;
  await work();
  await sleep(500);
  const log = postgres.log().slice(before);
  await logging('RESET log_statement');
  const all = statements(log);
  return marks.flatMap(mark => {
    const marked = all.find(({ sql }) => mark.test(sql));
    if (!marked) throw new Error(`PostgreSQL was not asked ${mark}:\n${log}`);
    const connection = all.filter(({ pid }) => pid === marked.pid);
    const at = connection.indexOf(marked);
    const begin = connection.findLastIndex(({ sql }, place) => sql === 'BEGIN' && place < at);
    const end = connection.findIndex(({ sql }, place) => sql === 'COMMIT' && place > begin);
    const together = begin >= 0 && end > at ? connection.slice(begin, end + 1) : [marked];
    return together.map(({ sql }) => sql);
  });
}

/** A file for pgbench, which takes a colon before a word for a variable, also within JSON: a space keeps them apart. */
export function script(name, lines) {
  const file = join(folderFor('statements'), `${name}.sql`);
  const plain = lines.map(line => line.replace(/(?<!:):(?=[A-Za-z_])/g, ': '));
  writeFileSync(file, plain.map(line => `${line};\n`).join(''));
  return file;
}
