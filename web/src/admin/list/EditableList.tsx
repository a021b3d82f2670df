// A declared list that staff edit: add at the top, one card an item, search, more on demand, an order by hand.
import { ArrowUpDown, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DraftOffer } from '../edit/DraftOffer';
import { NewRows } from '../live/NewRows';
import { useAdminMessages } from '../messages';
import { isRestorable, messagesOf, type EditableList as Resource } from '../resources/resource';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { hasFocus, useFocus } from '../shell/focus';
import { ItemCard } from './ItemCard';
import { useItems } from './items';
import { Empty, Loading } from './ListStates';
import { useOffered } from './offers';
import { PublicOrder } from './PublicOrder';
import { RecentlyDeleted } from './RecentlyDeleted';
import { ReorderView } from './ReorderView';
import { SearchBox, useSearch } from './SearchBox';
import { ShowMore } from './ShowMore';
import { narrow, useMedia } from './use-media';

/** Up to here every item stands open on a wide screen. */
export const mostOpen = 10;

interface Props {
  resource: Resource;
  /** The list is a part of a screen rather than the whole of it. */
  part?: boolean;
}

export function EditableList({ resource, part }: Props) {
  const { lists } = useAdminMessages();
  const messages = messagesOf(resource);
  const search = useSearch();
  const list = useItems(resource, search.text);
  const offered = useOffered(list.items);
  const together = offered.length > 1;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [reordering, setReordering] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const focus = useFocus(frame);
  const rows = useRows(list.status === 'ready' && !search.text ? list.total : undefined);

  const toggle = (id: string, open: boolean) =>
    setOpened(before => {
      const next = new Set(before);
      if (open) next.add(id);
      else next.delete(id);
      return next;
    });

  // Unsaved work that came back from before a reload is not hidden in a closed row.
  const met = useRef(new Set<string>());
  useEffect(() => {
    for (const { row, editor } of list.items) {
      const { unsaved, offer } = editor.snapshot();
      if (!met.current.has(row.id) && (unsaved.length > 0 || (offer && !together))) toggle(row.id, true);
      met.current.add(row.id);
    }
  });

  async function add() {
    search.clear();
    const row = await list.add();
    if (!row) return;
    toggle(row.id, true);
    focus(`[data-item="${row.id}"] input[type=text]`);
  }

  async function remove(id: string): Promise<boolean> {
    const at = list.items.findIndex(item => item.row.id === id);
    const neighbour = list.items[at + 1] ?? list.items[at - 1];
    const onRestored = () => focus(`[data-item="${id}"]`);
    const done = await list.remove(id, { onRestored });
    if (done) focus(`[data-item="${neighbour?.row.id}"]`, '[data-add-item]');
    return done;
  }

  function putBack(id: string) {
    toggle(id, true);
    const item = `[data-item="${id}"]`;
    if (!hasFocus(frame, item)) focus(item, '[data-recently-deleted] button', '[data-add-item]');
  }

  function endReordering() {
    setReordering(false);
    focus('[data-reorder]');
  }

  if (reordering)
    return (
      <div ref={frame}>
        <ReorderView resource={resource} part={part} onDone={endReordering} />
      </div>
    );

  return (
    <div ref={frame} data-list={resource.table}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div>
          {part && <h2 className="text-h3">{messages.heading}</h2>}
          <p className="min-h-lh text-sm text-ink-soft" role="status">
            {list.status === 'ready' &&
              list.total !== undefined &&
              (search.text ? lists.found(list.total) : list.total > 0 && messages.total(list.total))}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {resource.publicOrder && ((list.total ?? 0) > 1 || search.text) && (
            <Action variant="outline" data-reorder onClick={() => setReordering(true)}>
              <ArrowUpDown className="size-4" aria-hidden="true" />
              {lists.reorder.button}
            </Action>
          )}
          <Action
            variant="primary"
            busy={list.adding}
            disabled={list.status !== 'ready'}
            aria-describedby={`${resource.table}-visible`}
            data-add-item
            onClick={() => add()}
          >
            {!list.adding && <Plus className="size-4" aria-hidden="true" />}
            {messages.add}
          </Action>
        </div>
        <p id={`${resource.table}-visible`} className="basis-full text-xs text-ink-soft">
          {messages.visibleAtOnce}
          <PublicOrder resource={resource} />
        </p>
      </div>
      {together && (
        <DraftOffer
          className="mb-5"
          states={offered.map(({ editor }) => editor.snapshot())}
          say={time => lists.drafts(offered.length, messages.one, messages.many, time)}
          onBroughtBack={() => {
            for (const { row } of offered) toggle(row.id, true);
            focus(`[data-item="${offered[0]?.row.id}"]`);
          }}
        />
      )}
      {(rows.many || search.typed) && <SearchBox search={search} many={messages.many} />}
      {list.status === 'loading' && <Loading />}
      {list.status === 'failed' && <Failed text={messages.loadFailed} onAgain={list.again} />}
      {list.status === 'ready' && list.items.length === 0 && (
        <Empty>{search.text ? lists.nothingFound(search.text) : messages.empty}</Empty>
      )}
      <NewRows
        count={list.incoming.count}
        one={messages.one}
        many={messages.many}
        onShow={() => {
          search.clear();
          list.incoming.show();
          frame.current?.scrollIntoView();
          focus('[data-item]');
        }}
      />
      <div className={rows.asRows ? 'grid gap-2' : 'grid gap-5'}>
        {list.items.map(item => {
          const { id } = item.row;
          const open = opened.has(id);
          return (
            <ItemCard
              key={id}
              resource={resource}
              item={item}
              heading={part ? 'h3' : 'h2'}
              row={rows.asRows ? { open, onToggle: () => toggle(id, !open) } : undefined}
              fresh={list.incoming.fresh.has(id)}
              offeredElsewhere={together}
              onRemove={() => remove(id)}
              onDrop={() => {
                list.drop(id);
                focus('[data-add-item]');
              }}
              onPutBack={async () => {
                await list.putBack(id);
                putBack(id);
              }}
            />
          );
        })}
      </div>
      {list.hasMore && <ShowMore left={list.left} busy={list.loadingMore} onMore={list.more} />}
      {isRestorable(resource) && (
        <RecentlyDeleted resource={resource} heading={part ? 'h3' : 'h2'} onPutBack={putBack} />
      )}
    </div>
  );
}

/** Whether items are rows that open. Decided when the list is first there: adding an eleventh closes nothing. */
function useRows(total: number | undefined) {
  const isNarrow = useMedia(narrow);
  const [first, setFirst] = useState<number>();
  if (first === undefined && total !== undefined) setFirst(total);
  const many = (first ?? 0) > mostOpen;
  return { many, asRows: many || isNarrow };
}
