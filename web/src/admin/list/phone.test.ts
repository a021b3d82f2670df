import { expect, test } from 'vitest';
import { internationalDigits } from './phone';

test.each([
  ['0300 0000000', '923000000000'],
  ['03000000000', '923000000000'],
  ['0300-0000000', '923000000000'],
  ['3000000000', '923000000000'],
  ['+92 300 0000000', '923000000000'],
  ['0092 300 0000000', '923000000000'],
  ['923000000000', '923000000000'],
  ['+44 20 7946 0000', '442079460000'],
  ['0300', undefined],
  ['@SUM(A1)', undefined],
  ['0300 0000000 or 0301 0000000', undefined],
  ['', undefined],
])('%s is dialled as %s', (typed, digits) => {
  expect(internationalDigits(typed)).toBe(digits);
});
