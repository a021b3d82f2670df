import { afterEach, expect, test } from 'vitest';
import { clockTime, clockTimeIn, dayBefore, deviceZone, localDay, localMoment, setTimeZone } from './moments';

afterEach(() => void setTimeZone(''));

const late = '2026-12-31T20:30:05Z';
const another = deviceZone() === 'Asia/Karachi' ? 'Asia/Kathmandu' : 'Asia/Karachi';

test('times are in the zone of the site', () => {
  expect(setTimeZone(another)).toBe(true);
  setTimeZone('America/New_York');
  expect(localMoment(late)).toBe('2026-12-31 15:30:05');
  setTimeZone('Asia/Kathmandu');
  expect([localMoment(late), clockTime(new Date(late))]).toEqual(['2027-01-01 02:15:05', '02:15']);
  expect([localDay(new Date(late)), dayBefore(new Date(late))]).toEqual(['2027-01-01', '2026-12-31']);
  expect(localMoment('2026-12-31T18:15:00Z')).toBe('2027-01-01 00:00:00');
  expect(localMoment('no time')).toBe('no time');
});

test('without a zone, with that of the device and with one that nobody knows they are as on the device', () => {
  const at = new Date(2026, 10, 14, 9, 3, 7);
  for (const name of ['', undefined, null, deviceZone(), 'Asia/Nowhere']) {
    expect(setTimeZone(name)).toBe(false);
    expect(localMoment(at.toISOString())).toBe('2026-11-14 09:03:07');
    expect(dayBefore(at)).toBe('2026-11-13');
  }
});

test('the time in another zone can be told beforehand', () => {
  expect(clockTimeIn('Asia/Karachi', new Date(late))).toBe('01:30');
  expect(clockTimeIn('Asia/Nowhere', new Date(late))).toBeUndefined();
});
