// Who did what, when and from which device: newest first, by day. What it is filtered for is in the address, so that it can
// be shared and stays after a reload.
import { useId, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { Spinner } from '../../ui/Spinner';
import type { Filter } from '../api/activity';
import { Empty } from '../list/ListStates';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { dayBefore, localDay } from '../shell/moments';
import { useActivity } from './activity-query';
import { EntryItem } from './EntryItem';
import { ExportActivity } from './ExportActivity';
import { byDay, entriesOf } from './entries';
import { Filters } from './Filters';
import { filterOf, makeParts } from './parts';

export function ActivityScreen() {
  const messages = useAdminMessages();
  const { activity } = messages;
  const [address] = useSearchParams();
  const parts = useMemo(() => makeParts(messages), [messages]);
  const person = address.get('person') ?? '';
  const part = parts.find(({ name }) => name === address.get('part'));
  const filter = useMemo(
    (): Filter => ({
      ...(isPerson(person) && { person }),
      ...(part && { part: filterOf(part) }),
    }),
    [person, part],
  );
  const query = useActivity(filter);
  const lines = query.data?.pages.flat() ?? [];
  const days = byDay(entriesOf(lines));
  const filtered = Object.keys(filter).length > 0;

  return (
    <>
      <Filters parts={parts} person={filter.person ?? ''} part={part?.name ?? ''}>
        <ExportActivity filter={filter} parts={parts} empty={lines.length === 0} />
      </Filters>
      {query.isPending && (
        <div className="grid min-h-48 place-items-center text-emerald">
          <Spinner />
        </div>
      )}
      {query.isError && !query.data && <Failed text={activity.failed} onAgain={() => query.refetch()} />}
      {query.data && lines.length === 0 && <Empty>{filtered ? activity.noneFound : activity.empty}</Empty>}
      <div className="grid gap-8">
        {days.map(({ day, entries }) => (
          <DayList key={day} day={day}>
            {entries.map(entry => (
              <EntryItem key={entry.lines[0].id} entry={entry} parts={parts} />
            ))}
          </DayList>
        ))}
      </div>
      {query.isFetchNextPageError && (
        <p role="alert" className="mt-6 text-center text-sm text-danger">
          {activity.failed}
        </p>
      )}
      {query.hasNextPage && (
        <div className="mt-6 text-center">
          <Action variant="outline" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {activity.more}
          </Action>
        </div>
      )}
    </>
  );
}

/** The server would refuse anything else. */
function isPerson(text: string): boolean {
  return /^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}|service|server|command_line)$/.test(text);
}

function DayList({ day, children }: { day: string; children: React.ReactNode }) {
  const { activity } = useAdminMessages();
  const id = useId();
  const now = new Date();
  const title =
    day === localDay(now) ? activity.today : day === dayBefore(now) ? activity.yesterday : activity.day(day);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-base font-semibold">
        {title}
      </h2>
      <ul className="divide-y divide-hairline rounded-soft border border-hairline bg-surface">{children}</ul>
    </section>
  );
}
