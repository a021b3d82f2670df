// What is stored and looks wrong, for the notice after a save and for the dashboard. Pure.
import type { PageKey } from '../../schema.gen';
import { type Document, readAll } from '../edit/document';
import type { Value, Values } from '../edit/draft';
import { fieldsOfDocument } from './declared';
import { emptyValues, type Field, partOf } from './field';

export interface FieldWarning {
  name: string;
  /** As the screen calls it. */
  label: string;
  warning: string;
}

/** Every warning about these values. */
export function warningsOf(fields: readonly Field[], values: Values): FieldWarning[] {
  return fields.flatMap(field => {
    const warning = warningOf(field, values[field.name] ?? null);
    return warning ? [{ name: field.name, label: field.label, warning }] : [];
  });
}

/** Every warning about a stored document of website_content; for example a wrong IBAN of 'donation_details'. */
export function documentWarnings(pageKey: PageKey, content: Document): FieldWarning[] {
  const fields = fieldsOfDocument(pageKey);
  return warningsOf(fields, readAll(content, emptyValues(fields)));
}

function warningOf(field: Field, value: Value): string | undefined {
  if (field.kind === 'line' && !field.secret) return field.warn?.(typeof value === 'string' ? value : '');
  if (field.kind !== 'list' || !Array.isArray(value)) return undefined;
  for (const entry of value)
    for (const part of field.parts) {
      const warning = part.warn?.(partOf(entry, part.name));
      if (warning) return warning;
    }
  return undefined;
}
