// What a screen that edits a page's words is, as data. Loading, the form, saving and every notice are derived from this.
import type { Document } from '../edit/document';
import type { Field } from '../fields/field';

export interface Section {
  heading: string;
  help?: string;
  fields: readonly Field[];
}

export interface ContentDocument {
  /** The row of website_content. */
  pageKey: string;
  /** Some documents name their own parts; those are asked. */
  sections: readonly Section[] | ((content: Document) => Section[]);
  cannotLoad: string;
}

export interface ContentForm {
  /** Several documents may share one form and one button. */
  documents: readonly ContentDocument[];
  save: string;
  saved: { title: string; description?: string };
  cannotSave: string;
  /** Stands in place of the form when it could not be loaded. */
  failed: string;
}

export function sectionsOf(document: ContentDocument, content: Document): readonly Section[] {
  return typeof document.sections === 'function' ? document.sections(content) : document.sections;
}
