// Who changed what and when, earlier versions, and what was deleted not long ago.
import { longDate } from '../dates';

export const history = {
  button: 'History',
  title: 'History',
  of: (title: string) => `Versions of ${title}, newest first`,
  close: 'Close the history',
  loading: 'Loading the history',
  failed: 'The history could not be loaded.',
  empty: 'Nothing has been changed yet since this website keeps a history.',
  more: 'Show older versions',
  current: 'This is how it is now',

  /** What was done, by whom and when, over a version. */
  done: {
    insert: (who: string) => `Added by ${who}`,
    update: (who: string) => `Changed by ${who}`,
    delete: (who: string) => `Deleted by ${who}`,
    /** The state before the oldest change that is known. */
    before: 'Before these changes',
  },
  who: {
    you: 'you',
    service: 'a program with the service key',
    server: 'the server itself',
    command_line: 'the server’s command line',
    unknown: 'an account that is no longer there',
  },
  today: (time: string) => `today at ${time}`,
  yesterday: (time: string) => `yesterday at ${time}`,
  on: (day: string, time: string) => `${longDate(day)} at ${time}`,

  was: 'Before',
  became: 'After',
  noPicture: 'No picture',
  moved: 'Its place in the list was changed.',
  onlyOwners: 'Something was changed that only owners of this website see.',

  restore: 'Restore this version',
  /** Under a version, over the button: `labels` are the names of fields. */
  wouldChange: (labels: string) => `Restoring it changes: ${labels}.`,
  undone: 'It is again as it was before you restored',
  restored: 'Earlier version restored',
  restoredText: (when: string) => `It is again as it was ${when}.`,
  restoredFirst: 'It is again as it was before these changes.',
  cannotRestore: 'The version could not be restored',
  unsaved: {
    title: 'Restore and lose what you typed?',
    text: 'There are changes here that are not saved. The earlier version takes their place.',
    yes: 'Restore this version',
    no: 'Keep editing',
  },

  latest: 'Latest changes',
  /** 'Changed by amina@example.org, today at 14:03:' */
  latestLine: (who: string, when: string) => `Changed by ${who}, ${when}:`,
  from: 'from',
  to: 'to',
  changedOnly: (label: string) => `${label} changed`,

  deleted: 'Recently deleted',
  deletedHelp: (many: string, days: number) =>
    `Deleted ${many} can be put back for ${days} days, with their pictures.`,
  deletedBy: (who: string, when: string) => `Deleted by ${who}, ${when}`,
  putBack: 'Put back',
  putBackItem: (title: string) => `Put back ${title}`,
  olderDeleted: 'Show earlier ones',
};
