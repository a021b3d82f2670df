// Everybody who may sign in, for owners; the server tells nobody else.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { readAccounts, readSessionsOf } from '../api/accounts';
import { readMailStatus } from '../api/mail';
import { queryClient } from '../api/query-client';
import { Empty, Loading } from '../list/ListStates';
import { SearchBox, useSearch } from '../list/SearchBox';
import { ShowMore } from '../list/ShowMore';
import { useAdminMessages } from '../messages';
import { useIsOwner } from '../session/session';
import { Failed } from '../shell/Failed';
import { useFocus } from '../shell/focus';
import { AccountItem } from './AccountItem';
import { InviteForm } from './InviteForm';
import { inOrder, matching, personOf } from './person';

const atOnce = 20;
/** More than these need a search. */
const few = 8;

export function AccountsScreen() {
  const { people } = useAdminMessages();
  if (useIsOwner()) return <Accounts />;
  return (
    <div className="rounded-soft border border-hairline bg-surface p-6">
      <p className="text-ink-soft">{people.ownersOnly}</p>
    </div>
  );
}

/** Reads the accounts and their devices again. */
function readAgain() {
  queryClient.invalidateQueries({ queryKey: ['account-sessions'] });
  return queryClient.invalidateQueries({ queryKey: ['accounts'] });
}

function Accounts() {
  const { people } = useAdminMessages();
  const search = useSearch();
  const [shown, setShown] = useState(atOnce);
  const frame = useRef<HTMLDivElement>(null);
  const focus = useFocus(frame);
  // Other owners change accounts as well, and people come and go.
  const query = useQuery({
    queryKey: ['accounts'],
    queryFn: readAccounts,
    refetchOnWindowFocus: true,
    meta: { failed: people.cannotLoad },
  });
  const mail = useQuery({ queryKey: ['outbox', 'status'], queryFn: readMailStatus });
  const everyone = useMemo(() => inOrder((query.data ?? []).map(personOf)), [query.data]);
  const found = matching(everyone, search.text);
  const visible = found.slice(0, shown);
  const ids = visible.map(({ id }) => id);
  const devices = useQuery({
    queryKey: ['account-sessions', ...ids],
    queryFn: ({ signal }) => readSessionsOf(ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

  if (query.isPending || mail.isPending) return <Loading />;
  if (query.isError) return <Failed text={people.loadFailed} onAgain={() => query.refetch()} />;
  const owners = everyone.filter(({ role }) => role === 'owner').length;
  const hasMail = mail.data?.links === true;
  return (
    <div ref={frame}>
      <InviteForm mail={hasMail} onInvited={readAgain} />
      {(everyone.length > few || search.typed) && <SearchBox search={search} many={people.many} />}
      <p role="status" className="mb-3 text-sm text-ink-soft">
        {search.text ? people.found(found.length) : people.total(everyone.length)}
      </p>
      {found.length === 0 && <Empty>{people.noneFound(search.text)}</Empty>}
      {visible.length > 0 && (
        <ul className="divide-y divide-hairline rounded-soft border border-hairline bg-surface">
          {visible.map(person => (
            <AccountItem
              key={person.id}
              person={person}
              inUse={devices.data?.find(({ account }) => account === person.id)}
              isLastOwner={person.role === 'owner' && owners === 1}
              mail={hasMail}
              onChanged={readAgain}
              onRemoved={() => focus('[data-invite]', 'h2')}
            />
          ))}
        </ul>
      )}
      <ShowMore left={found.length - shown} busy={false} onMore={() => setShown(shown + atOnce)} />
    </div>
  );
}
