// The fields of one item, how it stands, Save and Delete.
import { Trash2 } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { notify } from '../../lib/notices';
import { cn } from '../../ui/cn';
import { ConflictPanel } from '../edit/ConflictPanel';
import type { Document } from '../edit/document';
import { editsOf } from '../edit/draft';
import type { SaveOutcome } from '../edit/editor';
import { useEditor } from '../edit/open-editors';
import { SaveState } from '../edit/SaveState';
import { FieldInput } from '../fields/FieldInput';
import { HistoryButton } from '../history/HistoryButton';
import { AlsoHere } from '../live/AlsoHere';
import { useEntering, useHere } from '../live/here';
import { OvertakenNote } from '../live/OvertakenNote';
import { useAdminMessages } from '../messages';
import { textsOf } from '../preview/draft';
import { PreviewButton } from '../preview/PreviewButton';
import { type EditableList, fieldsOf, messagesOf } from '../resources/resource';
import { Action } from '../shell/Action';
import type { Item } from './items';

interface Props {
  resource: EditableList;
  item: Item;
  /** The id of the item's heading, which says which item a button is about. */
  describedBy: string;
  /** It is open because all are, and not because somebody opened it. */
  standsOpen: boolean;
  /** Its unsaved work from before is offered together with that of others. */
  offeredElsewhere: boolean;
  onRemove(): Promise<boolean>;
  onDrop(): void;
  onPutBack(): void;
}

export function ItemForm({
  resource,
  item,
  describedBy,
  standsOpen,
  offeredElsewhere,
  onRemove,
  onDrop,
  onPutBack,
}: Props) {
  const { forms, lists } = useAdminMessages();
  const messages = messagesOf(resource);
  const fields = fieldsOf(resource);
  const state = useEditor(item.editor);
  const [deleting, setDeleting] = useState(false);
  const doing = state.unsaved.length > 0 ? 'editing' : standsOpen ? undefined : 'here';
  useHere(resource.table, item.row.id, doing);
  const entering = useEntering(resource.table, item.row.id);
  const subjects = useMemo(
    () => [{ key: item.row.id, fields: () => fields, editor: item.editor }],
    [item.row.id, item.editor, fields],
  );
  const pictures = fields.filter(field => field.kind === 'picture');
  const others = fields.filter(field => field.kind !== 'picture');

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
    setDeleting(true);
    if (!(await onRemove())) setDeleting(false);
  }

  return (
    <form onSubmit={save} {...entering}>
      <div
        className={cn(
          'grid gap-5',
          pictures.length === 1 && 'sm:grid-cols-[11rem_1fr] lg:grid-cols-[14rem_1fr]',
        )}
      >
        <div className={cn('grid content-start gap-5', pictures.length > 1 && 'sm:grid-cols-2')}>
          {pictures.map(field => (
            <FieldInput key={field.name} field={field} editor={item.editor} />
          ))}
        </div>
        <div className="grid min-w-0 content-start gap-4">
          {others.map(field => (
            <FieldInput key={field.name} field={field} editor={item.editor} />
          ))}
        </div>
      </div>
      <OvertakenNote table={resource.table} itemKey={item.row.id} editor={item.editor} fields={fields} />
      <ConflictPanel
        editor={item.editor}
        fields={fields}
        onKeepMine={async () => announce(await item.editor.keepMine())}
        onLeaveDeleted={onDrop}
        onPutBack={onPutBack}
      />
      <div className="mt-5 flex flex-wrap items-center justify-end gap-2 border-t border-hairline pt-4">
        <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-8.5rem)] sm:basis-0">
          <SaveState
            states={[state]}
            fields={fields}
            withoutOffer={offeredElsewhere}
            onUndo={item.editor.undo}
          >
            <AlsoHere table={resource.table} keys={[item.row.id]} />
          </SaveState>
        </div>
        <PreviewButton
          subjects={[resource.table]}
          drafts={() => [
            { table: resource.table, key: item.row.id, values: editsOf(state.draft) as Document },
          ]}
          texts={() =>
            textsOf({
              ...editsOf(state.draft),
              [resource.titleField]: state.draft.values[resource.titleField] ?? null,
            })
          }
          fields={fields}
          uploading={state.uploading > 0}
          hiddenOne={
            resource.visibility && state.draft.values[resource.visibility] === false
              ? messages.one
              : undefined
          }
          describedBy={describedBy}
        />
        <HistoryButton
          table={resource.table}
          title={String(item.row[resource.titleField] ?? '') || lists.untitled(messages.one)}
          subjects={subjects}
          describedBy={describedBy}
          className="max-sm:px-2!"
        />
        <Action
          variant="outline"
          className="border-transparent! text-danger! hover:border-danger!"
          busy={deleting}
          aria-describedby={describedBy}
          onClick={remove}
        >
          {!deleting && <Trash2 className="size-4" aria-hidden="true" />}
          {lists.delete}
        </Action>
        <Action
          variant="primary"
          type="submit"
          busy={state.saving}
          disabled={state.uploading > 0}
          aria-describedby={describedBy}
        >
          {lists.save}
        </Action>
      </div>
    </form>
  );
}
