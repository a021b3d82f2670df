import { expect, test } from 'vitest';
import { placeOf } from './TimeZoneSelect';

test('a time zone is called by its place', () => {
  expect(placeOf('Asia/Karachi')).toBe('Karachi');
  expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires, Argentina');
  expect(placeOf('UTC')).toBe('UTC');
});
