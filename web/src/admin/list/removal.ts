// Deleting at once, with a notice that takes it back. It works from any screen: the notice may outlive the list.
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { queryClient } from '../api/query-client';
import { deleteRow, insertRows, maxRowsAtOnce, type Row } from '../api/rows';
import { adminMessages } from '../messages';
import { messagesOf, type Resource } from '../resources/resource';
import { dropCached } from './cache';

interface Options {
  /** After Undo, once the row is back. */
  onRestored?(row: Row): void;
  /** The gallery asks beforehand, since its file goes as well. */
  final?: boolean;
}

/** Whether the row is gone. */
export async function removeWithUndo(
  resource: Resource,
  id: string,
  options: Options = {},
): Promise<boolean> {
  const { table, titleField } = resource;
  const messages = messagesOf(resource);
  let row: Row | undefined;
  try {
    row = await deleteRow(table, id);
  } catch (error) {
    notify({ title: messages.cannotDelete, description: errorMessage(error), destructive: true });
    return false;
  }
  if (row && !options.final)
    notify({
      title: messages.deleted,
      description: String(row[titleField] ?? ''),
      action: {
        label: adminMessages().lists.undo,
        onAction: () => restore(resource, [row], ([back]) => back && options.onRestored?.(back)),
      },
    });
  else notify({ title: messages.deleted });
  dropCached(table, id);
  queryClient.invalidateQueries({ queryKey: [table] });
  return true;
}

/** Puts whole rows back, with their ids and their times, so that they stand where they stood. */
export async function restore(resource: Resource, rows: Row[], onRestored?: (rows: Row[]) => void) {
  const messages = messagesOf(resource);
  const { undo, select } = adminMessages().lists;
  const stored: Row[] = [];
  try {
    while (stored.length < rows.length) {
      const next = rows.slice(stored.length, stored.length + maxRowsAtOnce);
      stored.push(...(await insertRows(resource.table, next)));
    }
  } catch (error) {
    const left = rows.slice(stored.length);
    notify({
      title: messages.cannotRestore,
      description: errorMessage(error),
      destructive: true,
      action: { label: undo, onAction: () => restore(resource, left, onRestored) },
    });
    return;
  }
  notify({ title: rows.length === 1 ? messages.restored : select.restored(rows.length) });
  await queryClient.invalidateQueries({ queryKey: [resource.table] });
  onRestored?.(stored);
}
