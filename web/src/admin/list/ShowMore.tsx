import { Action } from '../shell/Action';

/** The way on in a list that is not shown in full. */
export function ShowMore({ left, onMore }: { left: number; onMore(): void }) {
  if (left <= 0) return null;
  return (
    <div className="mt-6 text-center">
      <Action look="outline" onClick={onMore}>
        Show more ({left.toLocaleString('en')} left)
      </Action>
    </div>
  );
}
