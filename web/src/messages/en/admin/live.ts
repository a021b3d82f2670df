// What staff are told of each other, and of the connection that tells it.
import { count } from './lists';

export const live = {
  /** The mark in the frame; a notice says what it means. */
  lost: 'No live updates',
  lostTitle: 'No live updates just now',
  lostText:
    'What others change shows when you open a screen again. What you type is kept; if a save fails, try again in a moment. The website itself is not affected.',

  editing: 'Also editing:',
  here: 'Also here:',
  you: 'you, in another window',
  justNow: 'just now',
  minutes: (minutes: number) => (minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`),
  /** Read aloud in place of the minutes, which would be read again and again. */
  since: (time: string) => `since ${time}`,
  more: (people: number) => `and ${people} more`,
  rowEditing: (who: string) => `${who} is editing this`,
  rowYou: 'You are editing this in another window',

  /** Someone saved what is being edited here; `who` begins the sentence. */
  who: { you: 'You, in another window,', unknown: 'A colleague' },
  haveSaved: { you: 'have', other: 'has' },
  merged: (who: string, has: string) =>
    `${who} ${has} just saved other parts of this. They are in the form now. What you typed is still here; Save adds it.`,
  conflict: (who: string, has: string, labels: string) =>
    `${who} ${has} just saved ${labels} as well. What you typed is still here. When you save, you choose what to keep.`,
  deleted: (who: string, has: string) =>
    `${who} ${has} just deleted this. What you typed is still here. When you save, you can put it back.`,
  deletedOpen: (title: string) => `A colleague deleted “${title}”`,

  /** On a row that came in while the list was open. */
  newRow: 'New',
  waiting: (rows: number, one: string, many: string) => `Show ${count(rows, `new ${one}`, `new ${many}`)}`,
  /** Beside an entry of the menu. */
  news: (rows: number) => `${rows} new`,
  newsShort: (rows: number) => (rows > 99 ? '99+' : String(rows)),
};
