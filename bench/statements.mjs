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
function statements(log) {
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

/** What `work` makes a server send, without what it sends by itself meanwhile: of the connection that `mark` is in. */
export async function statementsOf(postgres, work, mark) {
  postgres.psql("ALTER SYSTEM SET log_statement = 'all'");
  postgres.psql('SELECT pg_reload_conf()');
  await sleep(500);
  const before = postgres.log().length;
  await work();
  await sleep(500);
  const log = postgres.log().slice(before);
  postgres.psql('ALTER SYSTEM RESET log_statement');
  postgres.psql('SELECT pg_reload_conf()');
  await sleep(500);
  const all = statements(log);
  const marked = all.find(({ sql }) => mark.test(sql));
  if (!marked) throw new Error(`PostgreSQL was not asked ${mark}:\n${log}`);
  const mine = all.filter(({ pid }) => pid === marked.pid).map(({ sql }) => sql);
  const at = mine.findIndex(sql => mark.test(sql));
  const begin = mine.slice(0, at).lastIndexOf('BEGIN');
  const end = mine.indexOf('COMMIT', at);
  const inTransaction = begin >= 0 && end >= 0 && !mine.slice(begin, at).includes('COMMIT');
  return inTransaction ? mine.slice(begin, end + 1) : [mine[at]];
}

/** A file for pgbench, which takes a colon before a word for a variable, also within JSON: a space keeps them apart. */
export function script(name, lines) {
  const file = join(folderFor('statements'), `${name}.sql`);
  const plain = lines.map(line => line.replace(/(?<!:):(?=[A-Za-z_])/g, ': '));
  writeFileSync(file, plain.map(line => `${line};\n`).join(''));
  return file;
}
