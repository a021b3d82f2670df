// What a visitor sent besides, and how far staff have got with the entry: its status, and notes. Those are saved at once, and
// only over what was read.
import { type FormEvent, useId, useState } from 'react';
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { queryClient } from '../api/query-client';
import { type Row, replaceValue } from '../api/rows';
import { dropDraft, keepDraft, recallDraft } from '../edit/kept-drafts';
import { control } from '../fields/FormField';
import { adminMessages, useAdminMessages } from '../messages';
import { columnOf, type FollowUp, type ReadOnlyList } from '../resources/resource';
import { draftOwner } from '../session/session';
import { Action } from '../shell/Action';
import { statusesOf } from './follow-up';

interface Props {
  resource: ReadOnlyList;
  followUp: FollowUp;
  row: Row;
  title: string;
}

async function save(table: string, row: Row, column: string, next: string | null): Promise<boolean> {
  const { followUp: texts } = adminMessages().lists;
  const before = row[column];
  const seen = before === null || before === undefined ? null : String(before);
  let description = texts.changed;
  let stored = false;
  try {
    stored = await replaceValue(table, row.id, column, { seen, next });
  } catch (error) {
    description = errorMessage(error);
  }
  if (stored) notify({ title: texts.saved });
  else notify({ title: texts.cannotSave, description, destructive: true });
  await queryClient.invalidateQueries({ queryKey: [table, 'records'] });
  return stored;
}

/** Below the name, where it takes no column of its own. */
export function SentBesides({ resource, followUp, row }: Omit<Props, 'title'>) {
  const sent = followUp.sent.flatMap(name => (row[name] ? [{ name, text: String(row[name]) }] : []));
  return sent.map(({ name, text }) =>
    columnOf(resource.table, name).format === 'email' ? (
      <a
        key={name}
        href={`mailto:${encodeURIComponent(text).replace('%40', '@')}`}
        dir="ltr"
        className="link flex min-h-11 items-center text-xs font-normal wrap-anywhere"
      >
        {text}
      </a>
    ) : (
      <span key={name} dir="auto" className="block text-xs font-normal text-ink-soft">
        {text}
      </span>
    ),
  );
}

export function FollowUpCell({ resource, followUp, row, title }: Props) {
  const { followUp: texts } = useAdminMessages().lists;
  const [busy, setBusy] = useState(false);

  async function put(column: string, next: string | null): Promise<boolean> {
    setBusy(true);
    const stored = await save(resource.table, row, column, next);
    setBusy(false);
    return stored;
  }

  return (
    <div className="flex flex-wrap items-start gap-x-3">
      <select
        aria-label={texts.statusOf(title)}
        className={`${control} w-auto!`}
        value={String(row[followUp.status])}
        aria-disabled={busy || undefined}
        onChange={event => !busy && put(followUp.status, event.target.value)}
      >
        {statusesOf(resource, followUp).map(status => (
          <option key={status} value={status}>
            {texts.statuses[status] ?? status}
          </option>
        ))}
      </select>
      <Notes
        name={`${draftOwner()}:notes:${resource.table}:${row.id}`}
        stored={String(row[followUp.notes] ?? '')}
        title={title}
        maxLength={columnOf(resource.table, followUp.notes).maxLength}
        busy={busy}
        onSave={notes => put(followUp.notes, notes || null)}
      />
    </div>
  );
}

interface NotesProps {
  /** Under which what is typed waits until it is saved, whatever becomes of the screen. */
  name: string;
  stored: string;
  title: string;
  maxLength?: number;
  busy: boolean;
  onSave(notes: string): Promise<boolean>;
}

function Notes({ name, stored, title, maxLength, busy, onSave }: NotesProps) {
  const { followUp: texts } = useAdminMessages().lists;
  const id = useId();
  /** Undefined while nobody types: then what is stored is shown. */
  const [typed, setTyped] = useState(() => recalled(name, stored));
  function type(notes: string) {
    setTyped(notes);
    keepDraft(name, { base: { notes: stored }, values: { notes }, version: '' });
  }
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!(await onSave((typed ?? stored).trim()))) return;
    setTyped(undefined);
    dropDraft(name);
  }
  return (
    <details className="min-w-24 flex-1" open={typed !== undefined || undefined}>
      <summary className="min-h-11 cursor-pointer content-center text-sm" dir="auto">
        {stored ? <span className="line-clamp-2 inline wrap-anywhere">{stored}</span> : texts.notes}
      </summary>
      <form onSubmit={onSubmit} className="grid gap-2">
        <label htmlFor={id} className="sr-only">
          {texts.notesOf(title)}
        </label>
        <textarea
          id={id}
          rows={3}
          dir="auto"
          className={control}
          maxLength={maxLength}
          value={typed ?? stored}
          onChange={event => type(event.target.value)}
        />
        {typed !== undefined && typed !== stored && (
          <p className="text-xs text-ink-soft" role="status">
            {texts.unsaved}
          </p>
        )}
        <Action variant="outline" type="submit" busy={busy}>
          {texts.save}
        </Action>
      </form>
    </details>
  );
}

function recalled(name: string, stored: string): string | undefined {
  const notes = recallDraft(name)?.draft.values.notes;
  return typeof notes === 'string' && notes !== stored ? notes : undefined;
}
