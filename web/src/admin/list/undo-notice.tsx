// The notice after a delete, with the button that takes it back.
import { dismiss, notify, useNotice } from '../../lib/notices';
import { useAdminMessages } from '../messages';

interface Undoable {
  title: string;
  /** What the deleted item is called. */
  item: string;
  onUndo(): void;
}

export function notifyWithUndo({ title, item, onUndo }: Undoable) {
  // A notice's description is a text; React draws an element in its place just as well.
  notify({ title, description: (<Undo item={item} onUndo={onUndo} />) as unknown as string });
}

function Undo({ item, onUndo }: Omit<Undoable, 'title'>) {
  const { lists } = useAdminMessages();
  const notice = useNotice();
  return (
    <button
      type="button"
      aria-label={lists.undoDelete(item)}
      className="-ms-3 inline-flex min-h-11 items-center rounded-soft px-3 font-semibold text-emerald underline underline-offset-4 hover:bg-emerald-tint"
      onClick={() => {
        if (notice) dismiss(notice.id);
        onUndo();
      }}
    >
      {lists.undo}
    </button>
  );
}
