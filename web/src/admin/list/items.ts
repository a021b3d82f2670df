// The rows of an editable list, newest first, each with an editor of its own. The editors outlive a search and a second
// reading, so that nothing typed is lost by either.
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { queryClient } from '../api/query-client';
import {
  insertRow,
  type Page,
  type Place,
  type Row,
  readRow,
  readRowsWith,
  type Sought,
  updateRow,
} from '../api/rows';
import { type Document, readAll } from '../edit/document';
import type { Values } from '../edit/draft';
import { Editor, type Save, type Stored } from '../edit/editor';
import { keptNames } from '../edit/kept-drafts';
import { useOpen } from '../edit/open-editors';
import { emptyValues } from '../fields/field';
import { inLabels } from '../fields/labels';
import type { Change } from '../live/change';
import { useFeed } from '../live/feed';
import { isHere } from '../live/here';
import { useIncoming } from '../live/incoming';
import { adminMessages } from '../messages';
import { defaultsOf, type EditableList, fieldsOf, messagesOf } from '../resources/resource';
import { draftOwner } from '../session/session';
import { dropCached, insertCached, type ListKey, prependCached, replaceCached, rowsKey } from './cache';
import { removeWithUndo } from './removal';
import { readPageOf, useTotal } from './total';

export interface Item {
  row: Row;
  editor: Editor;
}

const pageSize = 30;
/** So many ids fit into an address. */
const mostDrafted = 50;
const nothing: readonly Row[] = [];

const listOf = (table: string, search: string): ListKey => [table, 'list', { search }];

/** How the names of a list's drafts begin. */
const draftsOf = (table: string) => `${draftOwner()}/${table}/`;

function storedOf(resource: EditableList, row: Row): Stored {
  return { values: readAll(row, emptyValues(fieldsOf(resource))), version: String(row.updated_at) };
}

function makeEditor(resource: EditableList, row: Row): Editor {
  const { table } = resource;
  const stored = (next: Row) => storedOf(resource, next);
  const save: Save = async (_changes, version, all) => {
    try {
      const written = await updateRow(table, row.id, all as Document, version);
      if (written) {
        replaceCached(table, written);
        return { kind: 'saved', stored: stored(written) };
      }
      const current = await readRow(table, row.id);
      if (current) replaceCached(table, current);
      return { kind: 'changed', stored: current && stored(current) };
    } catch (error) {
      return { kind: 'failed', message: inLabels(errorMessage(error), fieldsOf(resource)) };
    }
  };
  return new Editor(draftsOf(table) + row.id, stored(row), save);
}

export function useItems(resource: EditableList, search: string) {
  const { table } = resource;
  const messages = messagesOf(resource);
  const editors = useRef(new Map<string, Editor>());
  /** Counts what was given up here, since an item may be shown for its unsaved work alone. */
  const [gone, setGone] = useState(0);
  /** What is being deleted here. */
  const leaving = useRef(new Set<string>());

  const list = listOf(table, search);
  const sought: Sought = { search: { text: search, columns: resource.search } };
  const query = useInfiniteQuery({
    queryKey: rowsKey(list),
    queryFn: ({ pageParam: after, signal }) =>
      readPageOf(list, { ...sought, after, count: pageSize, signal }),
    initialPageParam: undefined as Place | undefined,
    getNextPageParam: (last, pages) => (last.more ? pages.flatMap(page => page.rows).at(-1) : undefined),
    meta: { failed: messages.cannotLoad },
  });
  const total = useTotal(list, sought, { first: query.data?.pages[0] });

  const loaded = useMemo(() => query.data?.pages.flatMap(page => page.rows) ?? [], [query.data]);
  const drafted = useDrafted(table, search || !query.data ? undefined : loaded);

  const before = useRef<{ search: string; items: readonly Item[] }>({ search, items: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was given up is no longer shown
  const items = useMemo(() => {
    const unique = new Map(loaded.map(row => [row.id, row]));
    for (const row of drafted) if (!unique.has(row.id)) unique.set(row.id, row);
    const made = [...unique.values()].map((row): Item => {
      const editor = editors.current.get(row.id) ?? makeEditor(resource, row);
      editors.current.set(row.id, editor);
      return { row, editor };
    });
    return before.current.search === search
      ? withUnsaved(
          made,
          before.current.items,
          item => !leaving.current.has(item.row.id) && editors.current.get(item.row.id) === item.editor,
        )
      : made;
  }, [loaded, drafted, resource, search, gone]);
  useEffect(() => {
    before.current = { search, items: query.data ? items : [] };
  }, [search, items, query.data]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new items may have brought new editors
  useOpen(useMemo(() => [...editors.current.values()], [items]));

  // Someone else saved meanwhile.
  useEffect(() => {
    for (const { row, editor } of items) editor.follow(storedOf(resource, row));
  }, [items, resource]);

  // Unsaved work whose row is no longer in the list: is it gone?
  useEffect(() => {
    const there = new Set([...loaded, ...drafted].map(row => row.id));
    const missing = items.filter(({ row }) => !there.has(row.id));
    if (missing.length === 0 || !query.data) return;
    readRowsWith(
      table,
      'id',
      missing.slice(0, mostDrafted).map(({ row }) => row.id),
    ).then(
      rows => {
        for (const { row, editor } of missing) {
          const found = rows.find(one => one.id === row.id);
          editor.follow(found && storedOf(resource, found));
        }
      },
      () => {}, // Save will find out
    );
  }, [items, loaded, drafted, query.data, resource, table]);

  const incoming = useIncoming(loaded, {
    isEmpty: () => query.isSuccess && !search && items.length === 0,
    put: rows => insertCached(listOf(table, ''), rows),
  });
  useFeed(
    useMemo(() => [table], [table]),
    news => {
      incoming.take(news === 'missed' ? news : news.filter(one => !takeBack(one)));
      if (news !== 'missed') for (const { verb, key } of news) if (verb === 'DELETE') tellOfDeleted(key);
    },
  );

  /** What somebody put back while it is still on the screen, for what was typed into it, is no news. */
  function takeBack({ verb, key, row }: Change): boolean {
    const item = items.find(one => one.row.id === key);
    if (verb !== 'INSERT' || !row || !item) return false;
    insertCached(listOf(table, ''), [row as Row]);
    item.editor.followBack(storedOf(resource, row as Row));
    return true;
  }

  /** A form that somebody has open does not vanish without a word. */
  function tellOfDeleted(id: string) {
    const item = items.find(({ row }) => row.id === id);
    if (!item || item.editor.snapshot().unsaved.length > 0 || !isHere(table, id)) return;
    const title = String(item.row[resource.titleField] || adminMessages().lists.untitled(messages.one));
    notify({ title: adminMessages().live.deletedOpen(title) });
  }

  /** Puts stored rows at the top of the list. */
  const show = useCallback((rows: Row[]) => prependCached(table, rows), [table]);

  const adding = useMutation({
    mutationFn: (values: Document) => insertRow(table, values),
    onSuccess: row => {
      show([row]);
      notify({ title: messages.added });
    },
    meta: { failed: messages.cannotAdd },
  });

  /** Nothing asks about what was typed into it any more. */
  function discard(id: string) {
    const editor = editors.current.get(id);
    editor?.undo();
    editor?.forget();
    editors.current.delete(id);
    setGone(count => count + 1);
  }

  /** Takes an item off the screen with all that was typed into it. */
  function drop(id: string) {
    discard(id);
    dropCached(table, id);
  }

  /** Stores once more what somebody else deleted: the same row in its old place, with what was typed here. */
  async function putBack(id: string) {
    const item = items.find(one => one.row.id === id);
    if (!item) return;
    try {
      await item.editor.putBack(async values => {
        const back = await insertRow(table, { ...item.row, ...values } as Row);
        insertCached(listOf(table, ''), [back]);
        return storedOf(resource, back);
      });
      notify({ title: messages.restored });
    } catch (error) {
      notify({ title: messages.cannotRestore, description: errorMessage(error), destructive: true });
    }
    await queryClient.invalidateQueries({ queryKey: [table] });
  }

  async function remove(
    id: string,
    options: { final?: boolean; onRestored?(): void } = {},
  ): Promise<boolean> {
    const editor = editors.current.get(id);
    const { draft, unsaved } = editor?.snapshot() ?? { draft: undefined, unsaved: [] };
    leaving.current.add(id);
    const onRestored = (row: Row) => {
      leaving.current.delete(id);
      // What was typed and not saved comes back with the row.
      const back = editors.current.get(id) ?? makeEditor(resource, row);
      editors.current.set(id, back);
      for (const name of unsaved) back.change(name, draft?.values[name] ?? null);
      options.onRestored?.();
    };
    const isGone = await removeWithUndo(resource, id, { ...options, onRestored });
    if (isGone) discard(id);
    else leaving.current.delete(id);
    return isGone;
  }

  const left = (total ?? 0) - items.length;
  return {
    items,
    total,
    hasMore: query.hasNextPage,
    left: left > 0 ? left : undefined,
    status: query.data ? ('ready' as const) : query.isError ? ('failed' as const) : ('loading' as const),
    adding: adding.isPending,
    add: (values: Values | Document = defaultsOf(resource)): Promise<Row | undefined> =>
      adding.mutateAsync(values as Document).catch(() => undefined),
    show,
    incoming,
    drop,
    putBack,
    remove,
    again: () => queryClient.resetQueries({ queryKey: [table, 'list'] }),
    more: () => query.fetchNextPage(),
    loadingMore: query.isFetchingNextPage,
  };
}

/** Unsaved work stays on the screen, where it was, also when its row is no longer in the list. */
function withUnsaved(items: Item[], before: readonly Item[], isKept: (item: Item) => boolean): Item[] {
  const there = new Set(items.map(({ row }) => row.id));
  const all = [...items];
  before.forEach((item, at) => {
    const isUnsaved = item.editor.snapshot().unsaved.length > 0 || item.editor.busy;
    if (!there.has(item.row.id) && isUnsaved && isKept(item)) all.splice(at, 0, item);
  });
  return all;
}

/** Rows further down with unsaved work from before: it is offered at once, and not only when somebody gets that far. */
function useDrafted(table: string, loaded: readonly Row[] | undefined): readonly Row[] {
  const [kept] = useState(() => keptNames(draftsOf(table)).slice(0, mostDrafted));
  const missing = kept.filter(id => !loaded?.some(row => row.id === id));
  const { data } = useQuery<Page>({
    // With the list's own pages, so that what is saved or deleted is put into it too.
    queryKey: rowsKey([table, 'list', { kept }]),
    queryFn: async ({ signal }) => ({ rows: await readRowsWith(table, 'id', missing, signal), more: false }),
    enabled: loaded !== undefined && missing.length > 0,
  });
  return loaded && data ? data.rows : nothing;
}
