// The parts of the website by which activity is filtered: the admin's screens, and the accounts. Pure.
import type { ActivityLine, Filter } from '../api/activity';
import { about } from '../content/about';
import { contact, footer } from '../content/contact';
import type { ContentForm } from '../content/content';
import { donations } from '../content/donations';
import { homepage } from '../content/homepage';
import { settings } from '../content/settings';
import { testimonialsPage } from '../content/testimonials-page';
import type { Field } from '../fields/field';
import { type AdminMessages, adminMessages } from '../messages';
import { resources } from '../resources';
import { type EditableList, fieldsOf, messagesOf } from '../resources/resource';

export interface Part {
  /** In the address. */
  name: string;
  title: string;
  /** Its screen; accounts have none. */
  path?: string;
  lists: readonly EditableList[];
  forms: readonly ContentForm[];
}

export const accountsTable = 'accounts';
const contentTable = 'website_content';
const aboutPath = '/admin/manage-about';

type ScreenName = keyof AdminMessages['shell']['screens'];

const ofPages: readonly { screen: ScreenName; path: string; forms: ContentForm[] }[] = [
  { screen: 'homepage', path: '/admin/manage-homepage', forms: [homepage] },
  { screen: 'about', path: aboutPath, forms: [about] },
  { screen: 'donations', path: '/admin/manage-donations', forms: [donations] },
  { screen: 'contactFooter', path: '/admin/manage-contact-footer', forms: [contact, footer] },
  { screen: 'settings', path: '/admin/manage-settings', forms: [settings] },
];

/** The words of the page that shows a list stand below the list. */
const belowLists: Partial<Record<string, ContentForm>> = { testimonials: testimonialsPage };

/** What visitors send has no history, so it is no part. */
const lists = resources.flatMap(one => (one.kind === 'editable' ? [one] : []));

export function makeParts(messages = adminMessages()): readonly Part[] {
  const nameOf = (path: string) => path.replace(/^\/admin\/(manage-)?/, '');
  const pages = ofPages.map(
    ({ screen, path, forms }): Part => ({
      name: nameOf(path),
      title: messages.shell.screens[screen].title,
      path,
      forms,
      // A list without a screen of its own is a part of the about page.
      lists: path === aboutPath ? lists.filter(list => !list.screen) : [],
    }),
  );
  const others = lists.flatMap((list): Part[] => {
    const form = belowLists[list.table];
    if (!list.screen) return [];
    const { path } = list.screen;
    return [
      {
        name: nameOf(path),
        title: messagesOf(list, messages).title,
        path,
        lists: [list],
        forms: form ? [form] : [],
      },
    ];
  });
  const accounts = { name: accountsTable, title: messages.activity.part, lists: [], forms: [] };
  return [...pages, ...others, accounts];
}

export function filterOf(part: Part): NonNullable<Filter['part']> {
  if (part.name === accountsTable) return { tables: [accountsTable], documents: [] };
  return {
    tables: part.lists.map(({ table }) => table),
    documents: [
      ...new Set(part.forms.flatMap(form => form.documents.map(({ pageKey }) => pageKey as string))),
    ],
  };
}

/** Where a line belongs; a document that two screens share belongs to the one that has the changed field. */
export function partOf(line: ActivityLine, parts: readonly Part[]): Part | undefined {
  if (line.table_name === accountsTable) return parts.find(({ name }) => name === accountsTable);
  if (line.table_name !== contentTable)
    return parts.find(({ lists: own }) => own.some(({ table }) => table === line.table_name));
  const holding = parts.filter(({ forms }) =>
    forms.some(form => form.documents.some(({ pageKey }) => pageKey === line.row_key)),
  );
  const changed = line.changed ?? [];
  const has = (part: Part) => documentFields(line.row_key, [part]).some(({ name }) => changed.includes(name));
  return holding.find(has) ?? holding[0];
}

export function listOf(table: string): EditableList | undefined {
  return lists.find(list => list.table === table);
}

/** The fields by which people know what a line changed. */
export function fieldsOfLine(line: ActivityLine, parts: readonly Part[]): readonly Field[] {
  const list = listOf(line.table_name);
  return list ? fieldsOf(list) : documentFields(line.row_key, parts);
}

function documentFields(key: string, parts: readonly Part[]): Field[] {
  return parts
    .flatMap(({ forms }) => forms.flatMap(({ documents }) => documents))
    .filter(({ pageKey }) => pageKey === key)
    .flatMap(document => document.sections({}).flatMap(({ fields }) => fields));
}

/** The columns by which people know a row, and what is told of accounts. */
export const textColumns: readonly string[] = [
  ...new Set([...lists.map(({ titleField }) => titleField as string), 'email', 'role']),
];
