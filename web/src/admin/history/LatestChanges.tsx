// The last changes of something that must not be changed unnoticed, shown without a further step.
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { readLines } from '../api/history';
import { readable } from '../edit/readable';
import { inSentence } from '../fields/labels';
import { type AdminMessages, useAdminMessages } from '../messages';
import { momentOf } from './moment';
import { type FieldChange, type Subject, versionsOf } from './versions';
import { authorOf } from './who';

const shownAtOnce = 3;

export function LatestChanges({ table, subjects }: { table: string; subjects: readonly Subject[] }) {
  const messages = useAdminMessages();
  const { history } = messages;
  const keys = subjects.map(({ key }) => key);
  const { data } = useQuery({
    queryKey: ['history', table, 'latest', ...keys],
    queryFn: ({ signal }) => readLines(table, keys, { signal }),
  });
  const changes = versionsOf(data ?? [], subjects, false)
    .filter(({ line }) => line?.verb === 'update')
    .slice(0, shownAtOnce);
  if (changes.length === 0) return null;
  return (
    <section
      aria-label={history.latest}
      className="mb-5 rounded-soft border border-hairline border-s-4 border-s-emerald bg-emerald-tint p-4 text-sm"
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <History className="size-4 shrink-0" aria-hidden="true" />
        {history.latest}
      </h2>
      <ul className="mt-2 grid gap-2">
        {changes.map(
          ({ id, line, changes, hidden }) =>
            line && (
              <li key={id} className="wrap-anywhere">
                {history.latestLine(authorOf(line), momentOf(line.created_at))}{' '}
                <strong className="font-semibold">
                  {hidden ? history.onlyOwners : changes.map(change => inWords(change, messages)).join('; ')}
                </strong>
              </li>
            ),
        )}
      </ul>
    </section>
  );
}

/** 'account number from 111 to 222' */
function inWords({ field, before, after }: FieldChange, { forms, history }: AdminMessages): string {
  const label = inSentence(field.label);
  if (field.kind === 'line' && field.secret) return history.changedOnly(label);
  return history.fromTo(label, readable(before, forms), readable(after, forms));
}
