// Says that somebody else has just saved or deleted what is being edited here, and what Save will do about it. Save itself
// decides, and asks where it has to (edit/ConflictPanel.tsx).
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { readLines } from '../api/history';
import type { Editor, Overtaken } from '../edit/editor';
import { useEditor } from '../edit/open-editors';
import type { Field } from '../fields/field';
import { inSentence } from '../fields/labels';
import { useAdminMessages } from '../messages';
import { useOwnId } from './AlsoHere';

interface Props {
  table: string;
  itemKey: string;
  editor: Editor;
  fields: readonly Field[];
}

export function OvertakenNote({ table, itemKey, editor, fields }: Props) {
  const { overtaken, conflict } = useEditor(editor);
  return (
    <div role="status">
      {overtaken && !conflict && (
        <Note table={table} itemKey={itemKey} overtaken={overtaken} fields={fields} />
      )}
    </div>
  );
}

function Note({
  table,
  itemKey,
  overtaken: { kind, names, version },
  fields,
}: Omit<Props, 'editor'> & { overtaken: Overtaken }) {
  const { live } = useAdminMessages();
  const own = useOwnId();
  const { data: line } = useQuery({
    queryKey: ['last-author', table, itemKey, version ?? 'deleted'],
    queryFn: async ({ signal }) => (await readLines(table, [itemKey], { signal }))[0] ?? null,
    retry: false,
  });
  const isYou = line?.author === 'staff' && line.author_id === own;
  const who = isYou ? live.who.you : (line?.author_email ?? live.who.unknown);
  const has = isYou ? live.haveSaved.you : live.haveSaved.other;
  const labels = names.map(name => inSentence(fields.find(field => field.name === name)?.label ?? name));
  const text = kind === 'conflict' ? live.conflict(who, has, labels.join(', ')) : live[kind](who, has);
  return (
    <p
      data-overtaken={kind}
      className="my-4 flex gap-3 rounded-soft border border-emerald bg-emerald-tint px-4 py-3 text-sm"
    >
      <RefreshCw className="mt-0.5 size-4 shrink-0 text-emerald" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}
