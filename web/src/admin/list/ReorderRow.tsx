import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
import { cn } from '../../ui/cn';
import type { Positioned } from '../api/order';
import { useAdminMessages } from '../messages';
import { type EditableList, fieldsOf } from '../resources/resource';
import { StoredPicture } from '../shell/StoredPicture';

export type Way = 'top' | 'up' | 'down' | 'bottom';

/** In the order of their buttons. */
const ways = [
  { way: 'top', Icon: ArrowUpToLine },
  { way: 'up', Icon: ArrowUp },
  { way: 'down', Icon: ArrowDown },
  { way: 'bottom', Icon: ArrowDownToLine },
] as const;

interface Props {
  resource: EditableList;
  row: Positioned;
  title: string;
  first: boolean;
  last: boolean;
  onMove(way: Way): void;
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
        'flex items-center gap-1 rounded-soft border bg-surface p-1 max-sm:flex-wrap sm:gap-2',
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
          url={url}
          width={160}
          alt=""
          className="size-12 shrink-0 rounded-soft bg-sand object-cover"
        />
      )}
      <span dir="auto" className="line-clamp-2 min-w-0 flex-1 px-1 text-sm font-medium wrap-anywhere">
        {title}
      </span>
      {/* On a phone the words have the first line for themselves. */}
      <span className="flex justify-between max-sm:basis-full">
        {ways.map(({ way, Icon }) => (
          <button
            key={way}
            type="button"
            data-move={way}
            aria-label={reorder[way](title)}
            title={reorder[way](title)}
            disabled={way === 'top' || way === 'up' ? first : last}
            className={button}
            onClick={() => onMove(way)}
          >
            <Icon className="size-5" aria-hidden="true" />
          </button>
        ))}
      </span>
    </li>
  );
}
