// The kinds of field a resource or a page may declare. A form is drawn from these alone; a new need becomes a kind or
// an option here, open to all.
import type { Entry, Value, Values } from '../edit/draft';

interface Common {
  /** A column of a row, or a place in a page's document such as 'hero.heading'. */
  name: string;
  label: string;
  /** One line that says where it shows or what to write. */
  help?: string;
}

type Warn = (value: string) => string | undefined;

export interface LineField extends Common {
  kind: 'line';
  input?: 'text' | 'email' | 'url' | 'tel';
  /** The most characters the server stores. */
  most?: number;
  warn?: Warn;
  /** Names a switch: while that is off, this field is disabled. */
  onlyWith?: string;
  /** Not to be read over a shoulder, nor remembered by the browser, nor kept among the drafts. */
  secret?: boolean;
}

export interface ParagraphField extends Common {
  kind: 'paragraph';
  rows?: number;
  most?: number;
}

export interface RichField extends Common {
  kind: 'rich';
}

export interface SwitchField extends Common {
  kind: 'switch';
}

export interface PictureField extends Common {
  kind: 'picture';
  /** The folder of the bucket that its files go to. */
  folder: string;
  shape: 'wide' | 'square' | 'mark';
  accept?: string;
  words: { failed: string; uploaded: string };
}

export interface ListField extends Common {
  kind: 'list';
  /** What one entry is called: 'phone number'. */
  entry: string;
  /** The inputs of one entry; without any, an entry is a plain line. */
  parts?: { name: string; label: string; input?: 'text' | 'url' }[];
  input?: 'text' | 'tel';
  add: string;
  fresh: Entry;
  warn?: Warn;
}

export type Field = LineField | ParagraphField | RichField | SwitchField | PictureField | ListField;

const empties: Record<Field['kind'], Value> = {
  line: '',
  paragraph: '',
  rich: '',
  switch: false,
  picture: null,
  list: [],
};

/** What each field reads as when nothing is stored. */
export function emptyValues(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map(field => [field.name, empties[field.kind]]));
}
