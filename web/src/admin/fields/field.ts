// The kinds of field that a form is made of. Nearly all are derived from the declared tables and documents (declared.ts); a
// new need becomes a kind or an option here, open to all.
import type { buckets } from '../../schema.gen';
import type { Entry, Value, Values } from '../edit/draft';

interface Common {
  /** A column of a row, or a place in a page's document such as 'hero.heading'. */
  name: string;
  label: string;
  /** One line that says where it shows or what to write. */
  help?: string;
}

export type Warn = (value: string) => string | undefined;

/** What one input of text knows about its text, whether it is a field or a part of a list's entry. */
export interface TextOptions {
  input?: 'text' | 'email' | 'url' | 'tel';
  inputMode?: 'url' | 'tel';
  /** How many characters the server stores at most. */
  maxLength?: number;
  warn?: Warn;
  /** What is newly typed and of no use at all: the form is not sent until it is changed. */
  refuse?: Warn;
  /** Puts right what people usually have: on leaving the field, and when something is pasted into it. */
  clean?(text: string): string;
  /** Offered while typing; anything else may be typed too. */
  suggestions?: readonly string[];
}

export interface LineField extends Common, TextOptions {
  kind: 'line';
  /** Names a switch: while that is off, this field is disabled. */
  onlyWith?: string;
  /** Not to be read over a shoulder, nor remembered by the browser, nor kept among the drafts. */
  secret?: boolean;
}

export interface ParagraphField extends Common {
  kind: 'paragraph';
  rows?: number;
  maxLength?: number;
}

export interface RichField extends Common {
  kind: 'rich';
  maxLength?: number;
}

export interface SwitchField extends Common {
  kind: 'switch';
}

/** The name of a time zone; empty where there is none. */
export interface TimeZoneField extends Common {
  kind: 'timeZone';
}

export interface PictureMessages {
  failed: string;
  uploaded: string;
}

export interface PictureField extends Common {
  kind: 'picture';
  /** The folder of the bucket that its files go to; it also says how the site shows them (crops.ts). */
  folder: string;
  messages?: PictureMessages;
}

/** A file that people download, such as a report. Its column holds the file's address. */
export interface DocumentField extends Common {
  kind: 'document';
  bucket: keyof typeof buckets;
  folder: string;
}

export interface ListPart extends TextOptions {
  name: string;
  label: string;
  /** Can be told from another part of the entry, as a network from its address, while nobody has said otherwise. */
  guess?: { from: string; read(text: string): string | undefined };
}

export interface ListField extends Common {
  kind: 'list';
  /** What one entry is called: 'phone number'. */
  entry: string;
  /** The inputs of one entry; an entry that is a plain text has one part without a name. */
  parts: readonly ListPart[];
  add: string;
  /** A new entry. */
  defaults: Entry;
  maxEntries: number;
}

export type Field =
  | LineField
  | ParagraphField
  | RichField
  | SwitchField
  | TimeZoneField
  | PictureField
  | DocumentField
  | ListField;

const empties: Record<Field['kind'], Value> = {
  line: '',
  paragraph: '',
  rich: '',
  switch: false,
  timeZone: '',
  picture: null,
  document: null,
  list: [],
};

/** What each field reads as when nothing is stored. */
export function emptyValues(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map(field => [field.name, empties[field.kind]]));
}

/** One input's text of a list's entry. */
export function partOf(entry: Entry, part: string): string {
  return typeof entry === 'string' ? entry : (entry[part] ?? '');
}
