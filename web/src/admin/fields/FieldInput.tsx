// Draws the input for one declared field of an editor.
import { lazy, Suspense, useId } from 'react';
import type { Entry, Value, Values } from '../edit/draft';
import type { Editor } from '../edit/editor';
import { useEditor } from '../edit/open-editors';
import type { Field, LineField } from './field';
import { control, describedBy, Labelled } from './Labelled';
import { ListInput } from './ListInput';
import { PictureInput } from './PictureInput';
import { SwitchInput } from './SwitchInput';
import { doubtLength } from './warnings';

// The editor is the heaviest part of the admin; screens without rich text do not load it.
const RichInput = lazy(() => import('../rich-text/RichInput'));

interface Props {
  field: Field;
  editor: Editor;
}

export function FieldInput({ field, editor }: Props) {
  const id = useId();
  const { draft, unsaved } = useEditor(editor);
  const value = draft.values[field.name] ?? null;
  const changed = unsaved.includes(field.name);
  const put = (next: Value) => editor.change(field.name, next);
  const text = typeof value === 'string' ? value : '';

  switch (field.kind) {
    case 'line':
    case 'paragraph': {
      const warning =
        doubtLength(text, field.most) ?? (field.kind === 'line' ? field.warn?.(text) : undefined);
      const notes = { help: field.help, warning };
      const common = {
        id,
        name: field.name,
        value: text,
        'aria-describedby': describedBy(id, notes),
        onChange: (event: { target: { value: string } }) => put(event.target.value),
      };
      return (
        <Labelled id={id} label={field.label} changed={changed} {...notes}>
          {field.kind === 'paragraph' ? (
            <textarea {...common} rows={field.rows ?? 3} className={`${control} field-sizing-content`} />
          ) : (
            <input
              {...common}
              {...lineProps(field)}
              disabled={isOff(field, draft.values)}
              className={control}
            />
          )}
        </Labelled>
      );
    }
    case 'switch':
      return <SwitchInput label={field.label} help={field.help} value={value === true} onChange={put} />;
    case 'list':
      return (
        <ListInput field={field} value={Array.isArray(value) ? (value as Entry[]) : []} onChange={put} />
      );
    case 'picture':
      return <PictureInput field={field} editor={editor} value={text} changed={changed} />;
    case 'rich':
      return (
        <Labelled id={id} label={field.label} help={field.help} changed={changed} as="p">
          <Suspense fallback={<div className="min-h-36 rounded-soft border border-edge bg-surface" />}>
            <RichInput labelledBy={`${id}-label`} value={text} onChange={put} />
          </Suspense>
        </Labelled>
      );
  }
}

function isOff(field: LineField, values: Values) {
  return field.onlyWith !== undefined && values[field.onlyWith] !== true;
}

function lineProps(field: LineField) {
  if (field.secret) return { type: 'password', autoComplete: 'off', 'data-1p-ignore': true } as const;
  return { type: field.input ?? 'text' };
}
