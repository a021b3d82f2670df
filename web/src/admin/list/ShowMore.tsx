import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';

/** The way on in a list that is not shown in full. */
export function ShowMore({ left, busy, onMore }: { left: number; busy: boolean; onMore(): void }) {
  const { lists } = useAdminMessages();
  if (left <= 0) return null;
  return (
    <div className="mt-6 text-center">
      <Action variant="outline" busy={busy} onClick={onMore}>
        {lists.showMore(left)}
      </Action>
    </div>
  );
}
