// The messages on the screen: read in pieces, moved from one status to another, deleted with a way back. What others do to
// them shows at once; what comes in waits until it is asked for.
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import {
  countNewMessages,
  type Message,
  messagesAtOnce,
  readMessages,
  type Status,
  setStatus,
  statuses,
} from '../api/messages';
import { queryClient } from '../api/query-client';
import { deleteRow, insertRows, type Row } from '../api/rows';
import { type News, useFeed } from '../live/feed';
import { useIncoming } from '../live/incoming';
import { adminMessages } from '../messages';

/** What is shown together: the inbox is what nobody has put away. */
export const views = {
  inbox: ['new', 'read', 'answered'],
  new: ['new'],
  read: ['read'],
  answered: ['answered'],
  archived: ['archived'],
  spam: ['spam'],
  all: statuses,
} as const satisfies Record<string, readonly Status[]>;

export type View = keyof typeof views;

const none: Message[] = [];

const table = 'messages';
const followed = [table];
const nothing: string[] = [];
const readAgain = () => queryClient.invalidateQueries({ queryKey: [table, 'inbox'] });

export function useMessagesOf(view: View, search: string) {
  const query = useInfiniteQuery({
    queryKey: [table, 'inbox', view, search],
    queryFn: ({ pageParam, signal }) =>
      readMessages({ statuses: views[view], search, after: pageParam, signal }),
    initialPageParam: undefined as Message | undefined,
    getNextPageParam: last => (last.length === messagesAtOnce ? last.at(-1) : undefined),
    meta: { failed: adminMessages().inbox.cannotLoad },
  });
  const messages = query.data?.pages.flat() ?? none;
  const incoming = useIncoming(messages as unknown as Row[], {
    isEmpty: () => view === 'inbox' && !search && messages.length === 0,
    put: readAgain,
  });
  useFeed(followed, news => {
    follow(news);
    incoming.take(news);
  });
  return {
    messages,
    incoming,
    status: query.data ? ('ready' as const) : query.isError ? ('failed' as const) : ('loading' as const),
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    more: () => query.fetchNextPage(),
    again: () => query.refetch(),
  };
}

export function useNewCount(enabled = true): number | undefined {
  useFeed(enabled ? followed : nothing);
  return useQuery({
    queryKey: [table, 'new'],
    queryFn: ({ signal }) => countNewMessages(signal),
    enabled,
  }).data;
}

type Shown = InfiniteData<Message[], Message | undefined>;

/** What others moved or deleted. */
function follow(news: News) {
  if (news === 'missed') return; // then all is read again
  for (const { verb, key, row } of news) {
    if (verb === 'UPDATE' && row) putStatus(key, row.status as Status);
    if (verb === 'DELETE') putStatus(key);
  }
}

/** Changes what is on the screen at once; where it no longer belongs, it goes. Without a status it is gone. */
function putStatus(id: string, status?: Status) {
  for (const [key, data] of queryClient.getQueriesData<Shown>({ queryKey: [table, 'inbox'] })) {
    const view: readonly Status[] = views[key[2] as View] ?? [];
    const change = (message: Message) =>
      message.id !== id ? [message] : status && view.includes(status) ? [{ ...message, status }] : [];
    if (data)
      queryClient.setQueryData<Shown>(key, { ...data, pages: data.pages.map(page => page.flatMap(change)) });
  }
}

async function store(message: Message, status: Status): Promise<boolean> {
  const { inbox } = adminMessages();
  try {
    if (await setStatus(message.id, status)) {
      putStatus(message.id, status);
      queryClient.invalidateQueries({ queryKey: [table, 'new'] });
      return true;
    }
    notify({ title: inbox.cannotMove, description: inbox.gone, destructive: true });
  } catch (error) {
    notify({ title: inbox.cannotMove, description: errorMessage(error), destructive: true });
  }
  queryClient.invalidateQueries({ queryKey: [table] });
  return false;
}

/** A message that was opened has been read. Nothing is said about it. */
export async function markRead(message: Message) {
  if (message.status === 'new') await store(message, 'read');
}

export async function move(message: Message, status: Status): Promise<boolean> {
  const { inbox } = adminMessages();
  const before = message.status as Status;
  if (!(await store(message, status))) return false;
  const takeBack = async () => {
    if (await store(message, before)) queryClient.invalidateQueries({ queryKey: [table] });
  };
  notify({
    title: inbox.moved(inbox.statuses[status]),
    description: message.name,
    action: { label: inbox.undo, onAction: takeBack },
  });
  return true;
}

export async function remove(message: Message): Promise<boolean> {
  const { inbox } = adminMessages();
  let row: Row | undefined;
  try {
    row = await deleteRow(table, message.id);
  } catch (error) {
    notify({ title: inbox.cannotDelete, description: errorMessage(error), destructive: true });
    return false;
  }
  notify({
    title: inbox.deleted,
    description: message.name,
    ...(row && { action: { label: inbox.undo, onAction: () => restore(row) } }),
  });
  await queryClient.invalidateQueries({ queryKey: [table] });
  return true;
}

async function restore(row: Row) {
  const { inbox } = adminMessages();
  try {
    await insertRows(table, [row]);
    notify({ title: inbox.restored });
  } catch (error) {
    notify({ title: inbox.cannotRestore, description: errorMessage(error), destructive: true });
  }
  await queryClient.invalidateQueries({ queryKey: [table] });
}
