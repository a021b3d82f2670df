// Lines as entries that people read: many changes of one person to one thing within a few minutes are one. Pure.
import type { ActivityLine } from '../api/activity';
import { localMoment } from '../shell/moments';
import { accountsTable } from './parts';

export interface Entry {
  /** Newest first; one at least. */
  lines: readonly [ActivityLine, ...ActivityLine[]];
}

export interface Day {
  /** '2026-11-16', where the person is. */
  day: string;
  entries: Entry[];
}

const together = 10 * 60 * 1000;

/** In the order of their newest lines, newest first. */
export function entriesOf(lines: readonly ActivityLine[]): Entry[] {
  const entries: [ActivityLine, ...ActivityLine[]][] = [];
  const open = new Map<string, [ActivityLine, ...ActivityLine[]]>();
  for (const line of lines) {
    const key = line.row_count === 1 ? keyOf(line) : line.id;
    const entry = open.get(key);
    if (entry && belongs(line, entry)) {
      entry.push(line);
    } else {
      const begun: [ActivityLine, ...ActivityLine[]] = [line];
      entries.push(begun);
      open.set(key, begun);
    }
  }
  return entries.map(entry => ({ lines: entry }));
}

/** Of sign-ins and the like only the same ones are one: who signs in and out has done two things. */
function keyOf({ author, author_id, table_name, row_key, verb, device }: ActivityLine): string {
  const deed = table_name === accountsTable ? [verb, device] : [];
  return [author, author_id, table_name, row_key, ...deed].join(' ');
}

function belongs(line: ActivityLine, [newest, ...older]: readonly [ActivityLine, ...ActivityLine[]]) {
  // What was deleted before is another story.
  if (line.verb === 'delete' || [newest, ...older].some(({ verb }) => verb === 'insert')) return false;
  const [at, last] = [Date.parse(line.created_at), Date.parse(newest.created_at)];
  return last - at <= together && dayOf(line) === dayOf(newest);
}

const dayOf = (line: ActivityLine) => localMoment(line.created_at).slice(0, 10);

export function byDay(entries: readonly Entry[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.lines[0]);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
