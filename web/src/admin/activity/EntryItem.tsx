// One entry: when, what in a sentence, from which device, and the way there. Several changes at once open under it.
import { ArrowRight, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { cn } from '../../ui/cn';
import { useAdminMessages } from '../messages';
import { clockTime } from '../shell/moments';
import type { Entry } from './entries';
import type { Part } from './parts';
import { deedOf, deviceOf, singleOf } from './sentence';

const timeOf = (iso: string) => clockTime(new Date(iso));

export function EntryItem({ entry, parts }: { entry: Entry; parts: readonly Part[] }) {
  const { activity } = useAdminMessages();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [newest] = entry.lines;
  const { text, what, path, deleted } = deedOf(entry, parts);
  const device = deviceOf(newest);
  const several = entry.lines.length > 1;
  return (
    <li className="ps-4 pe-1" data-entry>
      <div className="flex items-start gap-x-3 sm:gap-x-4">
        <div className="grid min-w-0 flex-1 gap-x-4 py-3 sm:grid-cols-[3rem_minmax(0,1fr)]">
          <time
            dateTime={newest.created_at}
            className="text-xs leading-5 text-ink-soft tabular-nums sm:text-sm"
          >
            {timeOf(newest.created_at)}
          </time>
          <div className="min-w-0">
            <p id={id} dir="auto" className="text-sm wrap-anywhere">
              {text}
            </p>
            {device && <p className="mt-0.5 text-xs text-ink-soft">{device}</p>}
          </div>
        </div>
        {path && (
          <Link
            to={path}
            aria-label={deleted ? activity.openDeleted(what) : activity.open(what)}
            title={deleted ? activity.openDeleted(what) : activity.open(what)}
            className="grid size-11 shrink-0 place-items-center rounded-soft text-ink-soft hover:bg-sand hover:text-ink"
          >
            <ArrowRight className="size-4 rtl:rotate-180" aria-hidden="true" />
          </Link>
        )}
      </div>
      {several && (
        <div className="sm:ps-16">
          <button
            type="button"
            aria-expanded={open}
            aria-describedby={id}
            className="-mt-2 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-emerald hover:underline"
            onClick={() => setOpen(!open)}
          >
            {open ? activity.hideEach : activity.showEach(entry.lines.length)}
            <ChevronDown
              className={cn('size-4 shrink-0 transition-transform', open && 'rotate-180')}
              aria-hidden="true"
            />
          </button>
          {open && (
            <ol className="mt-1 mb-4 grid gap-2 border-s-2 border-hairline ps-3">
              {entry.lines.map(line => (
                <li key={line.id} className="flex gap-3 text-sm">
                  <time dateTime={line.created_at} className="shrink-0 text-ink-soft tabular-nums">
                    {timeOf(line.created_at)}
                  </time>
                  <span dir="auto" className="min-w-0 wrap-anywhere">
                    {singleOf(line, parts)}
                  </span>
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </li>
  );
}
