// Draws a declared form: its sections, the bar that says what is unsaved, and the one button.
import { type FormEvent, useMemo } from 'react';
import { notify } from '../../lib/notices';
import { Spinner } from '../../ui/Spinner';
import { ConflictPanel } from '../edit/ConflictPanel';
import type { Editor, EditorState, SaveOutcome } from '../edit/editor';
import { useEditors, useOpen } from '../edit/open-editors';
import { SaveState } from '../edit/SaveState';
import { FieldInput } from '../fields/FieldInput';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import type { ContentForm } from './content';
import { type OpenDocument, useDocuments } from './documents';

export function ContentFormView({ form }: { form: ContentForm }) {
  const { state, again } = useDocuments(form);
  if (state.status === 'loading')
    return (
      <div className="grid min-h-48 place-items-center text-emerald">
        <Spinner />
      </div>
    );
  if (state.status === 'failed') return <Failed text={form.failed} onAgain={again} />;
  return <Ready form={form} documents={state.open} />;
}

function Ready({ form, documents }: { form: ContentForm; documents: OpenDocument[] }) {
  const editors = useMemo(() => documents.map(document => document.editor), [documents]);
  useOpen(editors);
  const states = useEditors(editors);
  const fields = documents.flatMap(document => document.sections.flatMap(section => section.fields));
  const saving = states.some(state => state.saving);
  const uploading = states.some(state => state.uploading > 0);

  async function save(event?: FormEvent) {
    event?.preventDefault();
    const due = worthSaving(editors, states);
    announce(form, await Promise.all(due.map(editor => editor.save())));
  }

  return (
    <form onSubmit={save}>
      <div className="grid gap-6">
        {documents.map(document => (
          <div key={document.pageKey} className="grid gap-6">
            {document.sections.map(section => (
              <section
                key={section.heading}
                className="rounded-soft border border-hairline bg-surface p-4 sm:p-6"
              >
                <h2 className="text-h4">{section.heading}</h2>
                {section.help && <p className="mt-1 text-sm text-ink-soft">{section.help}</p>}
                <div className="mt-5 grid gap-5">
                  {section.fields.map(field => (
                    <FieldInput key={field.name} field={field} editor={document.editor} />
                  ))}
                </div>
              </section>
            ))}
            <ConflictPanel
              editor={document.editor}
              fields={fields}
              onKeepMine={async () => announce(form, [await document.editor.keepMine()])}
            />
          </div>
        ))}
      </div>
      <div className="save-bar">
        <SaveState
          states={states}
          fields={fields}
          onUndo={() => {
            for (const editor of editors) editor.undo();
          }}
        />
        <Action look="primary" type="submit" busy={saving} disabled={uploading}>
          {form.save}
        </Action>
      </div>
    </form>
  );
}

/** Everything with edits; when nothing was edited, everything, since the button was pressed. */
function worthSaving(editors: Editor[], states: EditorState[]): Editor[] {
  const edited = editors.filter((_, index) => (states[index]?.unsaved.length ?? 0) > 0);
  return edited.length > 0 ? edited : editors;
}

function announce(form: ContentForm, outcomes: SaveOutcome[]) {
  const failed = outcomes.find(outcome => typeof outcome === 'object');
  const conflict = outcomes.includes('conflict');
  if (failed) notify({ title: form.cannotSave, description: failed.failed, destructive: true });
  else if (conflict)
    notify({
      title: form.cannotSave,
      description: 'Someone else changed it meanwhile. Please look at both versions.',
      destructive: true,
    });
  else notify(form.saved);
}
