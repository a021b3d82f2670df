// One line of a list: its labelled inputs, and the buttons that move and remove it.
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { SocialIcon } from '../../components/SocialIcon';
import { cn } from '../../ui/cn';
import type { Entry } from '../edit/draft';
import { useAdminMessages } from '../messages';
import { type ListField, type ListPart, partOf } from './field';
import { TextInput } from './TextInput';
import { warnLength } from './warnings';

interface Props {
  /** Its place in the list, counted from one. */
  id: number;
  field: ListField;
  entry: Entry;
  count: number;
  onEdit(part: string, text: string): void;
  onRemove(): void;
  /** `on` names the button that was pressed, so that focus stays with it. */
  onMove(by: 1 | -1, on: string): void;
}

export function ListEntry({ id: number, field, entry, count, onEdit, onRemove, onMove }: Props) {
  const messages = useAdminMessages().fields;
  const sortable = useSortable({ id: number });
  const { parts } = field;
  const single = parts.length === 1;
  const style = { transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition };

  return (
    <li
      ref={sortable.setNodeRef}
      data-entry
      style={style}
      className={cn(
        'rounded-soft border border-hairline bg-surface p-2 ps-3',
        sortable.isDragging && 'relative z-10 shadow-lift',
      )}
    >
      {/* On a phone the entry's name and its buttons share a line above the inputs. */}
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-2 sm:items-end">
        {!single && (
          <p aria-hidden="true" className="text-sm font-semibold first-letter:uppercase sm:hidden">
            {messages.entry(field.entry, number)}
          </p>
        )}
        <div
          className={cn(
            single
              ? 'contents'
              : 'col-span-2 row-start-2 grid min-w-0 gap-2 sm:col-span-1 sm:row-start-1 sm:grid-cols-[2fr_3fr] sm:gap-3',
          )}
        >
          {parts.map(part => (
            <Part
              key={part.name}
              part={part}
              single={single}
              name={messages.entry(field.entry, number)}
              of={messages.ofEntry(field.entry, number)}
              text={partOf(entry, part.name)}
              onText={text => onEdit(part.name, text)}
            />
          ))}
        </div>
        <div className={cn('col-start-2 row-start-1 flex', single && 'sm:row-start-2 sm:self-start')}>
          {count > 1 && (
            <>
              <Tool
                label={messages.drag(field.entry, number)}
                tabIndex={-1} // the buttons beside it do the same by keyboard
                className="cursor-grab touch-none max-sm:hidden"
                {...sortable.listeners}
              >
                <GripVertical className="size-5" aria-hidden="true" />
              </Tool>
              <Tool
                label={messages.moveUp(field.entry, number)}
                data-move="up"
                disabled={number === 1}
                onClick={() => onMove(-1, '[data-move=up]')}
              >
                <ArrowUp className="size-5" aria-hidden="true" />
              </Tool>
              <Tool
                label={messages.moveDown(field.entry, number)}
                data-move="down"
                disabled={number === count}
                onClick={() => onMove(1, '[data-move=down]')}
              >
                <ArrowDown className="size-5" aria-hidden="true" />
              </Tool>
            </>
          )}
          <Tool
            label={messages.removeEntry(field.entry, number)}
            className="hover:border-danger! hover:text-danger!"
            onClick={onRemove}
          >
            <X className="size-5" aria-hidden="true" />
          </Tool>
        </div>
      </div>
    </li>
  );
}

interface PartProps {
  part: ListPart;
  /** The entry's only input: the entry's own name is its label. */
  single: boolean;
  name: string;
  of: string;
  text: string;
  onText(text: string): void;
}

function Part({ part, single, name, of, text, onText }: PartProps) {
  const id = useId();
  const warning = warnLength(text, part.maxLength) ?? part.warn?.(text);
  return (
    <div className={single ? 'contents' : 'min-w-0'}>
      <label
        htmlFor={id}
        className={cn(
          'mb-0.5 block text-xs font-semibold text-ink-soft first-letter:uppercase',
          single && 'col-start-1 row-start-1',
        )}
      >
        {single ? (
          name
        ) : (
          <>
            {part.label}
            <span className="sr-only">{of}</span>
          </>
        )}
      </label>
      <div className={cn('min-w-0', single && 'col-span-2 col-start-1 row-start-2 sm:col-span-1')}>
        <div className="flex items-center gap-2">
          {part.suggestions && (
            <span className="shrink-0 text-ink-soft">
              <SocialIcon platform={text} />
            </span>
          )}
          <TextInput
            id={id}
            options={part}
            value={text}
            warned={warning !== undefined}
            aria-describedby={warning && `${id}-warning`}
            onText={onText}
            refusal={part.refuse?.(text)}
          />
        </div>
        {warning && (
          <p id={`${id}-warning`} className="mt-1 text-xs font-medium text-danger">
            {warning}
          </p>
        )}
      </div>
    </div>
  );
}

interface ToolProps extends React.ComponentProps<'button'> {
  label: string;
  children: ReactNode;
}

function Tool({ label, className, ...rest }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cn(
        'grid size-11 shrink-0 place-items-center rounded-soft border border-transparent text-ink-soft hover:border-edge hover:text-ink disabled:pointer-events-none disabled:opacity-35',
        className,
      )}
      {...rest}
    />
  );
}
