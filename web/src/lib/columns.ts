// How many columns a grid of portraits takes. Pure.

/** How full the last row is, from 0 to 1; nothing counts less than somebody who stands there alone. */
function lastRow(count: number, columns: number): number {
  const over = count % columns;
  if (over === 0) return 1;
  return over === 1 ? 0 : over / columns;
}

/** The first of these that fills the last row best; `spare` when each of them leaves one alone. */
export function columnsFor(count: number, choices: readonly number[], spare: number): number {
  const [first = spare, ...others] = choices;
  let best = first;
  for (const other of others) if (lastRow(count, other) > lastRow(count, best)) best = other;
  return lastRow(count, best) > 0 ? best : spare;
}
