// What the dashboard tells, derived from the declarations: how many rows each list has, what is new in those that
// visitors fill, and what is hidden or empty.
import { useQueries, useQuery } from '@tanstack/react-query';
import type { Documents } from '../../schema.gen';
import { countRows } from '../api/rows';
import { readDocument } from '../content/page-documents';
import { warnIban } from '../fields/warnings';
import { useFeed } from '../live/feed';
import { useNewRows } from '../live/new-rows';
import { useAdminMessages } from '../messages';
import { resources } from '../resources';
import { messagesOf } from '../resources/resource';

export interface Note {
  text: string;
  /** The screen where it can be looked after. */
  path: string;
}

const aboutPath = '/admin/manage-about';
const donationsPath = '/admin/manage-donations';

const counted = [...resources.map(({ table }) => table), 'website_content'];

/** How many rows there are, by the path of the screen that shows them. */
export function useCounts(): Map<string, number> {
  useFeed(counted);
  return useQueries({
    queries: resources.map(({ table }) => ({
      queryKey: [table, 'count'],
      queryFn: ({ signal }: { signal: AbortSignal }) => countRows(table, { signal }),
    })),
    combine: answers =>
      new Map(
        resources.flatMap(({ screen }, index): [string, number][] => {
          const total = answers[index]?.data;
          return total === undefined ? [] : [[screen?.path ?? aboutPath, total]];
        }),
      ),
  });
}

/** Rows that came since the list was last opened in this browser. */
export function useNews(): Note[] {
  return useNewRows('once').map(({ resource, total }) => ({
    text: messagesOf(resource).news(total),
    path: resource.screen?.path ?? '/admin',
  }));
}

/** What is hidden or empty. */
export function useAttention(): Note[] {
  const { dashboard } = useAdminMessages();
  const ofLists = useQueries({
    queries: noted.map(({ resource, where }) => ({
      queryKey: [resource.table, 'note', where],
      queryFn: ({ signal }: { signal: AbortSignal }) => countRows(resource.table, { where, signal }),
    })),
    combine: answers =>
      noted.flatMap(({ resource, name }, index): Note[] => {
        const total = answers[index]?.data ?? 0;
        const text = messagesOf(resource).notes[name]?.(total);
        return total > 0 && text ? [{ text, path: resource.screen?.path ?? aboutPath }] : [];
      }),
  });
  const { data: bank } = useQuery({
    queryKey: ['website_content', 'donation_details'],
    queryFn: () => readDocument('donation_details'),
  });
  if (!bank) return ofLists;
  const details = bank.content as Documents['donation_details'];
  const empty = Object.entries(dashboard.bankFields).flatMap(([name, label]) =>
    details[name as keyof typeof dashboard.bankFields]?.trim() ? [] : [label],
  );
  const notes = [...ofLists];
  if (empty.length > 0)
    notes.push({ text: dashboard.emptyBankFields(empty.join(', ')), path: donationsPath });
  if (warnIban(details.iban ?? '')) notes.push({ text: dashboard.wrongIban, path: donationsPath });
  return notes;
}

const noted = resources.flatMap(resource =>
  resource.kind === 'editable'
    ? Object.entries(resource.notes ?? {}).map(([name, where]) => ({ resource, name, where }))
    : [],
);
