// What a screen that edits a page's texts is, as data. Its fields follow from the declared documents; loading, the form,
// saving and every notice follow from this.
import type { PageKey } from '../../schema.gen';
import type { Document } from '../edit/document';
import type { Field } from '../fields/field';

export interface Section {
  /** Distinguishes the sections of a form. */
  key: string;
  heading: string;
  help?: string;
  fields: readonly Field[];
}

export interface ContentDocument {
  /** The row of website_content. */
  pageKey: PageKey;
  /** The form's sections; a document may hold parts that no declaration names, so its content is asked. */
  sections(content: Document): Section[];
  cannotLoad: string;
}

export interface ContentForm {
  /** Several documents may share one form and one button. */
  documents: readonly ContentDocument[];
  save: string;
  saved: { title: string; description?: string };
  cannotSave: string;
  /** Shown in place of the form when it could not be loaded. */
  failed: string;
  /** The last changes are shown above the form: nobody must miss one. */
  watched?: boolean;
}

interface FormTexts {
  save: string;
  saved: string;
  savedMore?: string;
  cannotSave: string;
  failed: string;
}

export function contentForm(
  texts: FormTexts,
  documents: readonly ContentDocument[],
  options: Pick<ContentForm, 'watched'> = {},
): ContentForm {
  const { save, saved, savedMore, cannotSave, failed } = texts;
  return { documents, save, saved: { title: saved, description: savedMore }, cannotSave, failed, ...options };
}

export function sectionsOf(document: ContentDocument, content: Document): readonly Section[] {
  return document.sections(content);
}
