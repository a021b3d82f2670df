import { useMemo, useState } from 'react';
import { notify } from '../../lib/notices';
import type { SaveOutcome } from '../edit/editor';
import { useEditors } from '../edit/open-editors';
import { useAdminMessages } from '../messages';
import { type EditableList, messagesOf } from '../resources/resource';
import { Action } from '../shell/Action';
import type { Item } from './items';

/** Saves every description that was changed with one press. */
export function SaveAllBar({ resource, items }: { resource: EditableList; items: Item[] }) {
  const { forms, lists } = useAdminMessages();
  const editors = useMemo(() => items.map(item => item.editor), [items]);
  const states = useEditors(editors);
  const [saving, setSaving] = useState(false);
  const due = editors.filter((_, index) => (states[index]?.unsaved.length ?? 0) > 0);

  async function saveAll() {
    setSaving(true);
    const outcomes: SaveOutcome[] = [];
    // One after the other: a hundred at once would be refused by the limit on requests.
    for (const editor of due) outcomes.push(await editor.save());
    setSaving(false);
    const problem = outcomes.find(outcome => outcome !== 'saved');
    if (!problem) return notify({ title: lists.gallery.allSaved(outcomes.length) });
    const description = typeof problem === 'object' ? problem.failed : forms.conflictNotice[problem];
    notify({ title: messagesOf(resource).cannotSave, description, destructive: true });
  }

  if (due.length === 0 && !saving) return null;
  return (
    <div className="save-bar">
      <p className="min-w-0 flex-1 text-sm" role="status">
        {lists.gallery.unsaved(due.length)}
      </p>
      <Action variant="primary" busy={saving} onClick={saveAll}>
        {lists.gallery.saveAll}
      </Action>
    </div>
  );
}
