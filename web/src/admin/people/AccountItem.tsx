// One account: a line that opens to where it is signed in and what can be done with it.
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { cn } from '../../ui/cn';
import { deviceOf } from '../activity/sentence';
import type { InUse } from '../api/accounts';
import { momentOf } from '../history/moment';
import { useOwnId } from '../live/AlsoHere';
import { useAdminMessages } from '../messages';
import { AccountActions } from './AccountActions';
import type { Person } from './person';

export interface AccountProps {
  person: Person;
  /** Absent where they are signed in nowhere, or that is not known yet. */
  inUse: InUse | undefined;
  isLastOwner: boolean;
  /** Whether the website sends mail with links. */
  mail: boolean;
  onChanged(): Promise<void>;
  onRemoved(): void;
}

export function AccountItem(props: AccountProps) {
  const { person, inUse } = props;
  const { people } = useAdminMessages();
  const [open, setOpen] = useState(false);
  const id = useId();
  const isYou = useOwnId() === person.id;
  const { name, email, role, lastSignIn } = person;
  const state = lastSignIn ? people.lastSignIn(momentOf(lastSignIn)) : people.awaited;
  return (
    <li data-account={email}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="flex min-h-16 w-full items-center gap-3 px-4 py-3 text-start hover:bg-cream"
        onClick={() => setOpen(!open)}
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
              {name || email}
            </span>
            {isYou && <Mark>{people.you}</Mark>}
            <Mark strong={role === 'owner'}>{people.roles[role]}</Mark>
          </span>
          {name && (
            <span dir="auto" className="block text-sm wrap-anywhere text-ink-soft">
              {email}
            </span>
          )}
          <span
            className={cn('block text-sm', lastSignIn ? 'text-ink-soft' : 'font-medium text-emerald-deep')}
          >
            {state}
            {inUse && (
              <>
                {' · '}
                <span className="whitespace-nowrap">{people.deviceCount(inUse.total)}</span>
              </>
            )}
          </span>
        </span>
        <ChevronDown className={cn('size-4 shrink-0', open && 'rotate-180')} aria-hidden="true" />
      </button>
      <div id={id} hidden={!open}>
        {open && (
          <div className="grid gap-5 px-4 pt-1 pb-5">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
              <dt className="font-semibold">{people.devices}</dt>
              <dd>{inUse ? <Devices inUse={inUse} /> : people.noDevices}</dd>
              <dt className="font-semibold">{people.factor}</dt>
              <dd>{person.factors.length > 0 ? people.factorOn : people.factorOff}</dd>
            </dl>
            <AccountActions {...props} isYou={isYou} />
          </div>
        )}
      </div>
    </li>
  );
}

function Mark({ strong, children }: { strong?: boolean; children: string }) {
  return (
    <span
      className={cn(
        'rounded-soft px-1.5 text-xs leading-5',
        strong ? 'bg-emerald-tint font-semibold text-emerald-deep' : 'bg-sand text-ink-soft',
      )}
    >
      {children}
    </span>
  );
}

function Devices({ inUse: { sessions, total } }: { inUse: InUse }) {
  const { people } = useAdminMessages();
  return (
    <ul className="grid gap-1">
      {sessions.map(session => (
        <li key={`${session.began_at} ${session.used_at}`}>
          {people.device(deviceOf(session) || people.unknownDevice, momentOf(session.used_at))}
        </li>
      ))}
      {total > sessions.length && <li>{people.moreDevices(total - sessions.length)}</li>}
    </ul>
  );
}
