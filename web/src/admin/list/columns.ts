// The columns of a read-only list: what each shows on the screen and in an exported file.
import type { Row } from '../api/rows';
import { columnOf, type FollowUp, labelOf, type ReadOnlyList } from '../resources/resource';
import { localMoment } from '../shell/moments';
import { csvPhone } from './csv';
import type { ExportColumn } from './export';

export interface ShownColumn {
  name: string;
  label: string;
  kind: 'text' | 'time' | 'phone' | 'email';
}

export function shownColumns(resource: ReadOnlyList): ShownColumn[] {
  return resource.columns.map(name => {
    const { kind, format } = columnOf(resource.table, name);
    const special = format === 'phone' || format === 'email' ? format : undefined;
    return {
      name,
      label: labelOf(resource, name).label,
      kind: kind === 'time' ? 'time' : (special ?? 'text'),
    };
  });
}

/** What is shown, with the id before it; what staff note comes last. */
export function exportColumns(resource: ReadOnlyList, followUp?: FollowUp): ExportColumn[] {
  const id = { label: labelOf(resource, 'id').label, read: (row: Row) => row.id };
  const shown = shownColumns(resource).map(column => ({
    label: column.label,
    read: (row: Row) => (column.kind === 'phone' ? csvPhone(cellText(row, column)) : cellText(row, column)),
  }));
  const noted = followUp ? [...followUp.sent, followUp.status, followUp.notes] : [];
  const more = noted.map(name => ({
    label: labelOf(resource, name).label,
    read: (row: Row) => String(row[name] ?? ''),
  }));
  return [id, ...shown, ...more];
}

export function cellText(row: Row, { name, kind }: ShownColumn): string {
  const text = String(row[name] ?? '');
  return kind === 'time' ? localMoment(text) : text;
}
