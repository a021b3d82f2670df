import type { Document } from '../edit/document';
import { fieldsOfDocument, undeclaredSection } from '../fields/declared';
import type { Field } from '../fields/field';
import { adminMessages } from '../messages';
import { contentForm } from './content';

const texts = adminMessages().content.about;

/** The sections the public page shows, in its order; whatever else is stored comes after them. */
export function aboutFields(content: Document): Field[] {
  const declared = fieldsOfDocument('about');
  const names = declared.map(({ name }) => name);
  const others = Object.keys(content).filter(key => !names.includes(key) && typeof content[key] === 'string');
  return [...declared, ...others.flatMap(name => undeclaredSection(name, texts) ?? [])];
}

export const about = contentForm(texts, [
  {
    pageKey: 'about',
    cannotLoad: texts.cannotLoad,
    sections: content => [{ key: 'about', ...texts.sections.about, fields: aboutFields(content) }],
  },
]);
