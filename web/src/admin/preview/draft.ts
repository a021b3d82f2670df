// What a preview is asked with: the drafts of a form, and the pages that show them. Pure but for what the document says.
import type { Document } from '../edit/document';
import type { Values } from '../edit/draft';

/** A row as it would be saved. */
export interface PreviewDraft {
  table: string;
  key: string;
  /** The columns to set; empty for a row that nobody has changed. */
  values: Document;
}

/** A public page. */
export interface Reader {
  path: string;
  name: string;
}

export type Readers = Readonly<Record<string, readonly Reader[]>>;

/** Which pages show a table, or a document as `website_content/homepage`; the server tells it with the admin's document. */
export const readers: Readers = (() => {
  const settings = globalThis.document?.getElementById('umeed-admin')?.textContent;
  return (settings && JSON.parse(settings).readers) || {};
})();

/** The pages that show any of these, each once; first the one that is most about the first. */
export function pagesOf(subjects: readonly string[], all: Readers = readers): readonly Reader[] {
  const found = new Map<string, Reader>();
  for (const page of subjects.flatMap(subject => all[subject] ?? []))
    if (!found.has(page.path)) found.set(page.path, page);
  return [...found.values()];
}

/** What of these values a page may show as text. */
export function textsOf(values: Values): string[] {
  return Object.values(values).flatMap(value => {
    if (typeof value === 'string') return isAddress(value) ? [] : [value];
    if (!Array.isArray(value)) return [];
    return value.flatMap(entry => (typeof entry === 'string' ? [entry] : textsOf(entry)));
  });
}

const isAddress = (text: string) => /^(\/|https?:)/.test(text);
