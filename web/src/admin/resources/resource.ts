// What a list of the site is, as data. A table with an admin screen is one file in this folder: its screen, its place in
// the sidebar, its form or its columns, search, export and every notice are derived from it. Texts come from the
// catalogue by the table's name; kinds, limits, folders and first values from the schema.
import type { LucideIcon } from 'lucide-react';
import type { FieldMessages, ResourceMessages } from '../../messages/en/admin/lists';
import { type Rows, type TableName, tables } from '../../schema.gen';
import type { Switch } from '../api/features';
import type { Filter } from '../api/rows';
import type { Document, Json } from '../edit/document';
import { fieldOf } from '../fields/declared';
import type { Field } from '../fields/field';
import { type AdminMessages, adminMessages } from '../messages';

export type ColumnName<T extends TableName = TableName> = T extends TableName
  ? Extract<keyof Rows[T], string>
  : never;

export interface ScreenPlace {
  path: string;
  icon: LucideIcon;
  /** The sidebar is in the order of these numbers. */
  place: number;
  /** The public page that shows the rows. */
  publicPath: string;
}

interface Common<T extends TableName> {
  table: T;
  /** The column by which people know an item. */
  titleField: ColumnName<T>;
  /** The columns that a search looks into. */
  search: readonly ColumnName<T>[];
  /** Without one, the list is a part of another screen. */
  screen?: ScreenPlace;
}

export interface FieldOptions {
  /** The height of a text of several lines. */
  rows?: number;
}

export interface EditableList<T extends TableName = TableName> extends Common<T> {
  kind: 'editable';
  /** The columns of the form, in its order. */
  fields: Partial<Record<ColumnName<T>, FieldOptions>>;
  /** Items can be put in order by hand; until then visitors see them by this. */
  publicOrder?: 'created_at.asc' | 'created_at.desc';
  /** Items are made from files, many at a time, and shown as a grid. The column holds the file's address. */
  uploads?: ColumnName<T>;
  /** The column that says whether visitors see the item. */
  visibility?: ColumnName<T>;
  /** What the dashboard counts, as a thing to look after. The catalogue has the words, by the same name. */
  notes?: Record<string, Filter>;
}

export interface FollowUp<T extends TableName = TableName> {
  switch: Switch;
  /** What visitors sent besides. */
  sent: readonly ColumnName<T>[];
  /** How far staff have got: one of the values that the schema names. */
  status: ColumnName<T>;
  notes: ColumnName<T>;
}

/** What visitors sent: staff read, search, export and delete it, and nobody rewrites it. */
export interface ReadOnlyList<T extends TableName = TableName> extends Common<T> {
  kind: 'read-only';
  columns: readonly ColumnName<T>[];
  /** The name of the exported file. */
  file: string;
  /** The dashboard tells how many are new. */
  announced?: boolean;
  /** Many can be deleted at once: those that are selected, and all that a search finds. */
  selectable?: boolean;
  /** What staff note beside each entry, while this is switched on. */
  followUp?: FollowUp<T>;
}

export type Resource = EditableList | ReadOnlyList;

type Declared<R extends { kind: string }> = Omit<R, 'kind'>;

export function editableList<T extends TableName>(declared: Declared<EditableList<T>>): EditableList {
  return { kind: 'editable', ...declared } as unknown as EditableList;
}

export function readOnlyList<T extends TableName>(declared: Declared<ReadOnlyList<T>>): ReadOnlyList {
  return { kind: 'read-only', ...declared } as unknown as ReadOnlyList;
}

/** The texts of a list: those of the catalogue, and where it has none, those made from the table's name. */
export function messagesOf({ table }: { table: string }, messages = adminMessages()): ResourceMessages {
  const own = messages.resources[table] ?? {};
  const made = messages.lists.generated(table, Object.keys(columnsOf(table)));
  return { ...made, ...own, fields: { ...made.fields, ...own.fields } };
}

export function labelOf(resource: { table: string }, column: string): FieldMessages {
  return messagesOf(resource).fields[column] ?? { label: column };
}

interface Column {
  kind: string;
  format?: string;
  maxLength?: number;
  folder?: string;
  nullable?: boolean;
  default?: Json;
  placeholder?: Json;
  oneOf?: readonly string[];
}

export function columnsOf(table: string): Record<string, Column> {
  return (tables as Record<string, { columns: Record<string, Column> }>)[table]?.columns ?? {};
}

/** Whether what was deleted can be put back for some time. */
export function isRestorable({ table }: { table: TableName }): boolean {
  return tables[table].history === 'restorable';
}

export function columnOf(table: string, name: string): Column {
  const column = columnsOf(table)[name];
  if (!column) throw new Error(`${table} has no column ${name}`);
  return column;
}

const fieldsMade = new WeakMap<EditableList, { messages: AdminMessages; fields: readonly Field[] }>();

/** The fields of a list's form. Made once for each language, since React compares them by identity. */
export function fieldsOf(resource: EditableList, messages = adminMessages()): readonly Field[] {
  const made = fieldsMade.get(resource);
  if (made?.messages === messages) return made.fields;
  const texts = messagesOf(resource, messages).fields;
  const { imageUploadFailed: failed, uploadedSave: uploaded } = messages.uploads;
  const fields = Object.entries(resource.fields).map(([column, options]) =>
    fieldOf(resource.table, column as never, {
      ...texts[column],
      ...options,
      ...(columnOf(resource.table, column).kind === 'picture' && { messages: { failed, uploaded } }),
    }),
  );
  fieldsMade.set(resource, { messages, fields });
  return fields;
}

/** A new item, stored at once: what the schema offers as placeholders, pictures included. */
export function defaultsOf(resource: EditableList): Document {
  return Object.fromEntries(
    Object.keys(resource.fields).map(name => {
      const { placeholder, default: usual = null } = columnOf(resource.table, name);
      return [name, placeholder ?? usual];
    }),
  );
}
