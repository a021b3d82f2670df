// The inbox: what visitors wrote by the contact form, the newest first.
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFeatures } from '../api/features';
import type { Message } from '../api/messages';
import { control } from '../fields/FormField';
import { Empty, Loading } from '../list/ListStates';
import { SearchBox, useSearch } from '../list/SearchBox';
import { NewRows } from '../live/NewRows';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { useFocus } from '../shell/focus';
import { MessageItem } from './MessageItem';
import { useMessagesOf, useNewCount, type View, views } from './messages';

const viewNames = Object.keys(views) as View[];

export function MessageInbox() {
  const { inbox, lists, shell } = useAdminMessages();
  const [view, setView] = useState<View>('inbox');
  const search = useSearch();
  const list = useMessagesOf(view, search.text);
  const newCount = useNewCount();
  const receives = useFeatures().receive_messages === true;
  const frame = useRef<HTMLDivElement>(null);
  const focus = useFocus(frame);
  const id = useId();

  /** What was put away leaves the list; the focus goes to what follows it. */
  function leave(message: Message) {
    const at = list.messages.findIndex(one => one.id === message.id);
    const next = list.messages[at + 1] ?? list.messages[at - 1];
    focus(`[data-message="${next?.id}"] button`, `#${CSS.escape(id)}`);
  }

  return (
    <div ref={frame}>
      {!receives && (
        <p className="mb-5 rounded-soft border border-hairline bg-surface p-4 text-sm">
          {inbox.switchedOff}{' '}
          <Link to="/admin/features" className="link inline-flex min-h-11 items-center">
            {shell.screens.features.title}
          </Link>
        </p>
      )}
      <div className="mb-5 flex min-h-12 flex-wrap items-end justify-between gap-3">
        <p className="text-sm text-ink-soft" role="status">
          {newCount !== undefined && inbox.newOnes(newCount)}
        </p>
        <div className="flex items-center gap-3">
          <label htmlFor={id} className="text-sm font-semibold">
            {inbox.show}
          </label>
          <select
            id={id}
            className={`${control} w-auto!`}
            value={view}
            onChange={event => setView(event.target.value as View)}
          >
            {viewNames.map(name => (
              <option key={name} value={name}>
                {inbox.views[name]}
              </option>
            ))}
          </select>
        </div>
      </div>
      <SearchBox search={search} many={inbox.many} />
      <NewRows
        count={list.incoming.count}
        one={inbox.one}
        many={inbox.many}
        onShow={() => {
          search.clear();
          setView('inbox');
          list.incoming.show();
          frame.current?.scrollIntoView();
          focus('[data-message] button');
        }}
      />
      {list.status === 'loading' && <Loading />}
      {list.status === 'failed' && <Failed text={inbox.loadFailed} onAgain={list.again} />}
      {list.status === 'ready' && list.messages.length === 0 && (
        <Empty>
          {search.text ? lists.nothingFound(search.text) : view === 'inbox' ? inbox.emptyInbox : inbox.empty}
          {search.text && view !== 'all' && (
            <Action variant="outline" className="ms-3" onClick={() => setView('all')}>
              {inbox.searchAll}
            </Action>
          )}
        </Empty>
      )}
      {list.messages.length > 0 && (
        <ul className="divide-y divide-hairline rounded-soft border border-hairline bg-surface">
          {list.messages.map(message => (
            <MessageItem key={message.id} message={message} onLeave={() => leave(message)} view={view} />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <div className="mt-6 text-center">
          <Action variant="outline" busy={list.loadingMore} onClick={list.more}>
            {inbox.more}
          </Action>
        </div>
      )}
    </div>
  );
}
