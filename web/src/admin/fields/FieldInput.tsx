// Draws the input for one declared field of an editor.
import { useId } from 'react';
import type { Entry, Value, Values } from '../edit/draft';
import type { Editor } from '../edit/editor';
import { useEditor } from '../edit/open-editors';
import { useAdminMessages } from '../messages';
import { DocumentInput } from './DocumentInput';
import { FieldBoundary } from './FieldBoundary';
import { control, describedBy, FormField } from './FormField';
import type { Field, LineField, ParagraphField, RichField, TimeZoneField } from './field';
import { ListInput } from './ListInput';
import { PictureInput } from './PictureInput';
import { RichTextInput } from './RichTextInput';
import { SwitchInput } from './SwitchInput';
import { TextInput } from './TextInput';
import { TimeZoneSelect } from './TimeZoneSelect';
import { warnLength } from './warnings';

interface Props {
  field: Field;
  editor: Editor;
}

export function FieldInput(props: Props) {
  return (
    <FieldBoundary label={props.field.label}>
      <Control {...props} />
    </FieldBoundary>
  );
}

function Control({ field, editor }: Props) {
  const { draft, unsaved } = useEditor(editor);
  const value = draft.values[field.name] ?? null;
  const changed = unsaved.includes(field.name);
  const put = (next: Value) => editor.change(field.name, next);
  const text = typeof value === 'string' ? value : '';

  switch (field.kind) {
    case 'line':
      return <Line field={field} values={draft.values} text={text} changed={changed} onText={put} />;
    case 'paragraph':
      return <Paragraph field={field} text={text} changed={changed} onText={put} />;
    case 'rich':
      return <Rich field={field} text={text} changed={changed} onText={put} />;
    case 'switch':
      return <SwitchInput label={field.label} help={field.help} value={value === true} onChange={put} />;
    case 'timeZone':
      return <Zone field={field} text={text} changed={changed} onText={put} />;
    case 'list':
      return (
        <ListInput
          field={field}
          value={Array.isArray(value) ? (value as Entry[]) : []}
          changed={changed}
          onChange={put}
        />
      );
    case 'picture':
      return <PictureInput field={field} editor={editor} value={text} changed={changed} />;
    case 'document':
      return <DocumentInput field={field} editor={editor} value={text} changed={changed} />;
  }
}

interface TextProps<Kind> {
  field: Kind;
  text: string;
  changed: boolean;
  onText(text: string): void;
}

function Line({ field, values, text, changed, onText }: TextProps<LineField> & { values: Values }) {
  const id = useId();
  const warning = warnLength(text, field.maxLength) ?? field.warn?.(text);
  const notes = { help: field.help, warning };
  const secret = field.secret && ({ type: 'password', autoComplete: 'off', 'data-1p-ignore': true } as const);
  return (
    <FormField id={id} label={field.label} changed={changed} {...notes}>
      <TextInput
        id={id}
        name={field.name}
        options={field}
        value={text}
        refusal={changed ? field.refuse?.(text) : undefined}
        warned={warning !== undefined}
        disabled={field.onlyWith !== undefined && values[field.onlyWith] !== true}
        aria-describedby={describedBy(id, notes)}
        onText={onText}
        {...secret}
      />
    </FormField>
  );
}

function Paragraph({ field, text, changed, onText }: TextProps<ParagraphField>) {
  const id = useId();
  const notes = { help: field.help, warning: warnLength(text, field.maxLength) };
  return (
    <FormField id={id} label={field.label} changed={changed} {...notes}>
      <textarea
        id={id}
        dir="auto"
        name={field.name}
        rows={field.rows ?? 3}
        value={text}
        aria-describedby={describedBy(id, notes)}
        className={`${control} field-sizing-content`}
        onChange={event => onText(event.target.value)}
      />
    </FormField>
  );
}

function Zone({ field, text, changed, onText }: TextProps<TimeZoneField>) {
  const id = useId();
  const { noTimeZone } = useAdminMessages().fields;
  return (
    <FormField id={id} label={field.label} help={field.help} changed={changed}>
      <TimeZoneSelect
        id={id}
        name={field.name}
        value={text}
        none={noTimeZone}
        aria-describedby={describedBy(id, field)}
        onZone={onText}
      />
    </FormField>
  );
}

function Rich({ field, text, changed, onText }: TextProps<RichField>) {
  const id = useId();
  const notes = { help: field.help, warning: warnLength(text, field.maxLength) };
  return (
    <FormField id={id} label={field.label} changed={changed} as="p" {...notes}>
      <RichTextInput
        labelledBy={`${id}-label`}
        describedBy={describedBy(id, notes)}
        value={text}
        onChange={onText}
      />
    </FormField>
  );
}
