// On a closed row or a picture of a list: somebody is editing it elsewhere. Takes no line of its own, so that nothing moves.
import { PenLine } from 'lucide-react';
import { cn } from '../../ui/cn';
import { useAdminMessages } from '../messages';
import { useOwnId } from './AlsoHere';
import { useOthers } from './here';

export function RowEditing({ table, id, className }: { table: string; id: string; className?: string }) {
  const { live } = useAdminMessages();
  const own = useOwnId();
  const editing = useOthers(table, [id]).filter(({ doing }) => doing === 'editing');
  const first = editing.find(({ user }) => user !== own) ?? editing[0];
  if (!first) return null;
  const text = first.user === own ? live.rowYou : live.rowEditing(first.email);
  return (
    <span data-row-editing title={text} className={cn('shrink-0 text-emerald-deep', className)}>
      <PenLine className="size-4.5" aria-hidden="true" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
