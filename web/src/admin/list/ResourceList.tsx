// A declared list: add at the top, one card per item, more on demand.
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Spinner } from '../../ui/Spinner';
import type { Values } from '../edit/draft';
import type { Resource } from '../resources/resource';
import { Action } from '../shell/Action';
import { Failed } from '../shell/Failed';
import { useFocus } from '../shell/focus';
import { ItemCard } from './ItemCard';
import { useItems } from './items';
import { ShowMore } from './ShowMore';

interface Props {
  resource: Resource;
  /** The list is a part of a screen rather than the whole of it. */
  part?: boolean;
}

export function ResourceList({ resource, part }: Props) {
  const list = useItems(resource);
  const { words } = resource;
  const [adding, setAdding] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const focus = useFocus(frame);

  async function add(values?: Values) {
    setAdding(true);
    const row = await list.add(values);
    setAdding(false);
    if (row) focus(`[data-item="${row.id}"] input[type=text]`);
  }

  async function remove(id: string): Promise<boolean> {
    const at = list.items.findIndex(item => item.row.id === id);
    const neighbour = list.items[at + 1] ?? list.items[at - 1];
    const done = await list.remove(id);
    if (done) focus(`[data-item="${neighbour?.row.id}"]`, '[data-add-item]');
    return done;
  }

  return (
    <div ref={frame}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        {part ? (
          <h2 className="text-h3">{words.heading}</h2>
        ) : (
          <p className="text-sm text-ink-soft">{count(list)}</p>
        )}
        <Action
          look="primary"
          busy={adding}
          disabled={list.status !== 'ready'}
          data-add-item
          onClick={() => add()}
        >
          {!adding && <Plus className="size-4" aria-hidden="true" />}
          {words.add}
        </Action>
      </div>
      {list.status === 'loading' && (
        <div className="grid min-h-48 place-items-center text-emerald">
          <Spinner />
        </div>
      )}
      {list.status === 'failed' && (
        <Failed
          text={`The ${words.many} could not be loaded. Please try again later.`}
          onAgain={list.again}
        />
      )}
      {list.status === 'ready' && list.items.length === 0 && (
        <p className="girih-fade girih rounded-soft border border-hairline bg-surface p-8 text-ink-soft">
          No {words.many} yet. “{words.add}” makes the first one.
        </p>
      )}
      {list.status === 'ready' && (
        <div className="grid gap-5">
          {list.items.map(item => (
            <ItemCard
              key={item.row.id}
              resource={resource}
              item={item}
              heading={part ? 'h3' : 'h2'}
              onRemove={() => remove(item.row.id)}
              onDrop={() => list.drop(item.row.id)}
              onAddAgain={values => {
                list.drop(item.row.id);
                add(values);
              }}
            />
          ))}
        </div>
      )}
      {list.status === 'ready' && <ShowMore left={list.total - list.items.length} onMore={list.more} />}
    </div>
  );

  function count({ status, total }: typeof list): string {
    if (status !== 'ready' || total === 0) return '';
    return total === 1 ? `1 ${words.one}` : `${total.toLocaleString('en')} ${words.many}, newest first`;
  }
}
