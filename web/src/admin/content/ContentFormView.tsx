// Draws a declared form: its sections, the bar that says what is unsaved, and the one button.
import { Lock } from 'lucide-react';
import { type FormEvent, useMemo, useRef } from 'react';
import { notify } from '../../lib/notices';
import { ownerDocuments, type PageKey } from '../../schema.gen';
import { cn } from '../../ui/cn';
import { Spinner } from '../../ui/Spinner';
import { queryClient } from '../api/query-client';
import { ConflictPanel } from '../edit/ConflictPanel';
import { DraftOffer } from '../edit/DraftOffer';
import { editsOf } from '../edit/draft';
import type { Editor, EditorState, SaveOutcome } from '../edit/editor';
import { useEditors, useOpen } from '../edit/open-editors';
import { SaveState } from '../edit/SaveState';
import { useStuckBar } from '../edit/stuck-bar';
import { warningsOf } from '../fields/check';
import { FieldInput } from '../fields/FieldInput';
import { HistoryButton } from '../history/HistoryButton';
import { LatestChanges } from '../history/LatestChanges';
import { AlsoHere, Here } from '../live/AlsoHere';
import { OvertakenNote } from '../live/OvertakenNote';
import { adminMessages } from '../messages';
import { textsOf } from '../preview/draft';
import { PreviewButton } from '../preview/PreviewButton';
import { useIsOwner } from '../session/session';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import type { ContentForm } from './content';
import { contentTable, type OpenDocument, useDocuments } from './documents';

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
  const frame = useRef<HTMLFormElement>(null);
  const stuck = useStuckBar(frame);
  const isOwner = useIsOwner();
  const readOnly = !isOwner && form.documents.some(({ pageKey }) => isForOwners(pageKey));
  const editors = useMemo(() => documents.map(document => document.editor), [documents]);
  useOpen(editors);
  const states = useEditors(editors);
  const subjects = useMemo(
    () => documents.map(({ pageKey, fields, editor }) => ({ key: pageKey, fields, editor })),
    [documents],
  );
  const fields = documents.flatMap(document => document.sections.flatMap(section => section.fields));
  // Its sections are what people know it by.
  const title = documents.flatMap(({ sections }) => sections.map(({ heading }) => heading)).join(', ');
  const saving = states.some(state => state.saving);
  const uploading = states.some(state => state.uploading > 0);

  async function save(event: FormEvent) {
    event.preventDefault();
    const due = worthSaving(editors, states);
    announce(form, documents, await Promise.all(due.map(editor => editor.save())));
    queryClient.invalidateQueries({ queryKey: ['history'] });
    queryClient.invalidateQueries({ queryKey: [contentTable] });
  }

  const history = (
    <HistoryButton table={contentTable} title={title} subjects={subjects} readOnly={readOnly} />
  );
  const preview = (
    <PreviewButton
      subjects={documents.map(({ pageKey }) => `${contentTable}/${pageKey}`)}
      drafts={() =>
        documents.map(({ pageKey, changes }) => ({
          table: contentTable,
          key: pageKey,
          values: changes(),
        }))
      }
      texts={() => editors.flatMap(editor => textsOf(editsOf(editor.snapshot().draft)))}
      fields={fields}
      uploading={uploading}
    />
  );
  return (
    <form ref={frame} onSubmit={save}>
      {documents.map(({ pageKey }, index) => (
        <Here
          key={pageKey}
          table={contentTable}
          itemKey={pageKey}
          doing={states[index]?.unsaved.length ? 'editing' : 'here'}
        />
      ))}
      {form.watched ? (
        <LatestChanges table={contentTable} subjects={subjects}>
          {history}
        </LatestChanges>
      ) : (
        <div className="-mt-3 mb-2 flex justify-end">{history}</div>
      )}
      {readOnly ? (
        <p className="mb-5 flex items-center gap-3 rounded-soft border border-hairline bg-surface p-4 text-sm">
          <Lock className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
          {adminMessages().forms.ownersOnly}
        </p>
      ) : (
        <DraftOffer states={states} className="mb-5" />
      )}
      <fieldset disabled={readOnly} className="grid min-w-0 gap-6">
        {documents.map(document => (
          <div key={document.pageKey} className="grid gap-6">
            {document.sections.map(section => (
              <section
                key={section.key}
                className="rounded-soft border border-hairline bg-surface p-4 sm:p-6"
              >
                <h2 className="text-h4 first-letter:uppercase">{section.heading}</h2>
                {section.help && <p className="mt-1 text-sm text-ink-soft">{section.help}</p>}
                <div className="mt-5 grid gap-5">
                  {section.fields.map(field => (
                    <FieldInput key={field.name} field={field} editor={document.editor} />
                  ))}
                </div>
              </section>
            ))}
            <OvertakenNote
              table={contentTable}
              itemKey={document.pageKey}
              editor={document.editor}
              fields={fields}
            />
            <ConflictPanel
              editor={document.editor}
              fields={fields}
              onKeepMine={async () => announce(form, documents, [await document.editor.keepMine()])}
            />
          </div>
        ))}
      </fieldset>
      {/* On a phone the bar has no room for it; between them may stand who else is here. */}
      {!readOnly && <div className="mt-3 mb-9 flex justify-end sm:hidden">{preview}</div>}
      <div
        hidden={readOnly}
        data-save-bar={stuck ? 'stuck' : 'still'}
        className={cn(
          'relative mt-5 flex items-center gap-2 rounded-soft border border-hairline bg-surface py-1.5 ps-3 pe-1.5 sm:gap-3 sm:ps-4',
          stuck && 'sticky bottom-2 z-20 shadow-lift',
        )}
      >
        <SaveState
          states={states}
          fields={fields}
          withoutOffer
          onUndo={() => {
            for (const editor of editors) editor.undo();
          }}
        >
          <AlsoHere
            table={contentTable}
            keys={documents.map(({ pageKey }) => pageKey)}
            // On a phone the bar has no room for it: it stands on the bar's edge, so that nothing moves.
            className="max-sm:absolute max-sm:inset-x-2 max-sm:bottom-full max-sm:rounded-t-soft max-sm:border max-sm:border-b-0 max-sm:border-hairline max-sm:bg-surface max-sm:px-2 max-sm:pt-1"
          />
        </SaveState>
        <div className="max-sm:hidden">{preview}</div>
        <Action
          variant="primary"
          type="submit"
          className="shrink-0 max-sm:px-3!"
          busy={saving}
          disabled={uploading}
        >
          {form.save}
        </Action>
      </div>
    </form>
  );
}

const isForOwners = (pageKey: PageKey) => (ownerDocuments as readonly PageKey[]).includes(pageKey);

/** Everything with edits; when nothing was edited, everything, since the button was pressed. */
function worthSaving(editors: Editor[], states: EditorState[]): Editor[] {
  const edited = editors.filter((_, index) => (states[index]?.unsaved.length ?? 0) > 0);
  return edited.length > 0 ? edited : editors;
}

function announce(form: ContentForm, documents: OpenDocument[], outcomes: SaveOutcome[]) {
  const messages = adminMessages().forms;
  const failed = outcomes.find(outcome => typeof outcome === 'object');
  const conflict = outcomes.find(outcome => outcome === 'changed' || outcome === 'deleted');
  if (failed) notify({ title: form.cannotSave, description: failed.failed, destructive: true });
  else if (conflict)
    notify({ title: form.cannotSave, description: messages.conflictNotice[conflict], destructive: true });
  else {
    // A warning never stops a save, but nobody should miss it either.
    const warnings = documents.flatMap(({ sections, editor }) =>
      sections.flatMap(({ fields }) => warningsOf(fields, editor.snapshot().draft.values)),
    );
    const { title, description } = form.saved;
    notify({ title, description: warnings.length > 0 ? messages.check(warnings) : description });
  }
}
