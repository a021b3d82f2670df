// Puts a document's declared fields into sections. A field that no section asks for is in the first one, so that a newly
// declared field appears without a change here.
import type { PageKey } from '../../schema.gen';
import { fieldsOfDocument, spelledOut } from '../fields/declared';
import type { Field } from '../fields/field';
import type { Section } from './content';

interface SectionTexts {
  heading?: string;
  help?: string;
}

type Texts = Readonly<Record<string, SectionTexts>>;

function section(key: string, texts: Texts, fields: readonly Field[]): Section {
  return { key, heading: texts[key]?.heading ?? spelledOut(key), help: texts[key]?.help, fields };
}

/** One section for the whole document, and one for each group of names that is set apart. */
export function inSections(
  pageKey: PageKey,
  texts: Texts,
  {
    apart = {},
    without = [],
  }: { apart?: Record<string, readonly string[]>; without?: readonly string[] } = {},
): Section[] {
  const fields = fieldsOfDocument(pageKey).filter(({ name }) => !without.includes(name));
  const setApart = Object.values(apart).flat();
  return [
    section(
      pageKey,
      texts,
      fields.filter(({ name }) => !setApart.includes(name)),
    ),
    ...Object.entries(apart).map(([key, names]) =>
      section(
        key,
        texts,
        fields.filter(({ name }) => names.includes(name)),
      ),
    ),
  ];
}

/** One section for each part of the document that has parts itself; what has none comes first. */
export function byPart(pageKey: PageKey, texts: Texts): Section[] {
  const groups = new Map<string, Field[]>();
  for (const field of fieldsOfDocument(pageKey)) {
    const key = field.name.includes('.') ? (field.name.split('.')[0] ?? pageKey) : pageKey;
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups].map(([key, fields]) => section(key, texts, fields));
}
