// Loads a form's documents and makes an editor for each.
import { useCallback, useEffect, useState } from 'react';
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { type Document, readAll, writeAll } from '../edit/document';
import { editsOf } from '../edit/draft';
import { Editor, type Save, type Stored } from '../edit/editor';
import { emptyValues, type Field } from '../fields/field';
import { inLabels } from '../fields/labels';
import { type News, useFeed } from '../live/feed';
import { draftOwner } from '../session/session';
import { type ContentDocument, type ContentForm, type Section, sectionsOf } from './content';
import { type PageDocument, readDocument, writeDocument } from './page-documents';

export const contentTable = 'website_content';
const contentTables = [contentTable];
/** So many versions are remembered with all that they hold. */
const mostContents = 20;

export interface OpenDocument {
  pageKey: string;
  sections: readonly Section[];
  editor: Editor;
  /** Takes what somebody else stored. */
  follow(page: PageDocument): void;
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

  useFeed(contentTables, news => {
    if (state.status === 'ready') for (const document of state.open) follow(document, news);
  });

  return { state, again: useCallback(() => setRound(count => count + 1), []) };
}

async function follow(document: OpenDocument, news: News) {
  const change = news === 'missed' ? undefined : news.find(({ key }) => key === document.pageKey);
  if (news !== 'missed' && !change) return;
  // A document that was deleted is told by Save, as ever: nobody can put it back from here.
  if (change?.verb === 'DELETE') return;
  const page = change?.row ?? (await readDocument(document.pageKey).catch(() => undefined));
  if (page) document.follow(page as unknown as PageDocument);
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
  /** What a form does not show is written as it was in the very version that the form's values are of. */
  const contents = new Map<string, Document>();

  const stored = ({ content, updated_at }: PageDocument): Stored => {
    contents.set(updated_at, content);
    for (const version of contents.keys()) if (contents.size > mostContents) contents.delete(version);
    return { values: readAll(content, empties), version: updated_at };
  };
  const first = stored(page);
  // A version from before this visit is no longer stored, so that nothing will be written over it.
  const whole = (version: string) => contents.get(version) ?? page.content;
  const save: Save = async (changes, version) => {
    try {
      const written = await writeDocument(document.pageKey, writeAll(whole(version), changes), version);
      if (written) return { kind: 'saved', stored: stored(written) };
      return { kind: 'changed', stored: stored(await readDocument(document.pageKey)) };
    } catch (error) {
      return { kind: 'failed', message: inLabels(errorMessage(error), fields) };
    }
  };
  const name = `${draftOwner()}/website_content/${document.pageKey}/${Object.keys(empties).join(',')}`;
  const editor = new Editor(name, first, save, secrets);
  return {
    pageKey: document.pageKey,
    sections,
    editor,
    follow: next => editor.follow(stored(next)),
    fields: content => sectionsOf(document, content).flatMap(section => section.fields),
    changes: (): Document => {
      const { draft } = editor.snapshot();
      const edits = editsOf(draft);
      return Object.keys(edits).length > 0 ? { content: writeAll(whole(draft.version), edits) } : {};
    },
  };
}
