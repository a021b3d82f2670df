// One line that says how a form or an item stands: what is unsaved, or when it was saved.
import type { Field } from '../fields/field';
import { clockTime } from '../shell/moments';
import type { EditorState } from './editor';

interface Props {
  states: EditorState[];
  fields: readonly Field[];
  onUndo(): void;
}

export function SaveState({ states, fields, onUndo }: Props) {
  const open = states.flatMap(state => state.unsaved);
  const savedAt = states.flatMap(state => state.savedAt ?? []).sort((a, b) => +b - +a)[0];
  const labels = open.map(name => fields.find(field => field.name === name)?.label ?? name);
  const restored = states.some(state => state.restored);

  return (
    <div className="min-w-0 basis-full text-sm text-ink-soft sm:flex-1 sm:basis-0" role="status">
      {open.length > 0 ? (
        <p>
          <span className="font-semibold text-ink">
            {restored ? 'Your unsaved changes are back' : 'Not saved yet'}
          </span>
          : {inShort(labels)}.{' '}
          <button
            type="button"
            className="text-left underline underline-offset-4 hover:text-ink"
            onClick={onUndo}
          >
            Undo changes
          </button>
        </p>
      ) : (
        <p>{savedAt ? `Saved ${clockTime(savedAt)}` : 'No unsaved changes'}</p>
      )}
    </div>
  );
}

function inShort(labels: string[]): string {
  const lower = labels.map(label =>
    /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1),
  );
  return lower.length > 3
    ? `${lower.slice(0, 2).join(', ')} and ${lower.length - 2} more`
    : lower.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
