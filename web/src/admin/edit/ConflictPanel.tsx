// Shown when someone else saved or deleted the same thing: what both changed, side by side, and the choice.
import { useEffect, useRef, useState } from 'react';
import type { Field } from '../fields/field';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import type { Value } from './draft';
import { draftTime } from './draft-time';
import type { Editor } from './editor';
import { useEditor } from './open-editors';
import { readable } from './readable';

interface Props {
  editor: Editor;
  fields: readonly Field[];
  onKeepMine(): void;
  /** For an item that was deleted: take it off the screen. */
  onLeaveDeleted?(): void;
  /** For an item that was deleted: store it once more. */
  onPutBack?(): void;
}

export function ConflictPanel({ editor, fields, onKeepMine, onLeaveDeleted, onPutBack }: Props) {
  const messages = useAdminMessages().forms;
  const { conflict, saving } = useEditor(editor);
  const [leftDeleted, setLeftDeleted] = useState(false);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (conflict) frame.current?.focus();
  }, [conflict]);

  /** The edits go, also from the browser's storage, so that nothing asks about them again. */
  function leaveDeleted() {
    editor.undo();
    editor.forget();
    if (onLeaveDeleted) onLeaveDeleted();
    else setLeftDeleted(true);
  }

  if (leftDeleted) return <p className="my-4 text-sm text-ink-soft">{messages.leftDeleted}</p>;
  if (!conflict) return null;
  const { stored } = conflict;
  const changedAt = stored && new Date(stored.version);
  const when = changedAt && !Number.isNaN(changedAt.getTime()) ? draftTime(changedAt) : undefined;
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label={messages.conflict}
      className="my-4 rounded-soft border border-danger bg-danger-tint p-4 text-sm"
    >
      <p className="font-semibold text-danger">
        {!stored
          ? messages.conflictDeleted
          : when
            ? messages.conflictChangedAt(when)
            : messages.conflictChanged}
      </p>
      {conflict.differences.length > 0 && (
        <dl className="mt-3 grid gap-3">
          {conflict.differences.map(({ name, mine, theirs }) => {
            const field = fields.find(one => one.name === name);
            const hidden = field?.kind === 'line' && field.secret;
            const show = (value: Value) => (hidden ? messages.hiddenValue : readable(value, messages));
            return (
              <div key={name}>
                <dt className="font-semibold first-letter:uppercase">{field?.label ?? name}</dt>
                <dd className="mt-1 grid gap-2 sm:grid-cols-2">
                  <Version title={messages.theirs} text={show(theirs)} />
                  <Version title={messages.yours} text={show(mine)} />
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {/* Neither answer is the expected one, and the form below has its own main button. */}
      <div className="mt-4 flex flex-wrap gap-2">
        {stored ? (
          <>
            <Action variant="outline" busy={saving} onClick={onKeepMine}>
              {messages.keepMine}
            </Action>
            <Action variant="outline" onClick={editor.useTheirs}>
              {messages.useTheirs}
            </Action>
          </>
        ) : (
          <>
            {onPutBack && (
              <Action variant="outline" busy={saving} onClick={onPutBack}>
                {messages.putBack}
              </Action>
            )}
            <Action variant="outline" onClick={leaveDeleted}>
              {messages.leaveDeleted}
            </Action>
          </>
        )}
      </div>
    </section>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0 rounded-soft border border-hairline bg-surface p-2">
      <p className="text-xs font-semibold text-ink-soft">{title}</p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text.length > 1500 ? `${text.slice(0, 1500)} …` : text}
      </p>
    </div>
  );
}
