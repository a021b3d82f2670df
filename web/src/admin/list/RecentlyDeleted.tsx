// What was deleted from a list not long ago and can be put back, with its pictures. Closed at first, and not there at all
// when there is nothing.
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArchiveRestore, ChevronDown, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { trashDays } from '../../schema.gen';
import { cn } from '../../ui/cn';
import { recentlyDeleted } from '../activity/sentence';
import { type Line, readDeleted } from '../api/history';
import type { Row } from '../api/rows';
import { momentOf } from '../history/moment';
import { authorOf } from '../history/who';
import { useAdminMessages } from '../messages';
import { type EditableList, fieldsOf, messagesOf } from '../resources/resource';
import { Action } from '../shell/Action';
import { StoredPicture } from '../shell/StoredPicture';
import { restore } from './removal';

interface Props {
  resource: EditableList;
  heading: 'h2' | 'h3';
  /** The item is back in the list. */
  onPutBack(id: string): void;
}

const day = 24 * 60 * 60 * 1000;

export function RecentlyDeleted({ resource, heading: Heading, onPutBack }: Props) {
  const { history } = useAdminMessages();
  const messages = messagesOf(resource);
  // A link from the activity leads right here.
  const asked = useLocation().hash === `#${recentlyDeleted}`;
  const [open, setOpen] = useState(asked);
  const frame = useRef<HTMLElement>(null);
  const query = useInfiniteQuery({
    // With the table's own answers, so that deleting and putting back asks for it again.
    queryKey: [resource.table, 'deleted'],
    queryFn: ({ pageParam, signal }) => {
      const since = new Date(Date.now() - trashDays * day).toISOString();
      return readDeleted(resource.table, since, { before: pageParam, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next,
  });
  const newest = new Map<string, Line>();
  for (const line of query.data?.pages.flatMap(page => page.lines) ?? [])
    if (!newest.has(line.row_key)) newest.set(line.row_key, line);
  const lines = [...newest.values()];
  const found = lines.length > 0;
  useEffect(() => {
    if (asked && found) return keepInView(frame);
  }, [asked, found]);
  if (lines.length === 0 && !query.hasNextPage) return null;

  return (
    <section ref={frame} data-recently-deleted className="mt-10 border-t border-hairline pt-2">
      <Heading className="text-base font-semibold">
        <button
          type="button"
          aria-expanded={open}
          className="flex min-h-11 w-full items-center gap-2 text-start text-ink-soft hover:text-ink"
          onClick={() => setOpen(!open)}
        >
          <Trash2 className="size-4 shrink-0" aria-hidden="true" />
          {history.deleted}
          <ChevronDown
            className={cn('size-5 shrink-0 transition-transform', open && 'rotate-180')}
            aria-hidden="true"
          />
        </button>
      </Heading>
      {open && (
        <>
          <p className="mb-3 text-sm text-ink-soft">{history.deletedHelp(messages.many, trashDays)}</p>
          <ul className="grid gap-2">
            {lines.map(line => (
              <DeletedItem key={line.id} resource={resource} line={line} onPutBack={onPutBack} />
            ))}
          </ul>
          {query.hasNextPage && (
            <div className="mt-4 text-center">
              <Action variant="outline" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {history.olderDeleted}
              </Action>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** What is above may come later and push it down, so it is followed until the reader does something themselves. */
function keepInView(frame: RefObject<HTMLElement | null>): () => void {
  const watch = new ResizeObserver(() => frame.current?.scrollIntoView()); // also called when it begins
  watch.observe(document.body);
  const over = new AbortController();
  const end = () => {
    watch.disconnect();
    over.abort();
  };
  for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(sign, end, { passive: true, signal: over.signal });
  return end;
}

function DeletedItem({ resource, line, onPutBack }: Omit<Props, 'heading'> & { line: Line }) {
  const { history, lists } = useAdminMessages();
  const [busy, setBusy] = useState(false);
  const row = line.before as Row;
  const picture = fieldsOf(resource).find(field => field.kind === 'picture');
  const url = picture ? String(row[picture.name] ?? '') : '';
  const title = String(row[resource.titleField] ?? '') || lists.untitled(messagesOf(resource).one);

  async function putBack() {
    setBusy(true);
    await restore(resource, [row], () => onPutBack(row.id));
    setBusy(false);
  }

  return (
    <li className="flex gap-3 rounded-soft border border-hairline bg-surface p-2 sm:p-3">
      {url ? (
        <StoredPicture
          url={url}
          width={160}
          alt=""
          className="size-14 shrink-0 rounded-soft bg-sand object-cover"
        />
      ) : (
        <span className="size-14 shrink-0 rounded-soft bg-emerald-tint" />
      )}
      <div className="grid min-w-0 flex-1 gap-2 sm:flex sm:items-center sm:gap-4">
        <div className="min-w-0 flex-1">
          <p dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
            {title}
          </p>
          <p className="text-xs text-ink-soft wrap-anywhere">
            {history.deletedBy(authorOf(line), momentOf(line.created_at))}
          </p>
        </div>
        <Action
          variant="outline"
          className="justify-self-start"
          busy={busy}
          aria-label={history.putBackItem(title)}
          onClick={putBack}
        >
          {!busy && <ArchiveRestore className="size-4" aria-hidden="true" />}
          {history.putBack}
        </Action>
      </div>
    </li>
  );
}
