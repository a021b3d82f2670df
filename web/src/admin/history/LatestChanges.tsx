// The last changes of something that must not be changed unnoticed, shown without a further step.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readLines } from '../api/history';
import { readable } from '../edit/readable';
import { inSentence } from '../fields/labels';
import { useAdminMessages } from '../messages';
import { momentOf } from './moment';
import { type FieldChange, type Subject, versionsOf } from './versions';
import { authorOf } from './who';

const shownAtOnce = 2;

interface Props {
  table: string;
  subjects: readonly Subject[];
  /** The way to all of them. */
  children: ReactNode;
}

export function LatestChanges({ table, subjects, children }: Props) {
  const { history } = useAdminMessages();
  const keys = subjects.map(({ key }) => key);
  const { data } = useQuery({
    queryKey: ['history', table, 'latest', ...keys],
    queryFn: ({ signal }) => readLines(table, keys, { signal }),
  });
  const latest = versionsOf(data ?? [], subjects, false)
    .filter(({ line }) => line?.verb === 'update')
    .slice(0, shownAtOnce);
  if (latest.length === 0) return <div className="-mt-3 mb-2 flex justify-end">{children}</div>;
  return (
    <section
      aria-label={history.latest}
      className="mb-5 rounded-soft border border-hairline border-s-4 border-s-emerald bg-emerald-tint pt-1 pb-4 ps-4 pe-1 text-sm"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{history.latest}</h2>
        {children}
      </div>
      <ul className="grid gap-3 pe-3">
        {latest.map(
          ({ id, line, changes, hidden }) =>
            line && (
              <li key={id} className="wrap-anywhere">
                {history.latestLine(authorOf(line), momentOf(line.created_at))}{' '}
                {hidden
                  ? history.onlyOwners
                  : changes.map((change, at) => (
                      <span key={change.field.name}>
                        {at > 0 && '; '}
                        <Change {...change} />
                      </span>
                    ))}
              </li>
            ),
        )}
      </ul>
    </section>
  );
}

/** 'account number 111 → 222', where a screen reader says "from" and "to". */
function Change({ field, before, after }: FieldChange) {
  const { forms, history } = useAdminMessages();
  const label = inSentence(field.label);
  if (field.kind === 'line' && field.secret)
    return <strong className="font-semibold">{history.changedOnly(label)}</strong>;
  return (
    <>
      {label} <span className="sr-only">{history.from} </span>
      <del dir="auto" className="text-ink-soft">
        {readable(before, forms)}
      </del>{' '}
      <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
        →
      </span>
      <span className="sr-only"> {history.to} </span>
      <ins dir="auto" className="font-semibold no-underline">
        {readable(after, forms)}
      </ins>
    </>
  );
}
