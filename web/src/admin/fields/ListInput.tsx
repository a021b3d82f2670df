// A list of lines that grows and shrinks: telephone numbers, links. Focus goes to what was added, and to the neighbour
// of what was removed.
import { Plus, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { classes } from '../../ui/classes';
import type { Entry } from '../edit/draft';
import type { ListField } from './field';
import { control } from './Labelled';

interface Props {
  field: ListField;
  value: readonly Entry[];
  onChange(value: readonly Entry[]): void;
}

export function ListInput({ field, value, onChange }: Props) {
  const id = useId();
  const frame = useRef<HTMLFieldSetElement>(null);
  const focusAt = useRef<number | undefined>(undefined);
  const parts = field.parts ?? [{ name: '', label: field.entry, input: field.input ?? 'text' }];

  useEffect(() => {
    if (focusAt.current === undefined) return;
    const entries = frame.current?.querySelectorAll<HTMLElement>('[data-entry]');
    const entry = entries?.[Math.min(focusAt.current, entries.length - 1)];
    const target = entry?.querySelector('input') ?? frame.current?.querySelector<HTMLElement>('[data-add]');
    focusAt.current = undefined;
    target?.focus();
  });

  function read(entry: Entry, part: string): string {
    return typeof entry === 'string' ? entry : (entry[part] ?? '');
  }

  function edit(index: number, part: string, text: string) {
    onChange(
      value.map((entry, at) => {
        if (at !== index) return entry;
        return typeof entry === 'string' ? text : { ...entry, [part]: text };
      }),
    );
  }

  function add() {
    focusAt.current = value.length;
    onChange([...value, field.fresh]);
  }

  function remove(index: number) {
    focusAt.current = index;
    onChange(value.filter((_, at) => at !== index));
  }

  return (
    <fieldset ref={frame} className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{field.label}</legend>
      {field.help && <p className="mb-2 text-xs text-ink-soft">{field.help}</p>}
      {value.length === 0 && <p className="mb-2 text-sm text-ink-soft">None yet.</p>}
      <ul className={classes('grid', parts.length > 1 ? 'gap-4 sm:gap-2' : 'gap-2')}>
        {value.map((entry, index) => {
          const warning = parts[0] && field.warn?.(read(entry, parts[0].name));
          const note = `${id}-${index}-warning`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in the list, and has no other name
            <li key={index} data-entry>
              <div className="flex items-start gap-2">
                <div
                  className={
                    parts.length > 1 ? 'grid min-w-0 flex-1 gap-1 sm:grid-cols-2 sm:gap-2' : 'min-w-0 flex-1'
                  }
                >
                  {parts.map(part => (
                    <input
                      key={part.name}
                      type={part.input ?? 'text'}
                      aria-label={
                        parts.length > 1
                          ? `${part.label} of ${field.entry} ${index + 1}`
                          : `${part.label} ${index + 1}`
                      }
                      aria-describedby={warning ? note : undefined}
                      placeholder={part.label}
                      value={read(entry, part.name)}
                      className={control}
                      onChange={event => edit(index, part.name, event.target.value)}
                    />
                  ))}
                </div>
                <button
                  type="button"
                  aria-label={`Remove ${field.entry} ${index + 1}`}
                  title="Remove"
                  className="grid size-11 shrink-0 place-items-center rounded-soft border border-transparent text-ink-soft hover:border-danger hover:text-danger"
                  onClick={() => remove(index)}
                >
                  <X className="size-5" aria-hidden="true" />
                </button>
              </div>
              {warning && (
                <p id={note} className="mt-1 text-xs font-medium text-danger">
                  {warning}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        data-add
        className="mt-2 inline-flex min-h-11 items-center gap-1.5 rounded-soft px-2 text-sm font-semibold text-emerald hover:bg-emerald-tint"
        onClick={add}
      >
        <Plus className="size-4" aria-hidden="true" />
        {field.add}
      </button>
    </fieldset>
  );
}
