import { PenLine } from 'lucide-react';
import { useMemo } from 'react';
import { useEditors } from '../edit/open-editors';
import { useAdminMessages } from '../messages';
import { defaultsOf, type EditableList } from '../resources/resource';
import type { Item } from './items';

interface Props {
  resource: EditableList;
  /** The items that were made from files on this visit. */
  items: readonly Item[];
  onGo(id: string): void;
}

/** Leads to the new pictures that nobody has described yet, one after the other. */
export function DescribePrompt({ resource: list, items, onGo }: Props) {
  const { gallery } = useAdminMessages().lists;
  const states = useEditors(useMemo(() => items.map(({ editor }) => editor), [items]));
  const unwritten = defaultsOf(list)[list.titleField];
  const open = items.filter((_, index) => states[index]?.draft.values[list.titleField] === unwritten);
  const [first] = open;
  if (!first) return null;
  return (
    <button
      type="button"
      className="mb-5 inline-flex min-h-11 items-center gap-2 rounded-soft bg-emerald-tint px-4 py-2 text-start text-sm font-semibold text-emerald-deep hover:underline"
      onClick={() => onGo(first.row.id)}
    >
      <PenLine className="size-4 shrink-0" aria-hidden="true" />
      {gallery.describe(open.length)}
    </button>
  );
}
