import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { classes } from '../../ui/classes';
import { Spinner } from '../../ui/Spinner';
import type { Row } from '../api/rows';
import { volunteers } from '../resources/volunteers';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { useFocus } from '../shell/focus';
import { ask } from '../shell/question';
import { ExportButton } from '../volunteers/ExportButton';
import { pageSize, useSubmissions } from '../volunteers/submissions';

export function Volunteers() {
  const list = useSubmissions();
  const { words, columns } = volunteers;
  const frame = useRef<HTMLDivElement>(null);
  const focus = useFocus(frame);

  async function remove(row: Row, index: number) {
    const sure = await ask({
      title: `Delete the entry of “${row.name}”?`,
      text: `${words.deleting} This cannot be undone.`,
      yes: 'Delete',
    });
    const next = list.rows[index + 1] ?? list.rows[index - 1];
    if (sure && (await list.remove(row.id))) focus(`[data-row="${next?.id}"] button`, '[data-export]');
  }

  if (list.status === 'loading')
    return (
      <div className="grid min-h-48 place-items-center text-emerald">
        <Spinner />
      </div>
    );
  if (list.status === 'failed')
    return (
      <Failed text="The submissions could not be loaded. Please try again later." onAgain={list.again} />
    );

  const pages = Math.max(1, Math.ceil(list.total / pageSize));
  return (
    <div ref={frame}>
      <div className="mb-5 flex min-h-12 flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft">
          {list.total > 0 &&
            `${list.total.toLocaleString('en')} ${list.total === 1 ? 'person' : 'people'}, newest first`}
        </p>
        <ExportButton total={list.total} />
      </div>
      {list.total === 0 ? (
        <p className="girih-fade girih rounded-soft border border-hairline bg-surface p-8 text-ink-soft">
          {words.empty}
        </p>
      ) : (
        <div
          className={classes('rounded-soft border border-hairline bg-surface', list.turning && 'opacity-60')}
        >
          <table className="records" aria-busy={list.turning}>
            <caption className="sr-only">Volunteer submissions, newest first</caption>
            <thead>
              <tr>
                {columns.map(column => (
                  <th key={column.label} scope="col">
                    {column.label}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row, index) => (
                <tr key={row.id} data-row={row.id}>
                  {columns.map(column => (
                    <td key={column.label} data-label={column.label} dir="auto">
                      {column.read(row) || '–'}
                    </td>
                  ))}
                  <td>
                    <button
                      type="button"
                      aria-label={`Delete the entry of ${row.name}`}
                      className="grid size-11 place-items-center rounded-soft text-ink-soft hover:bg-danger-tint hover:text-danger"
                      onClick={() => remove(row, index)}
                    >
                      <Trash2 className="size-4.5" aria-hidden="true" />
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {pages > 1 && (
        <nav aria-label="Pages" className="mt-5 flex flex-wrap items-center justify-between gap-3">
          <Action
            look="outline"
            disabled={list.page === 0 || list.turning}
            onClick={() => list.turnTo(list.page - 1)}
          >
            Newer
          </Action>
          <p className="text-sm text-ink-soft" aria-live="polite">
            Page {(list.page + 1).toLocaleString('en')} of {pages.toLocaleString('en')}
          </p>
          <Action
            look="outline"
            disabled={list.page >= pages - 1 || list.turning}
            onClick={() => list.turnTo(list.page + 1)}
          >
            Older
          </Action>
        </nav>
      )}
    </div>
  );
}
