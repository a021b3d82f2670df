// Which rows of a page are selected, and deleting many at once. There is no Undo for many, so a question comes first.
import { useRef, useState } from 'react';
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { queryClient } from '../api/query-client';
import { type Deleting, deleteFound, deleteRows, newestMoment, type Row } from '../api/rows';
import { adminMessages } from '../messages';
import { messagesOf, type ReadOnlyList } from '../resources/resource';
import { ask } from '../shell/question';

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

  const fail = (error: unknown) =>
    notify({ title: messagesOf(resource).cannotDelete, description: errorMessage(error), destructive: true });

  async function remove(
    total: number,
    text: string,
    work: (deleting: Deleting) => Promise<number>,
  ): Promise<boolean> {
    const texts = adminMessages().lists.select;
    if (!(await ask({ title: texts.question(total), text, yes: texts.yes(total) }))) return false;
    setProgress({ done: 0, total });
    stop.current = new AbortController();
    const { signal } = stop.current;
    let done = 0;
    const onProgress = (now: number) => {
      done = now;
      setProgress({ done, total });
    };
    try {
      notify({ title: texts.done(await work({ signal, onProgress })) });
    } catch (error) {
      if (signal.aborted) notify({ title: texts.done(done) });
      else fail(error);
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
    removeChosen: () =>
      remove(chosen.length, adminMessages().lists.select.text(chosen.length), () =>
        deleteRows(resource.table, chosen),
      ),
    /** Everything that the search finds; what comes in after this moment stays. */
    async removeFound(text: string, total: number): Promise<boolean> {
      const until = await newestMoment(resource.table).catch(fail);
      if (!until) return false;
      const found = { text, columns: resource.search, until };
      return remove(total, adminMessages().lists.select.textFound(total, text), deleting =>
        deleteFound(resource.table, found, deleting),
      );
    },
  };
}
