// One picture of the gallery: delete on hover, on focus and always on touch; its description below.
import { Trash2 } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { notify } from '../../lib/notices';
import { rendition } from '../../lib/picture';
import { ConflictPanel } from '../edit/ConflictPanel';
import type { SaveOutcome } from '../edit/editor';
import { useEditor } from '../edit/open-editors';
import { control } from '../fields/Labelled';
import type { Resource } from '../resources/resource';
import { Action } from '../shell/Action';
import { ask } from '../shell/question';
import type { Item } from './items';

interface Props {
  resource: Resource;
  item: Item;
  onRemove(): Promise<void>;
}

export function Tile({ resource, item, onRemove }: Props) {
  const id = useId();
  const { words, known } = resource;
  const state = useEditor(item.editor);
  const text = String(state.draft.values[known] ?? '');

  function announce(outcome: SaveOutcome) {
    if (outcome === 'saved') return notify({ title: words.saved });
    const description = outcome === 'conflict' ? 'Someone else changed it meanwhile.' : outcome.failed;
    notify({ title: words.cannotSave, description, destructive: true });
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    announce(await item.editor.save());
  }

  async function remove() {
    if (await ask({ title: 'Are you sure?', text: words.deleting, yes: 'Delete' })) await onRemove();
  }

  return (
    <li
      tabIndex={-1}
      data-item={item.row.id}
      className="flex flex-col overflow-hidden rounded-soft border border-hairline bg-surface"
    >
      <div className="tile relative aspect-[4/3] bg-sand">
        <img
          src={rendition(String(item.row.image_url), 480)}
          alt={text}
          loading="lazy"
          className="size-full object-cover"
        />
        <button
          type="button"
          aria-label={`Delete image: ${text}`}
          className="tile-delete absolute top-2 right-2 grid size-11 place-items-center rounded-soft bg-danger text-surface hover:bg-ink"
          onClick={remove}
        >
          <Trash2 className="size-5" aria-hidden="true" />
        </button>
      </div>
      <form onSubmit={save} className="grid gap-2 p-3">
        <label htmlFor={id} className="text-xs font-semibold text-ink-soft">
          What the picture shows
        </label>
        <input
          id={id}
          type="text"
          value={text}
          className={control}
          onChange={event => item.editor.change(known, event.target.value)}
        />
        <ConflictPanel
          editor={item.editor}
          fields={resource.fields}
          onKeepMine={async () => announce(await item.editor.keepMine())}
        />
        {state.unsaved.length > 0 && (
          <div className="flex gap-2">
            <Action look="primary" type="submit" className="flex-1" busy={state.saving}>
              Save
            </Action>
            <Action look="outline" onClick={item.editor.undo}>
              Undo
            </Action>
          </div>
        )}
      </form>
    </li>
  );
}
