// One version: who made it and when, what that changed, and the way back to it.
import { useId } from 'react';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { FieldChanges } from './FieldChanges';
import { momentOf } from './moment';
import type { Version } from './versions';
import { authorOf } from './who';

interface Props {
  version: Version;
  /** It is what is stored now. */
  current: boolean;
  busy: boolean;
  /** The names of the fields that restoring it would change. */
  wouldChange: readonly string[];
  /** Absent where this person may not. */
  onRestore?(): void;
}

export function VersionItem({ version, current, busy, wouldChange, onRestore }: Props) {
  const { history } = useAdminMessages();
  const id = useId();
  const { line, changes, moved, hidden } = version;
  return (
    <li className="rounded-soft border border-hairline p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="min-w-0 text-base font-semibold wrap-anywhere">
          {line ? history.done[line.verb](authorOf(line)) : history.done.before}
        </h3>
        {line && (
          <time dateTime={line.created_at} className="text-sm text-ink-soft first-letter:uppercase">
            {momentOf(line.created_at)}
          </time>
        )}
      </div>
      {moved && <p className="mt-2 text-sm text-ink-soft">{history.moved}</p>}
      {hidden && <p className="mt-2 text-sm text-ink-soft">{history.onlyOwners}</p>}
      {line?.verb !== 'delete' && changes.length > 0 && (
        <FieldChanges changes={changes} first={line?.verb !== 'update'} />
      )}
      {current ? (
        <p className="mt-3 text-sm font-semibold text-emerald">{history.current}</p>
      ) : (
        version.values &&
        onRestore && (
          <>
            {wouldChange.length > 0 && (
              <p id={`${id}-effect`} className="mt-3 text-sm text-ink-soft">
                {history.wouldChange(wouldChange.join(', '))}
              </p>
            )}
            <Action
              variant="outline"
              className="mt-3 max-sm:w-full"
              busy={busy}
              aria-describedby={wouldChange.length > 0 ? `${id} ${id}-effect` : id}
              onClick={onRestore}
            >
              {history.restore}
            </Action>
          </>
        )
      )}
    </li>
  );
}
