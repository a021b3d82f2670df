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
  const after = moveRow(before, 1, 0);
  expect(shown(after)).toBe('b1 a2 c3 d-');
  expect(positionChanges(before, after)).toEqual([
    { id: 'b', position: 1 },
    { id: 'a', position: 2 },
  ]);
});

test('a row that comes in from behind pushes the numbered ones down', () => {
  expect(shown(moveRow(rows(1, 2, 3, null, null), 3, 0))).toBe('d1 a2 b3 c4 e-');
});

test('numbers that somebody else left with gaps or doubles come out whole', () => {
  expect(shown(moveRow(rows(1, 1, 7, null), 2, 1))).toBe('a1 c2 b3 d-');
});
