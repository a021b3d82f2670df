// The devices on which one is signed in, and signing them out one by one or all others at once.
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { notify } from '../../lib/notices';
import { deviceOf } from '../activity/sentence';
import { endSession, type OwnSession, readOwnSessions } from '../api/own-sessions';
import { queryClient } from '../api/query-client';
import { auth } from '../api/session-clients';
import { anyUnsaved } from '../edit/open-editors';
import { momentOf } from '../history/moment';
import { Loading } from '../list/ListStates';
import { useAdminMessages } from '../messages';
import { signOut } from '../session/account';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { useFocus } from '../shell/focus';
import { mayLeave } from '../shell/LeaveGuard';
import { recently, useDeed } from './deed';
import { Part } from './Part';

export const ownSessionsKey = ['own-sessions'];

export function OwnSessions() {
  const { people } = useAdminMessages();
  const { mine } = people;
  const frame = useRef<HTMLDivElement>(null);
  const focus = useFocus(frame);
  const deed = useDeed();
  const query = useQuery({
    queryKey: ownSessionsKey,
    queryFn: ({ signal }) => readOwnSessions(signal),
    refetchOnWindowFocus: true,
    meta: { failed: mine.cannotLoadSessions },
  });
  const sessions = query.data ?? [];

  async function readAgain() {
    await queryClient.invalidateQueries({ queryKey: ownSessionsKey });
    focus('[data-status]');
  }

  async function end(session: OwnSession, device: string) {
    const ended = await deed.run(session.id, mine.cannotSignOut, () =>
      endSession(session.id).then(() => true),
    );
    if (ended) notify({ title: mine.deviceOut(device) });
    await readAgain();
  }

  async function endOthers() {
    const ended = await deed.run('others', mine.cannotSignOut, () =>
      recently(() => auth.signOut({ scope: 'others' })),
    );
    if (!ended) return;
    notify({ title: mine.othersOut });
    await readAgain();
  }

  async function leave() {
    if (anyUnsaved() && !(await mayLeave())) return;
    await signOut('local');
  }

  return (
    <Part heading={mine.sessions}>
      {query.isPending && <Loading />}
      {query.isError && <Failed text={mine.sessionsFailed} onAgain={() => query.refetch()} />}
      {query.isSuccess && (
        <div ref={frame}>
          <p role="status" data-status tabIndex={-1} className="text-sm text-ink-soft">
            {people.deviceCount(sessions.length)}. {mine.unknownHelp}
          </p>
          <ul className="mt-2 divide-y divide-hairline">
            {sessions.map(session => {
              const device = deviceOf(session) || people.unknownDevice;
              const since = momentOf(session.began_at);
              return (
                <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                  <div className="min-w-0">
                    <p className="font-semibold first-letter:uppercase">{device}</p>
                    <p className="text-sm text-ink-soft">
                      {session.current && (
                        <span className="font-medium text-emerald-deep">{mine.thisDevice} · </span>
                      )}
                      {session.current ? mine.since(since) : mine.used(since, momentOf(session.used_at))}
                    </p>
                  </div>
                  <Action
                    variant="outline"
                    aria-label={session.current ? undefined : mine.signOutOne(device)}
                    busy={deed.busy === session.id}
                    disabled={deed.busy !== undefined}
                    onClick={() => (session.current ? leave() : end(session, device))}
                  >
                    {session.current ? mine.signOutHere : mine.signOutDevice}
                  </Action>
                </li>
              );
            })}
          </ul>
          {sessions.length > 1 && (
            <Action
              variant="outline"
              className="mt-3"
              busy={deed.busy === 'others'}
              disabled={deed.busy !== undefined}
              onClick={endOthers}
            >
              {mine.signOutOthers}
            </Action>
          )}
        </div>
      )}
    </Part>
  );
}
