import { expect, test } from 'vitest';
import { minutesSince, othersOf } from './others';

const amina = { user: 'u1', email: 'amina@example.org' };
const bilal = { user: 'u2', email: 'bilal@example.org' };

test('those at an item, in the order in which they came, without this tab', () => {
  const tabs = {
    own: [{ ...amina, at: { x: ['editing', 1] } }],
    b: [{ ...bilal, at: { x: ['here', 20], y: ['editing', 30] } }],
    c: [{ ...amina, at: { x: ['editing', 10] } }],
  };
  const others = othersOf(tabs, 'own');
  expect(others.get('x')).toEqual([
    { ...amina, doing: 'editing', since: 10 },
    { ...bilal, doing: 'here', since: 20 },
  ]);
  expect(others.get('y')).toEqual([{ ...bilal, doing: 'editing', since: 30 }]);
  expect(others.get('z')).toBeUndefined();
});

test('someone with several windows is one person, who edits if one window does', () => {
  const tabs = {
    a: [{ ...bilal, at: { x: ['here', 5] } }],
    b: [{ ...bilal, at: { x: ['editing', 50] } }],
    c: [{ ...bilal, at: { x: ['editing', 40] } }],
  };
  expect(othersOf(tabs, 'own').get('x')).toEqual([{ ...bilal, doing: 'editing', since: 40 }]);
});

test('what is of another shape is passed over', () => {
  const tabs = {
    a: 'nonsense',
    b: [{ user: 1, email: 'x', at: {} }, { ...bilal }, { ...bilal, at: { x: 'here', y: ['gone', 1] } }],
    c: [{ ...amina, at: { x: ['here', 'long ago'] } }],
  };
  expect(othersOf(tabs, 'own').size).toBe(0);
});

test('minutes are whole and never negative', () => {
  expect(minutesSince(0, 59_999)).toBe(0);
  expect(minutesSince(0, 125_000)).toBe(2);
  expect(minutesSince(90_000, 0)).toBe(0);
});
