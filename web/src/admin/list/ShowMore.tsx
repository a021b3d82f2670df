import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';

interface Props {
  /** How many are not shown; undefined until they are counted. */
  left: number | undefined;
  busy: boolean;
  onMore(): void;
}

/** The way on in a list that is not shown in full. */
export function ShowMore({ left, busy, onMore }: Props) {
  const { lists } = useAdminMessages();
  return (
    <div className="mt-6 text-center">
      <Action variant="outline" busy={busy} onClick={onMore}>
        {lists.showMore(left)}
      </Action>
    </div>
  );
}
