// Loads a form's documents and makes an editor for each.
import { useCallback, useEffect, useState } from 'react';
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { type Document, readAll, writeAll } from '../edit/document';
import { editsOf } from '../edit/draft';
import { Editor, type Save, type Stored } from '../edit/editor';
import { emptyValues, type Field } from '../fields/field';
import { inLabels } from '../fields/labels';
import { draftOwner } from '../session/session';
import { type ContentDocument, type ContentForm, type Section, sectionsOf } from './content';
import { type PageDocument, readDocument, writeDocument } from './page-documents';

export interface OpenDocument {
  pageKey: string;
  sections: readonly Section[];
  editor: Editor;
  /** The fields of any state of it, be it another than today's. */
  fields(content: Document): readonly Field[];
  /** The columns that a save would set now. */
  changes(): Document;
}

export type Documents =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; open: OpenDocument[] };

export function useDocuments(form: ContentForm) {
  const [state, setState] = useState<Documents>({ status: 'loading' });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is another try
  useEffect(() => {
    let current = true;
    setState({ status: 'loading' });
    Promise.all(form.documents.map(load)).then(found => {
      if (!current) return;
      const open = found.filter(document => document !== undefined);
      setState(open.length === found.length ? { status: 'ready', open } : { status: 'failed' });
    });
    return () => {
      current = false;
    };
  }, [form, round]);

  return { state, again: useCallback(() => setRound(count => count + 1), []) };
}

async function load(document: ContentDocument): Promise<OpenDocument | undefined> {
  try {
    return open(document, await readDocument(document.pageKey));
  } catch (error) {
    notify({ title: document.cannotLoad, description: errorMessage(error), destructive: true });
    return undefined;
  }
}

function open(document: ContentDocument, page: PageDocument): OpenDocument {
  const sections = sectionsOf(document, page.content);
  const fields = sections.flatMap(section => section.fields);
  const empties = emptyValues(fields);
  const secrets = fields.filter(field => field.kind === 'line' && field.secret).map(field => field.name);
  let whole = page.content;

  const stored = (next: PageDocument): Stored => {
    whole = next.content;
    return { values: readAll(whole, empties), version: next.updated_at };
  };
  const save: Save = async (changes, version) => {
    try {
      const written = await writeDocument(document.pageKey, writeAll(whole, changes), version);
      if (written) return { kind: 'saved', stored: stored(written) };
      return { kind: 'changed', stored: stored(await readDocument(document.pageKey)) };
    } catch (error) {
      return { kind: 'failed', message: inLabels(errorMessage(error), fields) };
    }
  };
  const name = `${draftOwner()}/website_content/${document.pageKey}/${Object.keys(empties).join(',')}`;
  const editor = new Editor(name, stored(page), save, secrets);
  return {
    pageKey: document.pageKey,
    sections,
    editor,
    fields: content => sectionsOf(document, content).flatMap(section => section.fields),
    changes: (): Document => {
      const edits = editsOf(editor.snapshot().draft);
      return Object.keys(edits).length > 0 ? { content: writeAll(whole, edits) } : {};
    },
  };
}
