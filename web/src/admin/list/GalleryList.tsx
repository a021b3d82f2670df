// A list whose items are made from files, many at a time, shown as a grid of pictures.
import { ArrowUpDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { insertRows, readRowsWith } from '../api/rows';
import { DraftOffer } from '../edit/DraftOffer';
import { NewRows } from '../live/NewRows';
import { useAdminMessages } from '../messages';
import { columnOf, defaultsOf, type EditableList, messagesOf } from '../resources/resource';
import { draftOwner } from '../session/session';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { hasFocus, useFocus } from '../shell/focus';
import { FileButton } from '../upload/FileButton';
import { LostUploads } from '../upload/LostUploads';
import { type OnSettled, useUploadQueue } from '../upload/queue';
import { objectPath, removeObject } from '../upload/send';
import type { WaitingFile } from '../upload/unfinished';
import { DescribePrompt } from './DescribePrompt';
import { type Item, useItems } from './items';
import { Empty, Loading } from './ListStates';
import { useOffered } from './offers';
import { PublicOrder } from './PublicOrder';
import { ReorderView } from './ReorderView';
import { SaveAllBar } from './SaveAllBar';
import { SearchBox, useSearch } from './SearchBox';
import { ShowMore } from './ShowMore';
import { Tile } from './Tile';
import { UploadList } from './UploadList';

/** A search is worth its place from here on. */
const worthSearching = 12;

export function GalleryList({ resource }: { resource: EditableList }) {
  const { lists, uploads } = useAdminMessages();
  const messages = messagesOf(resource);
  const search = useSearch();
  const list = useItems(resource, search.text);
  const offered = useOffered(list.items);
  const [reordering, setReordering] = useState(false);
  /** What was uploaded on this visit. */
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const fresh = useMemo(() => list.items.filter(({ row }) => added.has(row.id)), [list.items, added]);
  const tried = useRef(new Set<string>());
  const frame = useRef<HTMLDivElement>(null);
  const focus = useFocus(frame);
  const picture = resource.uploads ?? '';
  const folder = columnOf(resource.table, picture).folder ?? '';

  const place = `${draftOwner()}/${resource.table}`;
  const goTo = (id: string | undefined) => focus(`[data-item="${id}"] input[type=text]`);

  const queue = useUploadQueue({
    folder,
    place,
    store: async url => {
      // Where only the answer was lost, the row is there: a second try must not make another.
      const there = tried.current.has(url) ? await readRowsWith(resource.table, picture, [url]) : [];
      tried.current.add(url);
      const row = { ...defaultsOf(resource), [picture]: url };
      const rows = there.length > 0 ? there : await insertRows(resource.table, [row]);
      list.show(rows);
      setAdded(before => new Set([...before, ...rows.map(row => row.id)]));
    },
    onSettled: announce,
  });
  const uploading = queue.items.some(item => item.state !== 'failed' && item.state !== 'done');

  /** Told once for all files that were chosen together, when the last of them has landed or failed. */
  function announce({ done, failed }: Parameters<OnSettled>[0]) {
    const { uploaded, someUploaded, uploadFailed } = lists.gallery;
    if (failed.length === 0) {
      if (done.length > 0) notify({ title: messages.added, description: uploaded(done.length) });
      return;
    }
    // The database's own message is about all of them; a picture that was not sent is called by its name.
    const unstored = failed.every(item => item.failedAt === 'storing');
    const reasons = unstored
      ? [...new Set(failed.map(item => item.message))].join(' ')
      : uploads.failures(failed.map(({ name, message = '' }) => ({ name, message })));
    notify({
      title: unstored ? messages.cannotAdd : uploadFailed,
      description: done.length > 0 ? `${reasons} ${someUploaded(done.length)}` : reasons,
      destructive: true,
    });
  }

  /** The rows of a closed tab whose answer never came. */
  async function landed(files: WaitingFile[]): Promise<ReadonlySet<string>> {
    const urls = files.flatMap(({ url }) => url ?? []);
    const rows = urls.length > 0 ? await readRowsWith(resource.table, picture, urls) : [];
    return new Set(rows.map(row => String(row[picture])));
  }

  async function remove({ row }: Item) {
    const at = list.items.findIndex(item => item.row.id === row.id);
    const neighbour = list.items[at + 1] ?? list.items[at - 1];
    if (!(await list.remove(row.id, { final: true }))) return;
    focus(`[data-item="${neighbour?.row.id}"]`, '[data-upload] button');
    // The row goes first: a picture without a row is waste, a row without a picture is a broken page.
    const path = objectPath(String(row[picture]));
    const problem = path && (await removeObject(path).catch(errorMessage));
    if (problem) console.error(lists.gallery.gone(path, problem));
  }

  async function putBack({ row }: Item) {
    await list.putBack(row.id);
    const item = `[data-item="${row.id}"]`;
    if (!hasFocus(frame, item)) focus(item);
  }

  if (reordering)
    return (
      <div ref={frame}>
        <ReorderView
          resource={resource}
          onDone={() => {
            setReordering(false);
            focus('[data-reorder]');
          }}
        />
      </div>
    );

  return (
    <div ref={frame} data-list={resource.table}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p className="min-h-lh text-sm text-ink-soft" role="status">
          {list.status === 'ready' &&
            list.total !== undefined &&
            (search.text ? lists.found(list.total) : list.total > 0 && messages.total(list.total))}
        </p>
        <div className="flex flex-wrap gap-2">
          {(list.total ?? list.items.length) > 1 && !uploading && (
            <Action variant="outline" data-reorder onClick={() => setReordering(true)}>
              <ArrowUpDown className="size-4" aria-hidden="true" />
              {lists.reorder.button}
            </Action>
          )}
          <span data-upload>
            <FileButton
              multiple
              primary
              disabled={list.status !== 'ready'}
              describedBy={`${resource.table}-visible`}
              onFiles={queue.add}
            >
              {messages.add}
            </FileButton>
          </span>
        </div>
        <p id={`${resource.table}-visible`} className="basis-full text-xs text-ink-soft">
          {messages.visibleAtOnce}
          <PublicOrder resource={resource} />
        </p>
      </div>
      <LostUploads place={place} landed={landed} className="mb-5" />
      <UploadList
        items={queue.items}
        onRetry={queue.retry}
        onRetryAll={() => {
          queue.retryAll();
          focus('[data-upload] button');
        }}
        onDismiss={queue.dismiss}
      />
      <DraftOffer
        className="mb-5"
        states={offered.map(({ editor }) => editor.snapshot())}
        say={time => lists.gallery.drafts(offered.length, time)}
        onBroughtBack={() => goTo(offered[0]?.row.id)}
      />
      {!uploading && <DescribePrompt resource={resource} items={fresh} onGo={goTo} />}
      {((list.total ?? 0) > worthSearching || search.typed) && (
        <SearchBox search={search} many={messages.many} />
      )}
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
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {list.items.map(item => (
          <Tile
            key={item.row.id}
            resource={resource}
            item={item}
            fresh={list.incoming.fresh.has(item.row.id)}
            onRemove={() => remove(item)}
            onDrop={() => list.drop(item.row.id)}
            onPutBack={() => putBack(item)}
          />
        ))}
      </ul>
      {list.hasMore && <ShowMore left={list.left} busy={list.loadingMore} onMore={list.more} />}
      <SaveAllBar resource={resource} items={list.items} />
    </div>
  );
}
