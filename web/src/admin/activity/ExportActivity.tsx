// What is filtered, all of it, as a file for a spreadsheet: one row for each line, in the words of the screen.
import { type ActivityLine, type Filter, readActivity } from '../api/activity';
import { ExportButton } from '../list/ExportButton';
import { type ExportColumn, exportRows, piece } from '../list/export';
import { adminMessages, useAdminMessages } from '../messages';
import { localMoment } from '../shell/moments';
import { type Part, partOf, textColumns } from './parts';
import { byName, deedOf, deviceOf } from './sentence';

interface Props {
  filter: Filter;
  parts: readonly Part[];
  empty: boolean;
}

export function ExportActivity({ filter, parts, empty }: Props) {
  const { activity } = useAdminMessages();
  return (
    <ExportButton
      many={activity.entries}
      file={activity.file}
      failed={activity.cannotExport}
      empty={empty}
      variant="outline"
      run={exporting => {
        const read = (last: ActivityLine | undefined) =>
          readActivity(filter, {
            texts: textColumns,
            before: last?.id,
            count: piece,
            signal: exporting.signal,
          });
        return exportRows(read, columnsOf(parts), exporting);
      }}
    />
  );
}

export function columnsOf(parts: readonly Part[]): ExportColumn<ActivityLine>[] {
  const { columns } = adminMessages().activity;
  return [
    { label: columns.time, read: line => localMoment(line.created_at) },
    { label: columns.person, read: byName },
    { label: columns.deed, read: line => deedOf({ lines: [line] }, parts, byName).text },
    { label: columns.part, read: line => partOf(line, parts)?.title ?? '' },
    { label: columns.device, read: deviceOf },
  ];
}
