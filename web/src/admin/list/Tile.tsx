// One picture of a grid: delete on hover, on focus and always on touch; its description below.
import { Trash2 } from 'lucide-react';
import { type FormEvent, useId, useMemo } from 'react';
import { notify } from '../../lib/notices';
import { ConflictPanel } from '../edit/ConflictPanel';
import type { SaveOutcome } from '../edit/editor';
import { useEditor } from '../edit/open-editors';
import { control } from '../fields/FormField';
import { HistoryButton } from '../history/HistoryButton';
import { AlsoHere } from '../live/AlsoHere';
import { useEntering, useHere } from '../live/here';
import { OvertakenNote } from '../live/OvertakenNote';
import { RowEditing } from '../live/RowEditing';
import { useAdminMessages } from '../messages';
import { defaultsOf, type EditableList, fieldsOf, messagesOf } from '../resources/resource';
import { Action } from '../shell/Action';
import { ask } from '../shell/question';
import { StoredPicture } from '../shell/StoredPicture';
import type { Item } from './items';

interface Props {
  resource: EditableList;
  item: Item;
  /** It came in while the list was open. */
  fresh: boolean;
  onRemove(): Promise<void>;
  onDrop(): void;
  onPutBack(): void;
}

export function Tile({ resource, item, fresh, onRemove, onDrop, onPutBack }: Props) {
  const id = useId();
  const { forms, lists, live } = useAdminMessages();
  const messages = messagesOf(resource);
  const { titleField, uploads = '' } = resource;
  const state = useEditor(item.editor);
  const text = String(state.draft.values[titleField] ?? '');
  const isUnsaved = state.unsaved.length > 0;
  useHere(resource.table, item.row.id, isUnsaved ? 'editing' : undefined);
  const entering = useEntering(resource.table, item.row.id);

  const fields = fieldsOf(resource);
  const subjects = useMemo(
    () => [{ key: item.row.id, fields: () => fields, editor: item.editor }],
    [item.row.id, item.editor, fields],
  );

  function announce(outcome: SaveOutcome) {
    if (outcome === 'saved') return notify({ title: messages.saved });
    const description = typeof outcome === 'object' ? outcome.failed : forms.conflictNotice[outcome];
    notify({ title: messages.cannotSave, description, destructive: true });
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    announce(await item.editor.save());
  }

  async function remove() {
    if (await ask(lists.gallery.confirm)) await onRemove();
  }

  return (
    <li
      tabIndex={-1}
      data-item={item.row.id}
      className="flex flex-col overflow-hidden rounded-soft border border-hairline bg-surface"
    >
      <div className="tile relative aspect-[4/3] bg-sand">
        <StoredPicture
          url={String(item.row[uploads])}
          width={480}
          alt={text}
          dir="auto"
          className="size-full object-cover"
        />
        <span className="absolute start-2 bottom-2 flex items-center gap-2">
          {fresh && (
            <span className="rounded-soft bg-emerald-tint px-2 py-0.5 text-xs font-semibold text-emerald-deep">
              {live.newRow}
            </span>
          )}
          <RowEditing table={resource.table} id={item.row.id} className="rounded-full bg-surface p-1.5" />
        </span>
        <button
          type="button"
          aria-label={messages.deleteItem(text)}
          className="tile-delete absolute end-2 top-2 grid size-11 place-items-center rounded-soft bg-danger text-surface hover:bg-ink"
          onClick={remove}
        >
          <Trash2 className="size-5" aria-hidden="true" />
        </button>
      </div>
      <form onSubmit={save} className="grid gap-2 p-3" {...entering}>
        <div className="-my-1 flex items-center justify-between gap-2">
          <label htmlFor={id} className="text-xs font-semibold text-ink-soft">
            {lists.gallery.description}
          </label>
          <HistoryButton
            table={resource.table}
            title={text || lists.untitled(messages.one)}
            subjects={subjects}
            describedBy={id}
            iconOnly
            className="-me-3 size-11 p-0!"
          />
        </div>
        <input
          id={id}
          type="text"
          dir="auto"
          value={text}
          className={control}
          onFocus={event => {
            // What the upload put there is meant to be written over.
            if (text === defaultsOf(resource)[titleField]) event.target.select();
          }}
          onChange={event => item.editor.change(titleField, event.target.value)}
        />
        <OvertakenNote table={resource.table} itemKey={item.row.id} editor={item.editor} fields={fields} />
        <ConflictPanel
          editor={item.editor}
          fields={fields}
          onKeepMine={async () => announce(await item.editor.keepMine())}
          onLeaveDeleted={onDrop}
          onPutBack={onPutBack}
        />
        {isUnsaved && <AlsoHere table={resource.table} keys={[item.row.id]} />}
        {isUnsaved && (
          <div className="flex gap-2">
            <Action variant="primary" type="submit" className="flex-1" busy={state.saving}>
              {lists.save}
            </Action>
            <Action variant="outline" onClick={item.editor.undo}>
              {lists.gallery.undo}
            </Action>
          </div>
        )}
      </form>
    </li>
  );
}
