// Every editor on the screen, so that leaving can ask about all of them at once.
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { dropUnfinished } from '../upload/unfinished';
import type { Editor, EditorState } from './editor';
import { dropDrafts } from './kept-drafts';

const open = new Set<Editor>();
/** Work that is not an edit, such as files on their way to the gallery. */
const working = new Set<object>();

export function useWorking(busy: boolean) {
  useEffect(() => {
    if (!busy) return;
    const work = {};
    working.add(work);
    return () => {
      working.delete(work);
    };
  }, [busy]);
}

export function useOpen(editors: readonly Editor[]) {
  useEffect(() => {
    for (const editor of editors) open.add(editor);
    return () => {
      for (const editor of editors) open.delete(editor);
    };
  }, [editors]);
}

export function useEditor(editor: Editor): EditorState {
  return useSyncExternalStore(editor.subscribe, editor.snapshot, editor.snapshot);
}

export function useEditors(editors: readonly Editor[]): EditorState[] {
  const last = useRef<EditorState[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = editors.map(editor => editor.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [editors],
  );
  return useSyncExternalStore(subscribe, () => {
    const states = editors.map(editor => editor.snapshot());
    const equal =
      states.length === last.current.length && states.every((state, at) => state === last.current[at]);
    if (!equal) last.current = states;
    return last.current;
  });
}

/** Whether leaving now would lose something: an edit that is not stored, or a file on its way. */
export function anyUnsaved(): boolean {
  return working.size > 0 || [...open].some(editor => editor.snapshot().unsaved.length > 0 || editor.busy);
}

/** Saves everything that is unsaved on this screen. False when something could not be saved, or is still on its way. */
export async function saveAll(): Promise<boolean> {
  const due = [...open].filter(editor => editor.snapshot().unsaved.length > 0);
  const outcomes = await Promise.all(due.map(editor => editor.save()));
  return outcomes.every(outcome => outcome === 'saved') && !anyUnsaved();
}

/** The person chose to leave without saving. */
export function forgetUnsaved() {
  for (const editor of open) editor.forget();
  open.clear();
}

/** Signing out: nothing that was typed stays in this browser. */
export function forgetDrafts() {
  for (const editor of open) editor.forget();
  open.clear();
  dropDrafts();
  dropUnfinished();
}
