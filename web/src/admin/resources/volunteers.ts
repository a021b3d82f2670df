import type { Row } from '../api/rows';
import { localMoment } from '../shell/moments';

export interface Column {
  label: string;
  read(row: Row): string;
}

const text = (name: string) => (row: Row) => String(row[name] ?? '');

/** What visitors sent; staff read and delete it, nobody rewrites it. */
export const volunteers = {
  table: 'volunteers',
  known: 'name',
  file: 'volunteers.csv',
  columns: [
    { label: 'Name', read: text('name') },
    { label: 'City', read: text('city') },
    { label: 'Phone', read: text('phone') },
    { label: 'Skills', read: text('skills') },
    { label: 'Submitted At', read: row => localMoment(row.created_at) },
  ] satisfies Column[],
  exported: [{ label: 'ID', read: text('id') }] satisfies Column[],
  words: {
    empty: 'No volunteer submissions yet.',
    deleted: 'Volunteer entry deleted.',
    cannotLoad: 'Failed to load volunteers',
    cannotDelete: 'Failed to delete volunteer entry',
    cannotExport: 'Failed to export volunteers',
    deleting: 'Name, city, telephone number and skills are deleted for good.',
  },
};
