// One item of a list: its fields, how it stands, Save and Delete.
import { Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { notify } from '../../lib/notices';
import { classes } from '../../ui/classes';
import { ConflictPanel } from '../edit/ConflictPanel';
import type { Values } from '../edit/draft';
import type { SaveOutcome } from '../edit/editor';
import { useEditor } from '../edit/open-editors';
import { SaveState } from '../edit/SaveState';
import { FieldInput } from '../fields/FieldInput';
import type { Resource } from '../resources/resource';
import { Action } from '../shell/Action';
import { ask } from '../shell/question';
import type { Item } from './items';

interface Props {
  resource: Resource;
  item: Item;
  heading: 'h2' | 'h3';
  onRemove(): Promise<boolean>;
  onDrop(): void;
  onAddAgain(values: Values): void;
}

export function ItemCard({ resource, item, heading: Heading, onRemove, onDrop, onAddAgain }: Props) {
  const id = useId();
  const { words } = resource;
  const state = useEditor(item.editor);
  const [deleting, setDeleting] = useState(false);
  const known = String(state.draft.values[resource.known] || `Untitled ${words.one}`);
  const pictures = resource.fields.filter(field => field.kind === 'picture');
  const others = resource.fields.filter(field => field.kind !== 'picture');

  function announce(outcome: SaveOutcome) {
    if (outcome === 'saved') notify({ title: words.saved });
    else
      notify({
        title: words.cannotSave,
        description:
          outcome === 'conflict'
            ? 'Someone else changed it meanwhile. Please look at both versions.'
            : outcome.failed,
        destructive: true,
      });
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    announce(await item.editor.save());
  }

  async function remove() {
    const sure = await ask({
      title: `Delete “${known}”?`,
      text: `${words.deleting} This cannot be undone.`,
      yes: 'Delete',
    });
    if (!sure) return;
    setDeleting(true);
    if (!(await onRemove())) setDeleting(false);
  }

  return (
    <article
      aria-labelledby={id}
      tabIndex={-1}
      data-item={item.row.id}
      className="rounded-soft border border-hairline bg-surface focus:outline-none focus-visible:outline-3"
    >
      <form onSubmit={save} className="p-4 sm:p-6">
        <Heading id={id} className="mb-4 line-clamp-2 text-h4">
          {known}
        </Heading>
        <div
          className={classes(
            'grid gap-5',
            pictures.length === 1 && 'sm:grid-cols-[11rem_1fr] lg:grid-cols-[14rem_1fr]',
          )}
        >
          <div className={classes('grid content-start gap-5', pictures.length > 1 && 'sm:grid-cols-2')}>
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
        <ConflictPanel
          editor={item.editor}
          fields={resource.fields}
          onKeepMine={async () => announce(await item.editor.keepMine())}
          onLetGo={onDrop}
          onAddAgain={() => onAddAgain(state.draft.values)}
        />
        <div className="mt-5 flex flex-wrap items-center justify-end gap-2 border-t border-hairline pt-4">
          <SaveState states={[state]} fields={resource.fields} onUndo={item.editor.undo} />
          <Action
            look="outline"
            className="border-transparent! text-danger! hover:border-danger!"
            busy={deleting}
            aria-describedby={id}
            onClick={remove}
          >
            {!deleting && <Trash2 className="size-4" aria-hidden="true" />}
            Delete
          </Action>
          <Action
            look="primary"
            type="submit"
            busy={state.saving}
            disabled={state.uploading > 0}
            aria-describedby={id}
          >
            Save
          </Action>
        </div>
      </form>
    </article>
  );
}
