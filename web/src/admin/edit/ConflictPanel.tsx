// Shown when someone else saved meanwhile: what differs, side by side, and the choice.
import { useEffect, useRef } from 'react';
import { plainText } from '../../lib/rich-text';
import type { Field } from '../fields/field';
import { Action } from '../shell/Action';
import type { Entry, Value } from './draft';
import type { Editor } from './editor';
import { useEditor } from './open-editors';

interface Props {
  editor: Editor;
  fields: readonly Field[];
  onKeepMine(): void;
  /** For an item that was deleted: take it off the screen. */
  onLetGo?(): void;
  /** For an item that was deleted: store it once more. */
  onAddAgain?(): void;
}

export function ConflictPanel({ editor, fields, onKeepMine, onLetGo, onAddAgain }: Props) {
  const { conflict, saving } = useEditor(editor);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (conflict) frame.current?.focus();
  }, [conflict]);

  if (!conflict) return null;
  const { stored } = conflict;
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label="Changed meanwhile"
      className="my-4 rounded-soft border border-danger bg-danger-tint p-4 text-sm"
    >
      <p className="font-semibold text-danger">
        {stored
          ? 'Someone else changed this while you were editing. Nothing has been overwritten.'
          : 'Someone else deleted this while you were editing.'}
      </p>
      {conflict.differences.length > 0 && (
        <dl className="mt-3 grid gap-3">
          {conflict.differences.map(({ name, mine, theirs }) => {
            const field = fields.find(one => one.name === name);
            const hidden = field?.kind === 'line' && field.secret;
            return (
              <div key={name}>
                <dt className="font-semibold first-letter:uppercase">{field?.label ?? name}</dt>
                <dd className="mt-1 grid gap-2 sm:grid-cols-2">
                  <Version title="Theirs" value={hidden ? '(not shown)' : theirs} />
                  <Version title="Yours" value={hidden ? '(not shown)' : mine} />
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {stored ? (
          <>
            <Action look="primary" busy={saving} onClick={onKeepMine}>
              Keep mine
            </Action>
            <Action look="outline" onClick={() => editor.take(stored)}>
              Take theirs
            </Action>
          </>
        ) : (
          <>
            <Action look="primary" onClick={onAddAgain}>
              Add it again
            </Action>
            <Action look="outline" onClick={onLetGo}>
              Let it go
            </Action>
          </>
        )}
      </div>
    </section>
  );
}

function Version({ title, value }: { title: string; value: Value }) {
  return (
    <div className="min-w-0 rounded-soft border border-hairline bg-surface p-2">
      <p className="text-xs font-semibold text-ink-soft">{title}</p>
      <p className="whitespace-pre-wrap">{shortened(readable(value))}</p>
    </div>
  );
}

function readable(value: Value): string {
  if (value === null || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'string') return /<\/?[a-z]/i.test(value) ? plainText(value) : value;
  return value.map(line).join('\n') || '(empty)';
}

function shortened(text: string): string {
  return text.length > 1500 ? `${text.slice(0, 1500)} …` : text;
}

function line(entry: Entry): string {
  return typeof entry === 'string' ? entry : Object.values(entry).join(': ');
}
