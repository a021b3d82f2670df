// The versions of one thing, newest first, with what each change did. An earlier one is restored by a save like any other.
import { useInfiniteQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { notify } from '../../lib/notices';
import { Spinner } from '../../ui/Spinner';
import { linesPerPage, readLines } from '../api/history';
import { queryClient } from '../api/query-client';
import { same, type Values } from '../edit/draft';
import type { Editor } from '../edit/editor';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { useClosedByBack, useModal } from '../shell/modal';
import { ask } from '../shell/question';
import { momentOf } from './moment';
import { VersionItem } from './VersionItem';
import { type Subject, type Version, versionsOf } from './versions';

export interface EditedSubject extends Subject {
  editor: Editor;
}

export interface HistoryProps {
  table: string;
  /** By which people know it. */
  title: string;
  /** A form may hold several documents. */
  subjects: readonly EditedSubject[];
  /** Versions are shown and not restored. */
  readOnly?: boolean;
}

export function HistoryDialog({
  table,
  title,
  subjects,
  readOnly,
  onClose,
}: HistoryProps & { onClose(): void }) {
  const { forms, history, lists } = useAdminMessages();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  useClosedByBack(onClose);
  const [restoring, setRestoring] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const keys = subjects.map(({ key }) => key);

  const query = useInfiniteQuery({
    queryKey: ['history', table, ...keys],
    queryFn: ({ pageParam, signal }) => readLines(table, keys, { before: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => (last.length === linesPerPage ? last.at(-1)?.id : undefined),
    gcTime: 0,
  });
  const versions = useMemo(
    () => versionsOf(query.data?.pages.flat() ?? [], subjects, !query.hasNextPage),
    [query.data, query.hasNextPage, subjects],
  );

  const labels = new Map(
    versions.flatMap(({ changes }) => changes.map(({ field }) => [field.name, field.label])),
  );
  const editorOf = (version: Version) => subjects.find(({ key }) => key === version.key)?.editor;

  async function restore(version: Version) {
    const editor = editorOf(version);
    if (!editor || !version.values) return;
    setProblem(undefined);
    if (editor.snapshot().unsaved.length > 0 && !(await ask({ ...history.unsaved, danger: false }))) return;
    setRestoring(version.id);
    const before = editor.snapshot().draft.base;
    const outcome = await editor.restore(version.values);
    setRestoring(undefined);
    queryClient.invalidateQueries({ queryKey: ['history'] });
    if (typeof outcome === 'object') return setProblem(`${history.cannotRestore}. ${outcome.failed}`);
    onClose();
    if (outcome !== 'saved')
      return notify({
        title: history.cannotRestore,
        description: forms.conflictNotice[outcome],
        destructive: true,
      });
    const { line } = version;
    notify({
      title: history.restored,
      description: line ? history.restoredText(momentOf(line.created_at)) : history.restoredFirst,
      action: { label: lists.undo, onAction: () => undo(editor, before) },
    });
  }

  async function undo(editor: Editor, before: Values) {
    const outcome = await editor.restore(before);
    queryClient.invalidateQueries({ queryKey: ['history'] });
    if (outcome === 'saved') return notify({ title: history.undone });
    const description = typeof outcome === 'object' ? outcome.failed : forms.conflictNotice[outcome];
    notify({ title: history.cannotRestore, description, destructive: true });
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-about`}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto overscroll-contain border-hairline bg-surface p-0 text-start text-ink shadow-lift backdrop:bg-ink/60 sm:m-auto sm:h-auto sm:max-h-[85vh] sm:w-[min(44rem,calc(100vw-3rem))] sm:rounded-soft sm:border"
      onCancel={event => {
        // Also of a file input inside; those are none of ours.
        if (event.target === dialog.current) onClose();
      }}
    >
      <header className="sticky top-0 z-10 flex items-start justify-between gap-3 border-b border-hairline bg-surface py-3 ps-4 pe-2 sm:ps-6 sm:pe-3">
        <div className="min-w-0 py-1">
          <h2 id={`${id}-title`} className="text-h4">
            {history.title}
          </h2>
          <p id={`${id}-about`} className="line-clamp-2 text-sm text-ink-soft">
            <bdi>{history.of(title)}</bdi>
          </p>
        </div>
        <button
          type="button"
          aria-label={history.close}
          className="grid size-11 shrink-0 place-items-center rounded-soft hover:bg-sand"
          onClick={onClose}
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </header>
      <div className="p-4 sm:p-6">
        {problem && (
          <p
            role="alert"
            className="mb-4 rounded-soft border border-danger bg-danger-tint p-3 text-sm text-danger"
          >
            {problem}
          </p>
        )}
        {query.isPending && (
          <div className="grid min-h-32 place-items-center text-emerald">
            <Spinner label={history.loading} />
          </div>
        )}
        {query.isError && !query.data && <Failed text={history.failed} onAgain={() => query.refetch()} />}
        {query.data && versions.length === 0 && <p className="text-sm text-ink-soft">{history.empty}</p>}
        <ol className="grid gap-4">
          {versions.map(version => (
            <VersionItem
              key={version.id}
              version={version}
              current={isCurrent(version, editorOf(version))}
              busy={restoring === version.id}
              wouldChange={differing(version, editorOf(version)).map(name => labels.get(name) ?? name)}
              onRestore={readOnly ? undefined : () => restore(version)}
            />
          ))}
        </ol>
        {query.hasNextPage && (
          <div className="mt-5 text-center">
            <Action variant="outline" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {history.more}
            </Action>
          </div>
        )}
      </div>
    </dialog>
  );
}

/** The names of the fields that are stored otherwise now. */
function differing({ values }: Version, editor: Editor | undefined): string[] {
  const base = editor?.snapshot().draft.base ?? {};
  return Object.keys(values ?? {}).filter(name => name in base && !same(base[name], values?.[name]));
}

function isCurrent(version: Version, editor: Editor | undefined): boolean {
  return version.values !== undefined && version.mark === editor?.snapshot().draft.version;
}
