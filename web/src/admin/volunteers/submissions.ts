// One page of the submissions at a time: a hundred thousand of them cost no more than fifty.
import { useCallback, useEffect, useState } from 'react';
import { notify } from '../../lib/notices';
import { deleteRow, type Row, readPage } from '../api/rows';
import { inWords } from '../api/words';
import { volunteers } from '../resources/volunteers';

export const pageSize = 50;

const { table, words } = volunteers;

export function useSubmissions() {
  const [page, setPage] = useState(0);
  const [rows, setRows] = useState<Row[]>([]);
  const [total, setTotal] = useState(0);
  const [status, setStatus] = useState<'loading' | 'failed' | 'ready'>('loading');
  const [turning, setTurning] = useState(false);

  const load = useCallback(async (wanted: number) => {
    setTurning(true);
    try {
      const found = await readPage(table, wanted * pageSize, pageSize);
      // The last row of the last page is gone: there is a page before it.
      if (found.rows.length === 0 && wanted > 0) return void (await load(wanted - 1));
      setRows(found.rows);
      setTotal(found.total);
      setPage(wanted);
      setStatus('ready');
    } catch (error) {
      notify({ title: words.cannotLoad, description: inWords(error), destructive: true });
      setStatus(before => (before === 'ready' ? 'ready' : 'failed'));
    } finally {
      setTurning(false);
    }
  }, []);

  useEffect(() => {
    load(0);
  }, [load]);

  async function remove(id: string): Promise<boolean> {
    try {
      await deleteRow(table, id);
    } catch (error) {
      notify({ title: words.cannotDelete, description: inWords(error), destructive: true });
      return false;
    }
    notify({ title: words.deleted });
    await load(page);
    return true;
  }

  return { rows, total, page, status, turning, turnTo: load, remove, again: () => load(0) };
}
