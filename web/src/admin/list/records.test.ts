// How many pages a list is said to have.
import { expect, test, vi } from 'vitest';

vi.mock('../api/session-clients', () => ({}));
vi.mock('../live/feed', () => ({}));
const { pageCount } = await import('./records');

const there = { page: 0, more: true, turning: false };

test('pages follow from the total, and nothing is said before it is known', () => {
  expect(pageCount({ ...there, total: 51 })).toBe(2);
  expect(pageCount({ ...there, total: 2_303 })).toBe(47);
  expect(pageCount({ ...there })).toBeUndefined();
});

test('a page that nothing follows is the last, whatever was counted', () => {
  expect(pageCount({ page: 0, more: false, turning: false })).toBe(1);
  expect(pageCount({ page: 2, more: false, turning: false })).toBe(3);
  // One came in at the top while somebody was here.
  expect(pageCount({ page: 1, more: false, turning: false, total: 101 })).toBe(2);
});

test('one that others follow is never called the last, also after many were deleted', () => {
  expect(pageCount({ page: 2, more: true, turning: false, total: 100 })).toBe(4);
});

test('while the page turns, what the one before says of its end does not count', () => {
  expect(pageCount({ page: 1, more: true, turning: true, total: 60 })).toBe(2);
  expect(pageCount({ page: 0, more: false, turning: true, total: 60 })).toBe(2);
  expect(pageCount({ page: 0, more: false, turning: true })).toBeUndefined();
});
