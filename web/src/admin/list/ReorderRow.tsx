import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { rendition } from '../../lib/picture';
import { cn } from '../../ui/cn';
import type { Positioned } from '../api/order';
import { useAdminMessages } from '../messages';
import { type EditableList, fieldsOf } from '../resources/resource';
import { StoredPicture } from '../shell/StoredPicture';

interface Props {
  resource: EditableList;
  row: Positioned;
  title: string;
  first: boolean;
  last: boolean;
  onMove(by: 1 | -1): void;
}

const button =
  'grid size-11 shrink-0 place-items-center rounded-soft text-ink-soft hover:bg-sand hover:text-ink disabled:opacity-35 disabled:hover:bg-transparent';

export function ReorderRow({ resource, row, title, first, last, onMove }: Props) {
  const { reorder } = useAdminMessages().lists;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: row.id });
  const picture = resource.uploads ?? fieldsOf(resource).find(field => field.kind === 'picture')?.name;
  const url = picture && String(row[picture] ?? '');
  return (
    <li
      ref={setNodeRef}
      data-order={row.id}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cn(
        'flex items-center gap-1 rounded-soft border bg-surface p-1 sm:gap-2',
        isDragging ? 'relative z-10 border-emerald shadow-lift' : 'border-hairline',
      )}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        {...attributes}
        {...listeners}
        aria-label={reorder.drag(title)}
        className={cn(button, 'cursor-grab touch-none active:cursor-grabbing')}
      >
        <GripVertical className="size-5" aria-hidden="true" />
      </button>
      {url && (
        <StoredPicture
          src={rendition(url, 160)}
          alt=""
          className="size-12 shrink-0 rounded-soft bg-sand object-cover"
        />
      )}
      <span dir="auto" className="line-clamp-2 min-w-0 flex-1 px-1 text-sm font-medium">
        {title}
      </span>
      <button
        type="button"
        data-up
        aria-label={reorder.up(title)}
        disabled={first}
        className={button}
        onClick={() => onMove(-1)}
      >
        <ArrowUp className="size-5" aria-hidden="true" />
      </button>
      <button
        type="button"
        data-down
        aria-label={reorder.down(title)}
        disabled={last}
        className={button}
        onClick={() => onMove(1)}
      >
        <ArrowDown className="size-5" aria-hidden="true" />
      </button>
    </li>
  );
}
