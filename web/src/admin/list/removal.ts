// Deleting at once, with a notice that takes it back. It works from any screen: the notice may outlive the list.
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { queryClient } from '../api/query-client';
import { deleteRow, insertRow, type Row } from '../api/rows';
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
        onAction: () => restore(resource, row, options.onRestored),
      },
    });
  else notify({ title: messages.deleted });
  dropCached(table, id);
  queryClient.invalidateQueries({ queryKey: [table] });
  return true;
}

/** Puts the whole row back, with its id and its times, so that it stands where it stood. */
async function restore(resource: Resource, row: Row, onRestored?: (row: Row) => void) {
  const messages = messagesOf(resource);
  let stored: Row;
  try {
    stored = await insertRow(resource.table, row);
  } catch (error) {
    notify({ title: messages.cannotRestore, description: errorMessage(error), destructive: true });
    return;
  }
  notify({ title: messages.restored });
  await queryClient.invalidateQueries({ queryKey: [resource.table] });
  onRestored?.(stored);
}
