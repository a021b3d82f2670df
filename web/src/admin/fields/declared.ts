// Fields derived from the declared tables and documents: their kind, limit, folder and defaults are said once, by the
// server. Labels and help come from the catalogue; a key without a label is read with spaces for underscores.
import type { FieldText } from '../../messages/en/admin/content';
import { documents, type PageKey, type Rows, type TableName, tables } from '../../schema.gen';
import type { Entry } from '../edit/draft';
import { adminMessages } from '../messages';
import type { Field, ListField, ListPart, TextOptions } from './field';
import { cleanMap, refuseMap, warnMap } from './map';
import { platformOf, platforms } from './platforms';
import { cleanLink, warnIban, warnLink, warnPhone, warnRecipient, warnSwift } from './warnings';

/** The generated declarations, read without their exact values. */
interface Declared {
  kind: string;
  format?: string;
  maxLength?: number;
  default?: string | boolean;
  folder?: string;
  maxEntries?: number;
  of?: Declared;
  parts?: Readonly<Record<string, Declared>>;
}

export interface Texts {
  fields?: Readonly<Record<string, FieldText>>;
  /** The labels of a list's inputs. */
  parts?: Readonly<Record<string, Readonly<Record<string, FieldText>>>>;
}

/** 'annual_report_note' → 'annual report note' */
export function spelledOut(key: string): string {
  return key.replaceAll('_', ' ');
}

type Column<Table extends TableName> = keyof Rows[Table] & string;

/** The field for one column of a table. */
export function fieldOf<Table extends TableName>(
  table: Table,
  column: Column<Table>,
  overrides: Partial<Field> = {},
): Field {
  const declared = (tables[table].columns as Readonly<Record<string, Declared>>)[column];
  const field = declared && toField(column, declared, {});
  if (!field) throw new Error(`${table}.${column} is not a column that people edit`);
  const { imageUploadFailed, uploadedSave } = adminMessages().uploads;
  const messages = field.kind === 'picture' && {
    messages: { failed: imageUploadFailed, uploaded: uploadedSave },
  };
  return { ...field, ...messages, ...overrides } as Field;
}

/** Every field of a document, in the order declared; nested ones are named by their path. */
export function fieldsOfDocument(pageKey: PageKey, texts: Texts = textsOf(pageKey)): Field[] {
  return walk(documents[pageKey].parts as Readonly<Record<string, Declared>>, '', texts);
}

/** A part of a document that no declaration names; only documents made of sections have such. */
export function undeclaredSection(name: string, texts: Texts): Field | undefined {
  return toField(name, { kind: 'html' }, texts.fields?.[name] ?? {});
}

/** The texts for a document's fields. The footer's social links have a screen of their own. */
function textsOf(pageKey: PageKey): Texts {
  const { content } = adminMessages();
  const own: Texts = content[pageKey];
  if (pageKey !== 'footer') return own;
  return {
    fields: { ...own.fields, ...content.social.fields },
    parts: { ...own.parts, ...content.social.parts },
  };
}

function walk(parts: Readonly<Record<string, Declared>>, prefix: string, texts: Texts): Field[] {
  return Object.entries(parts).flatMap(([key, declared]) => {
    const name = prefix + key;
    if (declared.kind === 'object' && declared.parts) return walk(declared.parts, `${name}.`, texts);
    const field = toField(name, declared, texts.fields?.[name] ?? {}, texts.parts?.[name]);
    return field ? [field] : [];
  });
}

function toField(
  name: string,
  declared: Declared,
  text: FieldText,
  partTexts?: Readonly<Record<string, FieldText>>,
): Field | undefined {
  const common = { name, label: text.label ?? spelledOut(name.split('.').at(-1) ?? name), help: text.help };
  const { maxLength, folder, of } = declared;
  switch (declared.kind) {
    case 'html':
      return { ...common, kind: 'rich', maxLength };
    case 'flag':
      return { ...common, kind: 'switch' };
    case 'picture':
      return { ...common, kind: 'picture', folder: folder ?? '' };
    case 'list':
      return of && { ...common, ...listOf(declared, of, text, partTexts ?? {}) };
    case 'text':
      if (declared.format === 'timeZone') return { ...common, kind: 'timeZone' };
      if (declared.format === 'paragraph') return { ...common, kind: 'paragraph', maxLength };
      return { ...common, kind: 'line', ...textOptions(declared), secret: declared.format === 'secret' };
    case 'link':
    case 'map':
      return { ...common, kind: 'line', ...textOptions(declared) };
    default:
      return undefined; // keys and times are the server's
  }
}

function listOf(
  { maxEntries = 50 }: Declared,
  of: Declared,
  text: FieldText,
  partTexts: Readonly<Record<string, FieldText>>,
): Omit<ListField, 'name' | 'label' | 'help'> {
  const { content } = adminMessages();
  const entry = text.entry ?? content.entry;
  const named = of.kind === 'object' ? Object.entries(of.parts ?? {}) : [];
  const parts: ListPart[] = named.map(([name, declared]) => ({
    ...textOptions(declared),
    name,
    label: partTexts[name]?.label ?? spelledOut(name),
    ...(name === 'platform' && { suggestions: platforms, guess: { from: 'url', read: platformOf } }),
  }));
  const defaults: Entry =
    named.length > 0
      ? Object.fromEntries(named.map(([name, declared]) => [name, String(declared.default ?? '')]))
      : String(of.default ?? '');
  return {
    kind: 'list',
    entry,
    add: text.add ?? content.add,
    parts: named.length > 0 ? parts : [{ ...textOptions(of), name: '', label: entry }],
    defaults,
    maxEntries,
  };
}

function textOptions({ kind, format, maxLength, default: standard }: Declared): TextOptions {
  if (kind === 'map') return { input: 'url', maxLength, clean: cleanMap, warn: warnMap, refuse: refuseMap };
  if (kind === 'link') {
    // Where a path on this site is the usual thing, the browser must not insist on a whole address.
    const mayBePath = typeof standard === 'string' && standard.startsWith('/');
    const input = mayBePath ? ({ input: 'text', inputMode: 'url' } as const) : ({ input: 'url' } as const);
    return { ...input, maxLength, clean: cleanLink, warn: warnLink };
  }
  const byFormat: Record<string, TextOptions> = {
    email: { input: 'email' },
    recipient: { input: 'email', warn: warnRecipient, refuse: warnRecipient },
    phone: { input: 'tel', warn: warnPhone },
    iban: { warn: warnIban },
    swift: { warn: warnSwift },
  };
  return { maxLength, ...byFormat[format ?? ''] };
}
