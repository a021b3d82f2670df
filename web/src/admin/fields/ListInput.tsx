// A list of lines that grows, shrinks and changes its order: telephone numbers, links. Focus goes to what was added, to the
// neighbour of what was removed, and stays with what was moved.
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Entry } from '../edit/draft';
import { useAdminMessages } from '../messages';
import { edited } from './entry';
import { FieldName, nameClass } from './FormField';
import type { ListField } from './field';
import { ListEntry } from './ListEntry';

interface Props {
  field: ListField;
  value: readonly Entry[];
  changed: boolean;
  onChange(value: readonly Entry[]): void;
}

export function ListInput({ field, value, changed, onChange }: Props) {
  const id = useId();
  const messages = useAdminMessages().fields;
  const frame = useRef<HTMLFieldSetElement>(null);
  const focusAt = useRef<{ index: number; on: string } | undefined>(undefined);
  const [moved, setMoved] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));

  useEffect(() => {
    if (!focusAt.current) return;
    const { index, on } = focusAt.current;
    focusAt.current = undefined;
    const entries = frame.current?.querySelectorAll<HTMLElement>('[data-entry]');
    const entry = entries?.[Math.min(index, entries.length - 1)];
    // At either end the button that was pressed is switched off; the other one is next to it.
    const wanted = [on, '[data-move]', 'input'].map(one =>
      entry?.querySelector<HTMLElement>(`${one}:enabled`),
    );
    (wanted.find(Boolean) ?? frame.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  });

  function edit(index: number, part: string, text: string) {
    onChange(value.map((entry, at) => (at === index ? edited(field, entry, part, text) : entry)));
  }

  function add() {
    focusAt.current = { index: value.length, on: 'input' };
    onChange([...value, field.defaults]);
  }

  function remove(index: number) {
    focusAt.current = { index, on: 'input' };
    onChange(value.filter((_, at) => at !== index));
  }

  function move(from: number, to: number, on?: string) {
    if (from === to || to < 0 || to >= value.length) return;
    if (on) focusAt.current = { index: to, on };
    setMoved(messages.moved(field.entry, to + 1, value.length));
    onChange(arrayMove([...value], from, to));
  }

  function onDragEnd({ active, over }: DragEndEvent) {
    if (over) move(Number(active.id) - 1, Number(over.id) - 1);
  }

  // An entry is its place in the list and has no other name. The drag library takes 0 for no id.
  const ids = value.map((_, index) => index + 1);
  return (
    <fieldset ref={frame} className="min-w-0" aria-describedby={field.help && `${id}-help`}>
      <legend className={nameClass}>
        <FieldName label={field.label} changed={changed} />
      </legend>
      {field.help && (
        <p id={`${id}-help`} className="mb-2 text-xs text-ink-soft">
          {field.help}
        </p>
      )}
      {value.length === 0 && <p className="mb-2 text-sm text-ink-soft">{messages.none}</p>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ container: document.body }}
        onDragEnd={onDragEnd}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ul className="grid gap-3">
            {value.map((entry, index) => (
              <ListEntry
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={index}
                id={index + 1}
                field={field}
                entry={entry}
                count={value.length}
                onEdit={(part, text) => edit(index, part, text)}
                onRemove={() => remove(index)}
                onMove={(by, on) => move(index, index + by, on)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {value.length < field.maxEntries && (
        <button
          type="button"
          data-add
          className="mt-2 inline-flex min-h-11 items-center gap-1.5 rounded-soft px-2 text-sm font-semibold text-emerald hover:bg-emerald-tint"
          onClick={add}
        >
          <Plus className="size-4" aria-hidden="true" />
          {field.add}
        </button>
      )}
    </fieldset>
  );
}
