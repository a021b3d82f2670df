import { expect, test } from 'vitest';
import { columnsFor } from './columns';

test('the last row is as full as can be, and nobody stands in it alone', () => {
  const tablet = (count: number) => columnsFor(count, [3, 4], 5);
  const desktop = (count: number) => columnsFor(count, [4, 5], 3);
  expect([3, 4, 5, 6, 7, 8, 9, 10, 13, 14].map(tablet)).toEqual([3, 4, 3, 3, 4, 4, 3, 4, 5, 3]);
  expect([4, 5, 6, 7, 8, 9, 10, 13, 14, 17, 21].map(desktop)).toEqual([4, 5, 4, 4, 4, 5, 5, 5, 5, 5, 3]);
  for (let count = 3; count <= 60; count += 1) {
    expect(count % tablet(count), `${count} on a tablet`).not.toBe(1);
    expect(count % desktop(count), `${count} on a desktop`).not.toBe(1);
  }
});
