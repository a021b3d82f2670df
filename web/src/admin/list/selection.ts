// Which rows of a page are selected, and deleting many at once: a question comes first, and Undo after it.
import { useRef, useState } from 'react';
import { type Notice, notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { queryClient } from '../api/query-client';
import { type Deleting, deleteFound, deleteRows, maxRowsAtOnce, newestMoment, type Row } from '../api/rows';
import { adminMessages } from '../messages';
import { messagesOf, type ReadOnlyList } from '../resources/resource';
import { ask } from '../shell/question';
import { restore } from './removal';

export type Selection = ReturnType<typeof useSelection>;

export function useSelection(resource: ReadOnlyList, rows: Row[]) {
  const [on, setOn] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const stop = useRef<AbortController>(undefined);
  // What is no longer on the page is no longer selected.
  const chosen = rows.filter(row => ids.has(row.id)).map(row => row.id);

  function turn(next: boolean) {
    setOn(next);
    setIds(new Set());
  }

  const fail = (error: unknown, undo?: Notice['action']) => {
    const description = errorMessage(error);
    notify({ title: messagesOf(resource).cannotDelete, description, destructive: true, action: undo });
  };

  async function remove(
    { total, title, text }: { total: number; title: string; text: string },
    onRestored: () => void,
    work: (deleting: Deleting) => Promise<void>,
  ): Promise<boolean> {
    const texts = adminMessages().lists.select;
    if (!(await ask({ title, text, yes: texts.yes(total) }))) return false;
    setProgress({ done: 0, total });
    stop.current = new AbortController();
    const { signal } = stop.current;
    let done = 0;
    const kept: Row[] = [];
    const onGone = (count: number, gone: Row[]) => {
      done += count;
      kept.push(...gone);
      setProgress({ done, total });
    };
    // Also what went before a stop or a failure can come back.
    const undo = () =>
      kept.length > 0
        ? {
            label: adminMessages().lists.undo,
            onAction: () => restore(resource, kept, onRestored),
          }
        : undefined;
    try {
      await work({ signal, onGone });
      notify({ title: texts.done(done), action: undo() });
    } catch (error) {
      if (signal.aborted) notify({ title: texts.done(done), action: undo() });
      else fail(error, undo());
    }
    setProgress(undefined);
    turn(false);
    await queryClient.invalidateQueries({ queryKey: [resource.table] });
    return true;
  }

  return {
    on,
    turn,
    chosen,
    progress,
    stop: () => stop.current?.abort(),
    has: (id: string) => ids.has(id),
    toggle(id: string) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    all: rows.length > 0 && chosen.length === rows.length,
    toggleAll: () => setIds(new Set(chosen.length === rows.length ? [] : rows.map(row => row.id))),
    removeChosen(onRestored: () => void): Promise<boolean> {
      const { length: total } = chosen;
      const { question, text } = adminMessages().lists.select;
      return remove({ total, title: question(total), text: text(total) }, onRestored, async ({ onGone }) => {
        const gone = await deleteRows(resource.table, chosen);
        onGone(gone.length, gone);
      });
    },
    /** Everything that the search finds; what comes in after this moment stays. */
    async removeFound(search: string, total: number, onRestored: () => void): Promise<boolean> {
      const until = await newestMoment(resource.table).catch(error => fail(error));
      if (!until) return false;
      const { question, questionFinal, textFound, textFoundFinal } = adminMessages().lists.select;
      // More than fit into one request are not brought down first only to be put back.
      const keep = total <= maxRowsAtOnce;
      const found = { text: search, columns: resource.search, until, keep };
      const asked = keep
        ? { total, title: question(total), text: textFound(total, search) }
        : { total, title: questionFinal(total), text: textFoundFinal(total, search) };
      return remove(asked, onRestored, deleting => deleteFound(resource.table, found, deleting));
    },
  };
}
