// What a list of the site is, as data. Lists, forms, uploads, saving, deleting and every notice are derived from this.
import type { Document } from '../edit/document';
import type { Field, PictureField } from '../fields/field';

export interface Resource {
  table: string;
  fields: readonly Field[];
  /** The field by which people know an item. */
  known: string;
  /** A new item, stored at once. */
  fresh: Document;
  words: {
    heading: string;
    /** 'project': for sentences. */
    one: string;
    many: string;
    add: string;
    added: string;
    saved: string;
    deleted: string;
    cannotLoad: string;
    cannotAdd: string;
    cannotSave: string;
    cannotDelete: string;
    /** What deleting an item does, for the question before it. */
    deleting: string;
  };
}

/** A picture of a list's item. */
export function picture(
  name: string,
  label: string,
  folder: string,
  shape: PictureField['shape'],
  help?: string,
): PictureField {
  return {
    kind: 'picture',
    name,
    label,
    folder,
    shape,
    help,
    words: { failed: 'Image upload failed', uploaded: "Don't forget to save your changes." },
  };
}
