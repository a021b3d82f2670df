import { Trash2 } from 'lucide-react';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import type { Selection } from './selection';

interface Props {
  selection: Selection;
  /** What was searched for, and how many were found, once they are counted. */
  search: string;
  total: number | undefined;
  onRemoved(): void;
  /** After Undo, once the rows are back. */
  onRestored(): void;
}

/** Stays in sight below the list: what is selected, and what can be done with it. */
export function SelectionBar({ selection, search, total, onRemoved, onRestored }: Props) {
  const { select: texts } = useAdminMessages().lists;
  const { chosen, progress } = selection;
  const after = (removed: boolean) => removed && onRemoved();
  return (
    <section aria-label={texts.bar} className="save-bar">
      <label className="flex min-h-11 grow items-center gap-3 text-sm font-semibold">
        <input
          type="checkbox"
          className="size-5 accent-emerald"
          checked={selection.all}
          disabled={progress !== undefined}
          onChange={selection.toggleAll}
        />
        {texts.page}
      </label>
      {progress ? (
        <>
          <div className="w-44" role="status">
            <p className="text-xs text-ink-soft">{texts.progress(progress.done, progress.total)}</p>
            <progress
              className="upload-progress"
              aria-label={texts.bar}
              max={progress.total}
              value={progress.done}
            />
          </div>
          <Action variant="outline" onClick={selection.stop}>
            {texts.stop}
          </Action>
        </>
      ) : (
        <>
          {search && total !== undefined && (
            <Action
              variant="outline"
              onClick={() => selection.removeFound(search, total, onRestored).then(after)}
            >
              {texts.deleteFound(total)}
            </Action>
          )}
          <Action
            variant="primary"
            className="bg-danger! hover:bg-ink! disabled:opacity-60"
            disabled={chosen.length === 0}
            onClick={() => selection.removeChosen(onRestored).then(after)}
          >
            <Trash2 className="size-4" aria-hidden="true" />
            {texts.deleteChosen(chosen.length)}
          </Action>
        </>
      )}
    </section>
  );
}
