// What visitors sent, as a table with search, pages and export; on a phone one card a row.
import { useRef, useState } from 'react';
import { cn } from '../../ui/cn';
import type { Row } from '../api/rows';
import { NewRows } from '../live/NewRows';
import { useAdminMessages } from '../messages';
import { messagesOf, type ReadOnlyList as Resource } from '../resources/resource';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { useFocus } from '../shell/focus';
import { exportColumns } from './columns';
import { ExportButton } from './ExportButton';
import { exportCsv } from './export';
import { StatusFilter, useFollowUp } from './follow-up';
import { Empty, Loading } from './ListStates';
import { RecordTable } from './RecordTable';
import { useRecords } from './records';
import { SearchBox, useSearch } from './SearchBox';
import { SelectionBar } from './SelectionBar';
import { useSelection } from './selection';

export function ReadOnlyList({ resource }: { resource: Resource }) {
  const { lists } = useAdminMessages();
  const messages = messagesOf(resource);
  const search = useSearch();
  const followUp = useFollowUp(resource);
  const [status, setStatus] = useState('');
  const list = useRecords(
    resource,
    search.text,
    followUp && status ? { column: followUp.status, value: status } : undefined,
  );
  const selection = useSelection(resource, list.rows);
  const [all, setAll] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const focus = useFocus(frame);

  // How many there are without the search, which the export is about.
  const filtered = Boolean(search.text || status);
  if (!filtered && list.total !== undefined && all !== list.total) setAll(list.total);

  async function remove(row: Row, index: number) {
    const next = list.rows[index + 1] ?? list.rows[index - 1];
    const back = () => focus(`[data-row="${row.id}"] [data-delete]`);
    if (await list.remove(row.id, back)) focus(`[data-row="${next?.id}"] [data-delete]`, '[data-export]');
  }

  if (list.status === 'loading') return <Loading />;
  if (list.status === 'failed') return <Failed text={messages.loadFailed} onAgain={list.again} />;

  return (
    <div ref={frame} data-list={resource.table}>
      <div className="mb-5 flex min-h-12 flex-wrap items-center justify-between gap-3">
        <p className="min-h-lh basis-full text-sm text-ink-soft sm:basis-auto" role="status">
          {filtered ? list.total !== undefined && lists.found(list.total) : all > 0 && messages.total(all)}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          {resource.selectable && !list.isEmpty && (
            <Action
              variant="outline"
              aria-pressed={selection.on}
              disabled={selection.progress !== undefined}
              data-select
              onClick={() => selection.turn(!selection.on)}
            >
              {selection.on ? lists.select.end : lists.select.button}
            </Action>
          )}
          <ExportButton
            many={messages.many}
            file={resource.file}
            failed={messages.cannotExport}
            total={all}
            empty={all === 0}
            run={exporting => exportCsv(resource.table, exportColumns(resource, followUp), exporting)}
          />
        </div>
      </div>
      {(all > 10 || search.typed) && <SearchBox search={search} many={messages.many} />}
      {followUp && all > 0 && (
        <StatusFilter resource={resource} followUp={followUp} value={status} onChange={setStatus} />
      )}
      <NewRows
        count={list.incoming.count}
        one={messages.one}
        many={messages.many}
        onShow={() => {
          search.clear();
          setStatus('');
          list.toNewest();
          list.incoming.show();
          frame.current?.scrollIntoView();
          focus('[data-row] [data-delete]');
        }}
      />
      {list.isEmpty ? (
        <Empty>
          {search.text ? lists.nothingFound(search.text) : status ? lists.followUp.noneWith : messages.empty}
        </Empty>
      ) : (
        <div
          className={cn('rounded-soft border border-hairline bg-surface', list.turning && 'opacity-60')}
          aria-busy={list.turning}
        >
          <RecordTable
            resource={resource}
            rows={list.rows}
            fresh={list.incoming.fresh}
            onRemove={remove}
            selection={selection}
            followUp={followUp}
          />
        </div>
      )}
      {selection.on && !list.isEmpty && (
        <SelectionBar
          selection={selection}
          // All that a search finds are deleted whatever their status, so with one chosen that is not offered.
          search={status ? '' : search.text}
          total={list.total}
          onRemoved={() => focus('[data-select]', 'input[type=search]', '[data-export]')}
          onRestored={() => focus('[data-select]')}
        />
      )}
      {(list.newer || list.older) && (
        <nav aria-label={lists.pages} className="mt-5 flex flex-wrap items-center justify-between gap-3">
          <Action variant="outline" disabled={!list.newer || list.turning} onClick={list.newer}>
            {lists.newer}
          </Action>
          <p className="text-sm text-ink-soft" aria-live="polite">
            {lists.page(list.page + 1, list.pages)}
          </p>
          <Action variant="outline" disabled={!list.older || list.turning} onClick={list.older}>
            {lists.older}
          </Action>
        </nav>
      )}
    </div>
  );
}
