// An order by hand over a list that is otherwise ordered by time. Rows up to the last one that was moved carry a number;
// those after it carry none and go on by time, so that new rows need no number. Pure.
import type { Positioned } from '../api/order';

export interface PositionChange {
  id: string;
  position: number;
}

/** The list after a row was moved, as it will be read from now on. */
export function moveRow<R extends Positioned>(rows: readonly R[], from: number, to: number): R[] {
  const next = [...rows];
  const [moved] = next.splice(from, 1);
  if (!moved) return next;
  next.splice(to, 0, moved);
  // Before the first of the numbered ones there is always room: nothing else has to be written.
  const first = rows[0]?.position ?? null;
  if (to === 0 && first !== null) return next.with(0, { ...moved, position: first - 1 });
  // Rows that carried a number before may have moved down by one, and keep one.
  const numbered = Math.max(
    next.findLastIndex(row => row.position !== null),
    to,
  );
  return next.map((row, index) => ({ ...row, position: index <= numbered ? index + 1 : null }));
}

/** What has to be written for it. */
export function positionChanges(
  before: readonly Positioned[],
  after: readonly Positioned[],
): PositionChange[] {
  const known = new Map(before.map(row => [row.id, row.position]));
  return after.flatMap(({ id, position }) =>
    position !== null && known.get(id) !== position ? [{ id, position }] : [],
  );
}
