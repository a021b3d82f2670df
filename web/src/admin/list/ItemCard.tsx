// One item of a list. On a wide screen with few items it stands open; else it is a row that opens, and what it takes to
// edit it is only made then.
import { ChevronDown, EyeOff } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { Star } from '../../components/Star';
import { cn } from '../../ui/cn';
import { useEditor } from '../edit/open-editors';
import { RowEditing } from '../live/RowEditing';
import { useAdminMessages } from '../messages';
import { fieldsOf, messagesOf } from '../resources/resource';
import { StoredPicture } from '../shell/StoredPicture';
import { ItemForm } from './ItemForm';

interface Props extends Omit<ComponentProps<typeof ItemForm>, 'describedBy' | 'standsOpen'> {
  /** It came in while the list was open. */
  fresh: boolean;
  heading: 'h2' | 'h3';
  /** A row that opens and closes; undefined where every item stands open. */
  row?: { open: boolean; onToggle(): void };
}

export function ItemCard({ heading: Heading, row, fresh, ...form }: Props) {
  const { resource, item } = form;
  const id = useId();
  const { lists, live } = useAdminMessages();
  const state = useEditor(item.editor);
  const { values } = state.draft;
  const title = String(values[resource.titleField] || lists.untitled(messagesOf(resource).one));
  const hidden = resource.visibility !== undefined && values[resource.visibility] === false;
  const open = row?.open ?? true;

  const marks = (
    <>
      {fresh && (
        <span className="rounded-soft bg-emerald-tint px-2 py-0.5 text-xs font-semibold text-emerald-deep">
          {live.newRow}
        </span>
      )}
      {hidden && (
        <span
          title={lists.hiddenHelp}
          className="inline-flex items-center gap-1 rounded-soft bg-sand px-2 py-0.5 text-xs font-semibold text-ink"
        >
          <EyeOff className="size-3.5" aria-hidden="true" />
          {lists.hidden}
        </span>
      )}
      {!open && state.unsaved.length > 0 && (
        <span className="rounded-soft bg-emerald-tint px-2 py-0.5 text-xs font-semibold text-emerald-deep">
          {lists.notSaved}
        </span>
      )}
    </>
  );

  return (
    <article
      aria-labelledby={id}
      tabIndex={-1}
      data-item={item.row.id}
      className={cn(
        'rounded-soft border bg-surface focus:outline-none focus-visible:outline-3',
        hidden ? 'border-dashed border-edge' : 'border-hairline',
      )}
    >
      {row ? (
        <div className="relative flex items-center gap-3 p-2 pe-4 hover:bg-cream sm:p-3">
          <Thumbnail {...form} />
          <div className="min-w-0 flex-1">
            <Heading id={id} className="text-base font-semibold">
              <button
                type="button"
                aria-expanded={open}
                className="row-toggle line-clamp-2 min-h-11 w-full py-2 text-start"
                onClick={row.onToggle}
              >
                <bdi dir="auto">{title}</bdi>
              </button>
            </Heading>
            <p className="flex flex-wrap gap-2 empty:hidden">{marks}</p>
          </div>
          {!open && <RowEditing table={resource.table} id={item.row.id} />}
          <ChevronDown
            className={cn('size-5 shrink-0 text-ink-soft transition-transform', open && 'rotate-180')}
            aria-hidden="true"
          />
        </div>
      ) : (
        <div className="flex flex-wrap items-start justify-between gap-2 px-4 pt-4 sm:px-6 sm:pt-6">
          <Heading id={id} dir="auto" className="line-clamp-2 min-w-0 text-h4">
            {title}
          </Heading>
          {marks}
        </div>
      )}
      {open && (
        <div className={cn('p-4 sm:p-6', row ? 'border-t border-hairline' : 'pt-4! sm:pt-4!')}>
          <ItemForm {...form} describedBy={id} standsOpen={row === undefined} />
        </div>
      )}
    </article>
  );
}

function Thumbnail({ resource, item }: Pick<Props, 'resource' | 'item'>) {
  const picture = fieldsOf(resource).find(field => field.kind === 'picture');
  const { draft } = useEditor(item.editor);
  if (!picture) return null;
  const url = String(draft.values[picture.name] ?? '');
  if (!url)
    return (
      <span className="grid size-14 shrink-0 place-items-center rounded-soft bg-emerald-tint text-emerald">
        <Star className="size-5 opacity-40" />
      </span>
    );
  return (
    <StoredPicture
      url={url}
      width={160}
      alt=""
      className="size-14 shrink-0 rounded-soft bg-sand object-cover"
    />
  );
}
