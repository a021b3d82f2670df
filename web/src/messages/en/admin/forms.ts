// Editing, saving, and what happens when two people edit the same thing.
const listed = (labels: string[]) =>
  labels.length > 3
    ? `${labels.slice(0, 2).join(', ')} and ${labels.length - 2} more`
    : labels.join(', ').replace(/, ([^,]*)$/, ' and $1');

export const forms = {
  notSaved: (labels: string[]) => `Not saved yet: ${listed(labels)}`,
  saved: (time: string) => `Saved ${time}`,
  nothingUnsaved: 'No unsaved changes',
  alreadySaving: 'It is already being saved.',
  notStored: 'It could not be saved right now. Please try again.',

  ownersOnly: 'Only an owner of this website can change these details. Ask one if something here is wrong.',

  undo: 'Undo changes',
  undoQuestion: 'Undo all changes?',
  undoText: (labels: string[]) => `Everything goes back to how it was last saved: ${listed(labels)}.`,
  undoYes: 'Undo changes',
  undoNo: 'Keep editing',
  undone: 'Changes undone',
  redo: 'Bring them back',

  draft: (time: string) => `You have unsaved changes from ${time}`,
  bringBack: 'Bring back',
  discard: 'Discard',
  draftDay: (day: string, time: string) => `${day}, ${time}`,

  conflict: 'Conflicting changes',
  conflictChanged: 'Someone else changed this while you were editing. Nothing has been overwritten.',
  conflictChangedAt: (time: string) =>
    `Someone else changed this at ${time}, while you were editing. Nothing has been overwritten.`,
  conflictDeleted: 'Someone else deleted this while you were editing.',
  conflictNotice: {
    changed: 'Someone else changed it while you were editing. Please choose below what to keep.',
    deleted: 'Someone else deleted it while you were editing. Please choose below what to do.',
  },
  theirs: 'Theirs',
  yours: 'Yours',
  useTheirs: 'Use their version',
  keepMine: 'Keep mine',
  leaveDeleted: 'Leave it deleted',
  putBack: 'Put it back',
  leftDeleted: 'This was deleted.',
  hiddenValue: '(not shown)',
  emptyValue: '(empty)',
  on: 'On',
  off: 'Off',

  check: (warnings: { label: string; warning: string }[]) =>
    warnings.map(({ label, warning }) => `Please check ${label}: ${warning}`).join('\n'),
};
