// One quiet line that says who else has the same thing open. The form around it announces it.
import { Fragment, useEffect, useState } from 'react';
import { cn } from '../../ui/cn';
import { useAdminMessages } from '../messages';
import { useSession } from '../session/session';
import { clockTime } from '../shell/moments';
import { useHere, useOthers } from './here';
import { type Doing, minutesSince, type Other } from './others';

const shownByName = 3;
const tick = 30_000;

/** Draws nothing: says that this item is open here, and whether something was typed. */
export function Here({
  table,
  itemKey,
  doing,
}: {
  table: string;
  itemKey: string;
  doing: Doing | undefined;
}) {
  useHere(table, itemKey, doing);
  return null;
}

interface Props {
  table: string;
  keys: readonly string[];
  className?: string;
}

export function AlsoHere({ table, keys, className }: Props) {
  const { live } = useAdminMessages();
  const others = useOthers(table, keys);
  if (others.length === 0) return null;
  const editing = others.filter(({ doing }) => doing === 'editing');
  const here = others.filter(({ doing }) => doing === 'here');
  return (
    <span
      data-also
      className={cn('line-clamp-1 text-xs leading-snug text-ink-soft wrap-anywhere', className)}
    >
      {editing.length > 0 && (
        <span className="font-semibold text-emerald-deep">
          {live.editing} <Names people={editing} />
        </span>
      )}
      {editing.length > 0 && here.length > 0 && '. '}
      {here.length > 0 && (
        <>
          {live.here} <Names people={here} />
        </>
      )}
    </span>
  );
}

function Names({ people }: { people: readonly Other[] }) {
  const { live } = useAdminMessages();
  const own = useOwnId();
  const now = useNow();
  const left = people.length - shownByName;
  return (
    <>
      {people.slice(0, shownByName).map(({ user, email, since }, at) => {
        const minutes = minutesSince(since, now);
        return (
          <Fragment key={user}>
            {at > 0 && ', '}
            {user === own ? live.you : <bdi>{email}</bdi>}
            <span aria-hidden="true" className="font-normal">
              {' · '}
              {minutes < 1 ? live.justNow : live.minutes(minutes)}
            </span>
            <span className="sr-only"> {live.since(clockTime(new Date(since)))}</span>
          </Fragment>
        );
      })}
      {left > 0 && ` ${live.more(left)}`}
    </>
  );
}

export function useOwnId(): string | undefined {
  const session = useSession();
  return session.status === 'in' ? session.session.user.id : undefined;
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, []);
  return now;
}
