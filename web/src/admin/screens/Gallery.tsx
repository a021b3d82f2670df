// The gallery differs from other lists in one thing: items are made from files, many at a time.
import { useRef } from 'react';
import { notify } from '../../lib/notices';
import { Spinner } from '../../ui/Spinner';
import { insertRows } from '../api/rows';
import { inWords } from '../api/words';
import { useWorking } from '../edit/open-editors';
import { useItems } from '../list/items';
import { ShowMore } from '../list/ShowMore';
import { Tile } from '../list/Tile';
import { gallery } from '../resources/gallery';
import { Failed } from '../shell/Failed';
import { useFocus } from '../shell/focus';
import { FileButton } from '../upload/FileButton';
import { Progress } from '../upload/Progress';
import { objectPath, removeObject } from '../upload/send';
import { useUploads } from '../upload/uploads';

export function Gallery() {
  const list = useItems(gallery);
  const { uploads, send } = useUploads(gallery.folder);
  const { words } = gallery;
  const frame = useRef<HTMLDivElement>(null);
  const focus = useFocus(frame);
  useWorking(uploads.length > 0);

  async function onFiles(files: File[]) {
    const results = await Promise.all(files.map(send));
    const urls = results.flatMap(result =>
      typeof result === 'object' && 'url' in result ? [result.url] : [],
    );
    const failed = results.find(result => typeof result === 'object' && 'failed' in result);
    if (urls.length > 0 && !(await store(urls))) return;
    if (failed)
      notify({
        title: 'An upload failed',
        description: inWords((failed as { failed: unknown }).failed),
        destructive: true,
      });
    else if (urls.length > 0)
      notify({
        title: words.added,
        description: `${urls.length} new ${urls.length === 1 ? 'image' : 'images'} added.`,
      });
  }

  async function store(urls: string[]): Promise<boolean> {
    try {
      list.show(
        await insertRows(
          gallery.table,
          urls.map(image_url => ({ image_url, ...gallery.fresh })),
        ),
      );
      return true;
    } catch (error) {
      notify({ title: words.cannotAdd, description: inWords(error), destructive: true });
      return false;
    }
  }

  async function remove(id: string, url: string) {
    const at = list.items.findIndex(item => item.row.id === id);
    const neighbour = list.items[at + 1] ?? list.items[at - 1];
    if (!(await list.remove(id))) return;
    focus(`[data-item="${neighbour?.row.id}"]`, 'input[type=file]');
    // The row goes first: a picture without a row is waste, a row without a picture is a broken page.
    const path = objectPath(url);
    const problem = path && (await removeObject(path).catch(inWords));
    if (problem) console.error(`The file ${path} could not be removed: ${problem}`);
  }

  return (
    <div ref={frame}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-soft">
          {list.status === 'ready' &&
            `${list.total.toLocaleString('en')} ${list.total === 1 ? words.one : words.many}`}
        </p>
        <FileButton multiple primary disabled={list.status !== 'ready'} onFiles={onFiles}>
          {words.add}
        </FileButton>
      </div>
      {uploads.length > 0 && (
        <ul className="mb-5 grid grid-cols-1 gap-3 sm:grid-cols-2" aria-label="Uploads">
          {uploads.map(upload => (
            <li
              key={upload.id}
              className="flex items-center gap-3 rounded-soft border border-hairline bg-surface p-2"
            >
              <img
                src={upload.preview}
                alt=""
                className="size-16 shrink-0 rounded-soft bg-sand object-cover"
              />
              <div className="min-w-0 flex-1">
                <Progress upload={upload} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {list.status === 'loading' && (
        <div className="grid min-h-48 place-items-center text-emerald">
          <Spinner />
        </div>
      )}
      {list.status === 'failed' && (
        <Failed text="The gallery could not be loaded. Please try again later." onAgain={list.again} />
      )}
      {list.status === 'ready' && list.items.length === 0 && (
        <p className="girih-fade girih rounded-soft border border-hairline bg-surface p-8 text-ink-soft">
          No images yet. Choose several at once with “{words.add}”.
        </p>
      )}
      {list.status === 'ready' && (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {list.items.map(item => (
            <Tile
              key={item.row.id}
              resource={gallery}
              item={item}
              onRemove={() => remove(item.row.id, String(item.row.image_url))}
            />
          ))}
        </ul>
      )}
      {list.status === 'ready' && <ShowMore left={list.total - list.items.length} onMore={list.more} />}
    </div>
  );
}
