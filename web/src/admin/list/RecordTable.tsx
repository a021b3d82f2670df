import { MessageCircle, Trash2 } from 'lucide-react';
import type { Row } from '../api/rows';
import { useAdminMessages } from '../messages';
import { type FollowUp, messagesOf, type ReadOnlyList } from '../resources/resource';
import { cellText, type ShownColumn, shownColumns } from './columns';
import { FollowUpCell, SentBesides } from './FollowUpCell';
import { internationalDigits } from './phone';
import type { Selection } from './selection';

interface Props {
  resource: ReadOnlyList;
  rows: Row[];
  /** Those that came in while the list was open. */
  fresh: ReadonlySet<string>;
  onRemove(row: Row, index: number): void;
  selection: Selection;
  /** What staff note, while that is switched on. */
  followUp?: FollowUp;
}

export function RecordTable({ resource, rows, fresh, onRemove, selection, followUp }: Props) {
  const { lists, live } = useAdminMessages();
  const messages = messagesOf(resource);
  const columns = shownColumns(resource);
  return (
    <table className="records">
      <caption className="sr-only">{lists.caption(messages.title)}</caption>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column.name} scope="col">
              {column.label}
            </th>
          ))}
          {followUp && <th scope="col">{lists.followUp.heading}</th>}
          <th scope="col">
            <span className="sr-only">{lists.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const title = String(row[resource.titleField] ?? '');
          return (
            <tr key={row.id} data-row={row.id} data-new={fresh.has(row.id) ? '' : undefined}>
              {columns.map((column, at) => (
                <td
                  key={column.name}
                  data-label={column.label}
                  data-kind={column.kind}
                  data-empty={row[column.name] ? undefined : ''}
                >
                  <Cell column={column} row={row} title={title} />
                  {at === 0 && followUp && <SentBesides resource={resource} followUp={followUp} row={row} />}
                  {at === 0 && fresh.has(row.id) && <span className="record-new">{live.newRow}</span>}
                </td>
              ))}
              {followUp && (
                <td data-label={lists.followUp.heading} data-kind="follow-up">
                  <FollowUpCell resource={resource} followUp={followUp} row={row} title={title} />
                </td>
              )}
              <td>
                {selection.on ? (
                  <label className="grid size-11 cursor-pointer place-items-center">
                    <input
                      type="checkbox"
                      className="size-5 scroll-mb-24 accent-emerald"
                      aria-label={lists.select.one(title)}
                      checked={selection.has(row.id)}
                      disabled={selection.progress !== undefined}
                      onChange={() => selection.toggle(row.id)}
                    />
                  </label>
                ) : (
                  <button
                    type="button"
                    data-delete
                    aria-label={messages.deleteItem(title)}
                    className="grid size-11 place-items-center rounded-soft text-ink-soft hover:bg-danger-tint hover:text-danger"
                    onClick={() => onRemove(row, index)}
                  >
                    <Trash2 className="size-4.5" aria-hidden="true" />
                  </button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Cell({ column, row, title }: { column: ShownColumn; row: Row; title: string }) {
  const { lists } = useAdminMessages();
  const text = cellText(row, column);
  const digits = column.kind === 'phone' ? internationalDigits(text) : undefined;
  if (column.kind === 'email' && /^\S+@\S+$/.test(text))
    return (
      <a href={`mailto:${encodeURIComponent(text).replace('%40', '@')}`} dir="ltr" className="record-link">
        {text}
      </a>
    );
  if (!digits) return <span dir="auto">{text || lists.nothing}</span>;
  return (
    <span className="record-links">
      <a
        href={`tel:+${digits}`}
        dir="ltr"
        aria-label={`${text}. ${lists.call(title)}`}
        className="record-link"
      >
        {text}
      </a>
      <a
        href={`https://wa.me/${digits}`}
        target="_blank"
        rel="noreferrer"
        aria-label={lists.whatsAppTo(title)}
        className="record-link gap-1"
      >
        <MessageCircle className="size-4" aria-hidden="true" />
        <span>{lists.whatsApp}</span>
      </a>
    </span>
  );
}
