// The rows of a declared list, newest first, each with an editor of its own.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { notify } from '../../lib/notices';
import { deleteRow, insertRow, type Row, readPage, readRow, updateRow } from '../api/rows';
import { inWords } from '../api/words';
import { type Document, readAll } from '../edit/document';
import type { Values } from '../edit/draft';
import { Editor, type Save, type Stored } from '../edit/editor';
import { useOpen } from '../edit/open-editors';
import { emptyValues } from '../fields/field';
import { inLabels } from '../fields/labels';
import type { Resource } from '../resources/resource';
import { draftOwner } from '../session/session';

export interface Item {
  row: Row;
  editor: Editor;
}

const pageSize = 30;

export function makeItem(resource: Resource, row: Row): Item {
  const empties = emptyValues(resource.fields);
  const stored = (next: Row): Stored => ({
    values: readAll(next, empties),
    version: String(next.updated_at),
  });
  const save: Save = async (_changes, version, all) => {
    try {
      const written = await updateRow(resource.table, row.id, all as Document, version);
      if (written) return { kind: 'saved', stored: stored(written) };
      const current = await readRow(resource.table, row.id);
      return { kind: 'changed', stored: current && stored(current) };
    } catch (error) {
      return { kind: 'failed', message: inLabels(inWords(error), resource.fields) };
    }
  };
  return { row, editor: new Editor(`${draftOwner()}/${resource.table}/${row.id}`, stored(row), save) };
}

export function useItems(resource: Resource) {
  const { table, words } = resource;
  const [items, setItems] = useState<Item[]>([]);
  const [total, setTotal] = useState(0);
  const [status, setStatus] = useState<'loading' | 'failed' | 'ready'>('loading');
  useOpen(useMemo(() => items.map(item => item.editor), [items]));

  const fail = useCallback(
    (title: string, error: unknown) => notify({ title, description: inWords(error), destructive: true }),
    [],
  );

  const load = useCallback(
    async (from: number, isCurrent: () => boolean = () => true) => {
      setStatus(from === 0 ? 'loading' : 'ready');
      try {
        const page = await readPage(table, from, pageSize);
        if (!isCurrent()) return;
        const found = page.rows.map(row => makeItem(resource, row));
        setItems(before => {
          const kept = from === 0 ? [] : before;
          const known = new Set(kept.map(item => item.row.id));
          return [...kept, ...found.filter(item => !known.has(item.row.id))];
        });
        setTotal(page.total);
        setStatus('ready');
      } catch (error) {
        if (!isCurrent()) return;
        fail(words.cannotLoad, error);
        if (from === 0) setStatus('failed');
      }
    },
    [resource, table, words, fail],
  );

  useEffect(() => {
    let current = true;
    load(0, () => current);
    return () => {
      current = false;
    };
  }, [load]);

  /** New rows stand at the top at once. */
  const show = useCallback(
    (rows: Row[]) => {
      const added = rows.map(row => makeItem(resource, row));
      setItems(before => [...added, ...before]);
      setTotal(count => count + rows.length);
    },
    [resource],
  );

  async function add(values: Values | Document = resource.fresh): Promise<Row | undefined> {
    try {
      const row = await insertRow(table, values as Document);
      show([row]);
      notify({ title: words.added });
      return row;
    } catch (error) {
      fail(words.cannotAdd, error);
      return undefined;
    }
  }

  function drop(id: string) {
    const gone = items.find(item => item.row.id === id);
    gone?.editor.undo(); // so that nothing of it is kept as unsaved
    setItems(before => before.filter(item => item.row.id !== id));
    setTotal(count => count - 1);
  }

  async function remove(id: string): Promise<boolean> {
    try {
      await deleteRow(table, id);
    } catch (error) {
      fail(words.cannotDelete, error);
      return false;
    }
    drop(id);
    notify({ title: words.deleted });
    return true;
  }

  return {
    items,
    total,
    status,
    add,
    show,
    drop,
    remove,
    again: () => load(0),
    more: () => load(items.length),
  };
}
