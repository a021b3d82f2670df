// What somebody did, as a sentence: 'Sana changed the bank details: account number'.
import type { ActivityLine } from '../api/activity';
import { inSentence } from '../fields/labels';
import { authorOf } from '../history/who';
import { adminMessages } from '../messages';
import { isRestorable, messagesOf } from '../resources/resource';
import type { Entry } from './entries';
import { accountsTable, fieldsOfLine, listOf, type Part, partOf } from './parts';

export interface Deed {
  text: string;
  /** What it was done to, for the link. */
  what: string;
  /** Where it is looked after; absent where there is no such screen. */
  path?: string;
  /** It was deleted: the way leads to what can be put back. */
  deleted: boolean;
}

/** The name of the person or program that did it. */
type Naming = (line: ActivityLine) => string;

/** By name also where a screen says "you": for what is read by others. */
export const byName: Naming = line => line.author_email ?? authorOf(line);

/** From which device, as people call it; empty where that is not known. */
export function deviceOf({ device }: Pick<ActivityLine, 'device'>): string {
  const { activity } = adminMessages();
  const [browser = '', system] = device.split(' on ');
  if (!device) return '';
  if (device === 'a program') return activity.program;
  return system ? activity.device(browser, system) : activity.client(device);
}

/** Where a list shows what was deleted from it. */
export const recentlyDeleted = 'recently-deleted';

/** The newest line says what became of it, all of them what was changed. */
export function deedOf({ lines }: Entry, parts: readonly Part[], naming: Naming = authorOf): Deed {
  const [line] = lines;
  const what = whatOf(line);
  const path = partOf(line, parts)?.path;
  const deleted = line.verb === 'delete';
  const list = listOf(line.table_name);
  const bin = deleted && list && isRestorable(list);
  return {
    text: textOf(lines, what, parts, naming),
    what,
    path: path && (bin ? `${path}#${recentlyDeleted}` : path),
    deleted: Boolean(bin),
  };
}

function textOf(lines: Entry['lines'], what: string, parts: readonly Part[], naming: Naming): string {
  const { activity } = adminMessages();
  const [line] = lines;
  const who = naming(line);
  if (line.verb === 'sign_in') return activity.signedIn(who, lines.length);
  if (line.verb === 'sign_out') return signedOut(line, who);
  if (line.row_count > 1) return activity.many[line.verb](who, line.row_count, manyOf(line));
  if (line.table_name === accountsTable) return ofAccount(lines, who);
  const isNew = lines.some(({ verb }) => verb === 'insert');
  if (line.verb === 'delete')
    return isNew ? activity.addedAndDeleted(who, what) : activity.deleted(who, what);
  if (isNew) return activity.added(who, what);
  const changed = namesOf(lines);
  const labels = labelsOf(line, changed, parts);
  if (labels.length === 0 && changed.includes('position')) return activity.moved(who, what);
  return activity.changed(who, what, labels);
}

function signedOut(line: ActivityLine, who: string): string {
  const { activity } = adminMessages();
  if (line.author_id !== line.row_key) return activity.signedOutOther(who, emailOf(line));
  if (line.scope === 'device')
    return activity.signedOutDevice(who, deviceOf({ device: line.ended_device ?? '' }));
  return (activity.signedOut[line.scope as keyof typeof activity.signedOut] ?? activity.signedOut.local)(who);
}

/** One of several lines, where who and what are said already. */
export function singleOf(line: ActivityLine, parts: readonly Part[]): string {
  const { single } = adminMessages().activity;
  if (line.table_name === accountsTable) return deedOf({ lines: [line] }, parts).text;
  if (line.verb === 'insert' || line.verb === 'delete') return single[line.verb];
  const labels = labelsOf(line, line.changed ?? [], parts);
  return labels.length === 0 && line.changed?.includes('position') ? single.moved : single.update(labels);
}

const namesOf = (lines: readonly ActivityLine[]) => [
  ...new Set(lines.flatMap(({ changed }) => changed ?? [])),
];

/** As the screen calls them; what is no field of a screen is called by its key. */
function labelsOf(line: ActivityLine, names: readonly string[], parts: readonly Part[]): string[] {
  const fields = fieldsOfLine(line, parts);
  const labels = names
    .filter(name => name !== 'position')
    .map(name => {
      const label = fields.find(field => field.name === name)?.label;
      return inSentence(label ?? name.split('.').at(-1)?.replaceAll('_', ' ') ?? name);
    });
  return [...new Set(labels)];
}

function whatOf(line: ActivityLine): string {
  const { activity } = adminMessages();
  const list = listOf(line.table_name);
  if (line.table_name === accountsTable) return activity.account(emailOf(line));
  if (!list)
    return line.table_name === 'website_content'
      ? (activity.documents[line.row_key] ?? activity.document(line.row_key))
      : activity.row(line.table_name);
  const { one } = messagesOf(list);
  const title = line[`after_${list.titleField}`] ?? line[`before_${list.titleField}`];
  return title?.trim() ? activity.item(one, title) : activity.untitled(one);
}

function manyOf({ table_name }: ActivityLine): string {
  const { activity } = adminMessages();
  if (table_name === accountsTable) return activity.manyAccounts;
  const list = listOf(table_name);
  return list ? messagesOf(list).many : activity.manyDocuments;
}

const emailOf = (line: ActivityLine) => line.after_email ?? line.before_email ?? line.author_email ?? '';

function ofAccount(lines: Entry['lines'], who: string): string {
  const { activity, history } = adminMessages();
  const [line] = lines;
  const own = line.author_id === line.row_key;
  const role = (name: string | null | undefined) => (name ? (activity.roles[name] ?? name) : '');
  if (line.verb === 'insert')
    return own ? activity.signedUp(who) : activity.madeAccount(who, emailOf(line), role(line.after_role));
  if (line.verb === 'delete')
    return own ? activity.removedOwn(who) : activity.removedAccount(who, emailOf(line));
  if (lines.length === 1 && line.changed?.includes('set_up')) return activity.setUp(who);
  const oldest = lines.at(-1) ?? line;
  const changes = namesOf(lines).map(name => {
    const label = activity.accountFields[name] ?? name;
    if (name === 'email') return activity.fromTo(label, oldest.before_email ?? '', line.after_email ?? '');
    if (name === 'role') return activity.fromTo(label, role(oldest.before_role), role(line.after_role));
    return label;
  });
  const whose = who === history.who.you ? activity.yourAccount : activity.ownAccount;
  return activity.changed(who, own ? whose : activity.account(line.before_email ?? emailOf(line)), changes);
}
