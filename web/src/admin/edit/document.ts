// Between a stored document (a row, or the nested JSON of a page) and the flat values a form works on. Pure.
import type { Value, Values } from './draft';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Document = { [key: string]: Json };

/** 'hero.heading' of a document; what is missing reads as `empty`. */
export function readPath(document: Document, path: string, empty: Value): Value {
  let found: Json | undefined = document;
  for (const key of path.split('.')) {
    found = found !== null && typeof found === 'object' && !Array.isArray(found) ? found[key] : undefined;
  }
  return found === undefined || (found === null && empty !== null) ? empty : (found as Value);
}

/** Whether the document has this place at all, be it empty. */
export function hasPath(document: Document, path: string): boolean {
  let found: Json | undefined = document;
  for (const key of path.split('.')) {
    found = found !== null && typeof found === 'object' && !Array.isArray(found) ? found[key] : undefined;
  }
  return found !== undefined;
}

/** The document with one place changed; everything else, also what we do not know, stays. */
export function writePath(document: Document, path: string, value: Value): Document {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...document, [key]: value as Json };
  const inner = document[key];
  const object = inner !== null && typeof inner === 'object' && !Array.isArray(inner) ? inner : {};
  return { ...document, [key]: writePath(object as Document, rest.join('.'), value) };
}

export function readAll(document: Document, empties: Values): Values {
  return Object.fromEntries(
    Object.entries(empties).map(([path, empty]) => [path, readPath(document, path, empty)]),
  );
}

export function writeAll(document: Document, values: Values): Document {
  return Object.entries(values).reduce((whole, [path, value]) => writePath(whole, path, value), document);
}
