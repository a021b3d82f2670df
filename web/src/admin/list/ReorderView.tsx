// The order that visitors see, changed by dragging or by arrows. Every move is stored at once.
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { notify } from '../../lib/notices';
import { clearPositions, maxPositioned, type Positioned, readPublicOrder, writePosition } from '../api/order';
import { queryClient } from '../api/query-client';
import { useAdminMessages } from '../messages';
import { type EditableList, messagesOf } from '../resources/resource';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { useFocus } from '../shell/focus';
import { Loading } from './ListStates';
import { moveRow, positionChanges } from './positions';
import { ReorderRow, type Way } from './ReorderRow';

interface Props {
  resource: EditableList;
  part?: boolean;
  onDone(): void;
}

export function ReorderView({ resource, part, onDone }: Props) {
  const { lists } = useAdminMessages();
  const texts = lists.reorder;
  const { table, titleField, publicOrder = 'created_at.asc' } = resource;
  const messages = messagesOf(resource);
  const key = [table, 'order'];
  const [said, setSaid] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const focus = useFocus(frame);
  const Heading = part ? 'h3' : 'h2';

  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readPublicOrder(table, publicOrder, signal),
    meta: { failed: messages.cannotLoad },
  });
  const rows = query.data ?? [];
  const titleOf = (row: Positioned) => String(row[titleField] || lists.untitled(messages.one));
  const named = (id: unknown) => rows.find(row => row.id === id);

  // Moves are stored in the order they were made, also when they are made faster than the server answers.
  const storing = useMutation({
    scope: { id: `order of ${table}` },
    mutationFn: async (changes: { id: string; position: number | null }[]) => {
      for (const { id, position } of changes) await writePosition(table, id, position);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: key }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [table, 'by-hand'] }),
    meta: { failed: texts.cannotSave },
  });

  const resetting = useMutation({
    scope: { id: `order of ${table}` },
    mutationFn: () => clearPositions(table),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: key });
      queryClient.invalidateQueries({ queryKey: [table, 'by-hand'] });
      notify({ title: texts.usualDone });
    },
    meta: { failed: texts.cannotSave },
  });

  function move(from: number, to: number) {
    const row = rows[from];
    if (!row || to < 0 || to >= rows.length || from === to) return;
    const next = moveRow(rows, from, to);
    queryClient.cancelQueries({ queryKey: key });
    queryClient.setQueryData(key, next);
    storing.mutate(positionChanges(rows, next));
    setSaid(texts.moved(titleOf(row), to + 1, rows.length));
  }

  function moveTo(from: number, way: Way) {
    const id = rows[from]?.id;
    move(from, { top: 0, up: from - 1, down: from + 1, bottom: rows.length - 1 }[way]);
    // At an end the button that was pressed is disabled; the one that leads back takes over.
    const back = { top: 'down', up: 'down', down: 'up', bottom: 'up' }[way];
    focus(`[data-order="${id}"] [data-move=${way}]:enabled`, `[data-order="${id}"] [data-move=${back}]`);
  }

  function onDragEnd({ active, over }: DragEndEvent) {
    const from = rows.findIndex(row => row.id === active.id);
    const to = rows.findIndex(row => row.id === over?.id);
    if (to >= 0) move(from, to);
  }

  const announcements: Announcements = {
    onDragStart: ({ active }) => texts.lifted(titleFor(active.id)),
    onDragOver: ({ active, over }) =>
      over ? texts.over(titleFor(active.id), placeOf(over.id), rows.length) : undefined,
    onDragEnd: ({ active, over }) =>
      over ? texts.dropped(titleFor(active.id), placeOf(over.id)) : texts.cancelled(titleFor(active.id)),
    onDragCancel: ({ active }) => texts.cancelled(titleFor(active.id)),
  };
  const titleFor = (id: unknown) => {
    const row = named(id);
    return row ? titleOf(row) : '';
  };
  const placeOf = (id: unknown) => rows.findIndex(row => row.id === id) + 1;

  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  if (query.isError && !query.data)
    return <Failed text={messages.loadFailed} onAgain={() => query.refetch()} />;
  if (!query.data) return <Loading />;

  const isByHand = rows.some(row => row.position !== null);
  return (
    <div ref={frame}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Heading className="text-h4">{texts.list(messages.many)}</Heading>
        <div className="flex flex-wrap gap-2">
          <Action
            variant="outline"
            disabled={!isByHand}
            busy={resetting.isPending}
            onClick={() => resetting.mutate()}
          >
            {texts.usual}
          </Action>
          <Action variant="primary" autoFocus onClick={onDone}>
            {texts.done}
          </Action>
        </div>
        <p className="basis-full text-sm text-ink-soft">{texts.help}</p>
        {rows.length >= maxPositioned && <p className="text-sm">{texts.tooMany(maxPositioned)}</p>}
      </div>
      <p className="sr-only" role="status">
        {said}
      </p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{ announcements, screenReaderInstructions: { draggable: texts.instructions } }}
      >
        <SortableContext items={rows.map(row => row.id)} strategy={verticalListSortingStrategy}>
          <ol className="grid gap-2">
            {rows.map((row, index) => (
              <ReorderRow
                key={row.id}
                resource={resource}
                row={row}
                title={titleOf(row)}
                first={index === 0}
                last={index === rows.length - 1}
                onMove={way => moveTo(index, way)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </div>
  );
}
