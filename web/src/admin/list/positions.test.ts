import { expect, test } from 'vitest';
import type { Positioned } from '../api/order';
import { moveRow, positionChanges } from './positions';

const rows = (...positions: (number | null)[]): Positioned[] =>
  positions.map((position, index) => ({ id: 'abcdef'[index] ?? '', created_at: `${index}`, position }));
const shown = (list: Positioned[]) => list.map(({ id, position }) => `${id}${position ?? '-'}`).join(' ');

test('a move numbers the rows up to where it ends, and leaves the rest empty', () => {
  const before = rows(null, null, null, null);
  const after = moveRow(before, 3, 1);
  expect(shown(after)).toBe('a1 d2 b- c-');
  expect(positionChanges(before, after)).toEqual([
    { id: 'a', position: 1 },
    { id: 'd', position: 2 },
  ]);
});

test('a move down numbers everything above its new place', () => {
  expect(shown(moveRow(rows(null, null, null, null), 0, 2))).toBe('b1 c2 a3 d-');
});

test('what was numbered before stays numbered, and only what changed is written', () => {
  const before = rows(1, 2, 3, null);
  const after = moveRow(before, 2, 1);
  expect(shown(after)).toBe('a1 c2 b3 d-');
  expect(positionChanges(before, after)).toEqual([
    { id: 'c', position: 2 },
    { id: 'b', position: 3 },
  ]);
});

test('a row that comes in from behind pushes the numbered ones down', () => {
  expect(shown(moveRow(rows(1, 2, 3, null, null), 3, 1))).toBe('a1 d2 b3 c4 e-');
});

test('a move to the top writes that row alone, however many are numbered', () => {
  for (const [from, after] of [
    [1, 'b0 a1 c3 d- e-'],
    [3, 'd0 a1 b2 c3 e-'],
  ] as const) {
    const before = rows(1, 2, 3, null, null);
    const moved = moveRow(before, from, 0);
    expect(shown(moved)).toBe(after);
    expect(positionChanges(before, moved)).toHaveLength(1);
  }
  expect(shown(moveRow(rows(-1, 2, null), 2, 0))).toBe('c-2 a-1 b2');
  expect(shown(moveRow(rows(null, null), 1, 0))).toBe('b1 a-');
});

test('numbers that somebody else left with gaps or doubles come out whole', () => {
  expect(shown(moveRow(rows(1, 1, 7, null), 2, 1))).toBe('a1 c2 b3 d-');
});
