// The order that staff give a list by hand, in the column `position`. Rows without one come after those that have one.
import { apiError } from './errors';
import type { Row } from './rows';
import { rest } from './session-clients';

export interface Positioned extends Row {
  position: number | null;
}

export const maxPositioned = 500;

/** As visitors see them. */
export async function readPublicOrder(
  table: string,
  order: 'created_at.asc' | 'created_at.desc',
  signal?: AbortSignal,
): Promise<Positioned[]> {
  const ascending = order === 'created_at.asc';
  let query = rest
    .from(table)
    .select('*')
    .order('position', { ascending: true, nullsFirst: false })
    .order('created_at', { ascending })
    .order('id', { ascending })
    .limit(maxPositioned);
  if (signal) query = query.abortSignal(signal);
  const answer = await query;
  if (answer.error) throw apiError(answer);
  return answer.data as Positioned[];
}

/** Whether staff have placed any row by hand. */
export async function isOrderedByHand(table: string, signal?: AbortSignal): Promise<boolean> {
  let query = rest.from(table).select('id').not('position', 'is', null).limit(1);
  if (signal) query = query.abortSignal(signal);
  const answer = await query;
  if (answer.error) throw apiError(answer);
  return answer.data.length > 0;
}

export async function writePosition(table: string, id: string, position: number | null): Promise<void> {
  const answer = await rest.from(table).update({ position }).eq('id', id);
  if (answer.error) throw apiError(answer);
}

/** Back to the order in which they were made. */
export async function clearPositions(table: string): Promise<void> {
  const answer = await rest.from(table).update({ position: null }).not('position', 'is', null);
  if (answer.error) throw apiError(answer);
}
