// The columns of a read-only list: what each shows on the screen and in an exported file.
import type { Row } from '../api/rows';
import { columnOf, labelOf, type ReadOnlyList } from '../resources/resource';
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

/** What is shown, with the id before it. */
export function exportColumns(resource: ReadOnlyList): ExportColumn[] {
  const id = { label: labelOf(resource, 'id').label, read: (row: Row) => row.id };
  const shown = shownColumns(resource).map(column => ({
    label: column.label,
    read: (row: Row) => (column.kind === 'phone' ? csvPhone(cellText(row, column)) : cellText(row, column)),
  }));
  return [id, ...shown];
}

export function cellText(row: Row, { name, kind }: ShownColumn): string {
  const text = String(row[name] ?? '');
  return kind === 'time' ? localMoment(text) : text;
}
