import { expect, test } from 'vitest';
import { written } from './written';

test('a text with Urdu in it is marked, wherever in it the Urdu stands', () => {
  expect(written('Umeed means امید', 'text-h1')).toEqual({ dir: 'auto', className: 'text-h1 urdu' });
  expect(written('امید', 'text-h1')).toEqual({ dir: 'auto', className: 'text-h1 urdu' });
  expect(written('Hope – “Umeed”', 'text-h1')).toEqual({ dir: 'auto', className: 'text-h1' });
  expect(written(null)).toEqual({ dir: 'auto', className: undefined });
});
