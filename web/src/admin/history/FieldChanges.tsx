// What a change did to each field: the old value and the new one, rich text as text and pictures as small pictures.
import type { Value } from '../edit/draft';
import { readable } from '../edit/readable';
import { useAdminMessages } from '../messages';
import { StoredPicture } from '../shell/StoredPicture';
import { type FieldChange, passage } from './versions';

interface Props {
  changes: readonly FieldChange[];
  /** There was nothing before: only the new values are shown, and only those that say something. */
  first?: boolean;
}

export function FieldChanges({ changes, first }: Props) {
  const shown = first ? changes.filter(({ after }) => after !== '' && after !== null) : changes;
  return (
    <dl className="mt-3 grid gap-3">
      {shown.map(change => (
        <div key={change.field.name}>
          <dt className="text-sm font-semibold first-letter:uppercase">{change.field.label}</dt>
          <OneChange change={change} first={first} />
        </div>
      ))}
    </dl>
  );
}

function OneChange({ change: { field, before, after }, first }: { change: FieldChange; first?: boolean }) {
  const { forms, history } = useAdminMessages();
  if (field.kind === 'picture')
    return (
      <dd className="mt-1 flex flex-wrap gap-3">
        {!first && <Picture title={history.was} url={before} />}
        <Picture title={history.became} url={after} hidden={first} />
      </dd>
    );
  if (field.kind === 'line' && field.secret)
    return <dd className="mt-0.5 text-sm text-ink-soft">{forms.hiddenValue}</dd>;
  const words = (value: Value) => readable(value, forms);
  if (first)
    return (
      <dd className="mt-0.5 line-clamp-3 text-sm whitespace-pre-wrap wrap-anywhere" dir="auto">
        {words(after)}
      </dd>
    );
  const [old, new_] = passage(words(before), words(after));
  return (
    <dd className="mt-1 grid gap-1.5 text-sm sm:grid-cols-2 sm:gap-2">
      <Side title={history.was} className="bg-danger-tint">
        {old}
      </Side>
      <Side title={history.became} className="bg-emerald-tint">
        {new_}
      </Side>
    </dd>
  );
}

function Side({ title, className, children }: { title: string; className: string; children: string }) {
  return (
    <div className={`min-w-0 rounded-soft px-3 py-2 ${className}`}>
      <p className="text-xs font-semibold text-ink-soft">{title}</p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {children}
      </p>
    </div>
  );
}

function Picture({ title, url, hidden }: { title: string; url: Value; hidden?: boolean }) {
  const { history } = useAdminMessages();
  const address = typeof url === 'string' ? url : '';
  return (
    <div className="w-28">
      <p className={hidden ? 'sr-only' : 'text-xs font-semibold text-ink-soft'}>{title}</p>
      {/^(\/(?!\/)|https?:\/\/)/.test(address) ? (
        <StoredPicture
          url={address}
          width={160}
          alt=""
          className="mt-1 aspect-[4/3] w-full rounded-soft border border-hairline bg-sand object-cover"
        />
      ) : (
        <p className="mt-1 grid aspect-[4/3] w-full place-items-center rounded-soft border border-dashed border-edge p-2 text-center text-xs text-ink-soft">
          {history.noPicture}
        </p>
      )}
    </div>
  );
}
