// The last few things that happened, on the dashboard. Not there at all until something has, or where it cannot be loaded:
// the dashboard is for other things.
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { Link } from 'react-router';
import { readActivity } from '../api/activity';
import { momentOf } from '../history/moment';
import { useAdminMessages } from '../messages';
import { entriesOf } from './entries';
import { makeParts, textColumns } from './parts';
import { deedOf, deviceOf } from './sentence';

/** Several of the lines that are read may be one entry. */
const shown = 5;

export function LatestActivity() {
  const messages = useAdminMessages();
  const { activity } = messages;
  const id = useId();
  const parts = useMemo(() => makeParts(messages), [messages]);
  const { data } = useQuery({
    queryKey: ['history', 'activity', 'latest'],
    queryFn: ({ signal }) => readActivity({}, { texts: textColumns, signal }),
  });
  const entries = entriesOf(data ?? []).slice(0, shown);
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-h4">
          {activity.heading}
        </h2>
        <Link to="/admin/activity" className="link inline-flex min-h-11 items-center text-sm">
          {activity.all}
        </Link>
      </div>
      <ul className="divide-y divide-hairline rounded-soft border border-hairline bg-surface">
        {entries.map(entry => {
          const [newest] = entry.lines;
          const { id: key, created_at } = newest;
          const device = deviceOf(newest);
          return (
            <li key={key} className="px-4 py-3" data-entry>
              <p dir="auto" className="text-sm wrap-anywhere">
                {deedOf(entry, parts).text}
              </p>
              <p className="mt-0.5 text-xs text-ink-soft">
                <time dateTime={created_at} className="inline-block first-letter:uppercase">
                  {momentOf(created_at)}
                </time>
                {device && ` ${activity.besideTime(device)}`}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
