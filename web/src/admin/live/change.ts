// A change that somebody made to a row, as the server tells it, and many of them made one. Pure.
import { type TableName, tables } from '../../schema.gen';
import type { Document } from '../edit/document';

export interface Change {
  verb: 'INSERT' | 'UPDATE' | 'DELETE';
  key: string;
  /** As it is now stored; undefined when it is gone. */
  row?: Document;
}

/** What the official client hands over. */
export interface ChangeMessage {
  eventType: Change['verb'];
  table: string;
  new: Document;
  old: Document;
  errors: unknown;
}

/** Undefined when it does not say enough: then the row was too long to be told, and has to be read. */
export function changeOf({ eventType, table, new: row, old, errors }: ChangeMessage): Change | undefined {
  const name = tables[table as TableName]?.key ?? 'id';
  const key = (eventType === 'DELETE' ? old : row)?.[name];
  if (typeof key !== 'string') return undefined;
  if (eventType === 'DELETE') return { verb: eventType, key };
  return Array.isArray(errors) && errors.length > 0 ? undefined : { verb: eventType, key, row };
}

/** One change a row, which leads to the same: the last one counts, and what came and went was never there. */
export function merged(changes: readonly Change[]): Change[] {
  const byKey = new Map<string, Change>();
  for (const change of changes) {
    const before = byKey.get(change.key);
    byKey.delete(change.key);
    if (before?.verb === 'INSERT' && change.verb === 'DELETE') continue;
    // What was new to us a moment ago still is; what was deleted and put back is one that changed.
    const verb =
      change.verb === 'UPDATE' && before?.verb === 'INSERT'
        ? 'INSERT'
        : change.verb === 'INSERT' && before?.verb === 'DELETE'
          ? 'UPDATE'
          : change.verb;
    byKey.set(change.key, { ...change, verb });
  }
  return [...byKey.values()];
}
