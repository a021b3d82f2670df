// One line that says how a form or an item stands: what is unsaved, when it was saved, what waits to be brought back.
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Field } from '../fields/field';
import { inSentence } from '../fields/labels';
import { useAdminMessages } from '../messages';
import { clockTime } from '../shell/moments';
import { ask } from '../shell/question';
import { DraftOffer } from './DraftOffer';
import type { EditorState } from './editor';

interface Props {
  states: EditorState[];
  fields: readonly Field[];
  onUndo(): void;
  /** A line below: who else is here. */
  children?: ReactNode;
  /** The offer of unsaved work is shown elsewhere. */
  withoutOffer?: boolean;
}

export function SaveState({ states, fields, onUndo, withoutOffer, children }: Props) {
  const messages = useAdminMessages().forms;
  const open = states.flatMap(state => state.unsaved);
  const savedAt = states.flatMap(state => state.savedAt ?? []).sort((a, b) => +b - +a)[0];
  const redos = states.flatMap(state => state.redo ?? []);
  const labels = open.map(name => inSentence(fields.find(field => field.name === name)?.label ?? name));

  async function undo() {
    const sure = await ask({
      title: messages.undoQuestion,
      text: messages.undoText(labels),
      yes: messages.undoYes,
      no: messages.undoNo,
    });
    if (sure) onUndo();
  }

  function redo() {
    for (const one of redos) one();
  }

  return (
    <div className="min-w-0 flex-1 basis-20 text-sm text-ink-soft">
      {!withoutOffer && <DraftOffer states={states} className="mb-2" />}
      <div className="flex min-h-11 items-center gap-1">
        <p role="status" className="min-w-0 text-xs leading-snug sm:text-sm">
          <span className="line-clamp-2 sm:line-clamp-3 sm:not-last:line-clamp-1">
            {open.length > 0 ? (
              <span className="font-medium text-ink">{messages.notSaved(labels)}</span>
            ) : redos.length > 0 ? (
              messages.undone
            ) : savedAt ? (
              messages.saved(clockTime(savedAt))
            ) : (
              messages.nothingUnsaved
            )}
          </span>
          {children}
        </p>
        {open.length > 0 && (
          <button
            type="button"
            aria-label={messages.undo}
            title={messages.undo}
            className="grid size-11 shrink-0 place-items-center rounded-soft hover:bg-sand hover:text-ink"
            onClick={undo}
          >
            <Undo2 className="size-5" aria-hidden="true" />
          </button>
        )}
        {open.length === 0 && redos.length > 0 && (
          <button
            type="button"
            className="min-h-11 shrink-0 rounded-soft px-2 text-start font-semibold underline underline-offset-4 hover:text-ink"
            onClick={redo}
          >
            {messages.redo}
          </button>
        )}
      </div>
    </div>
  );
}
