import type { User } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { inOrder, matching, named, personOf } from './person';

function user(given: Partial<User>): User {
  return {
    id: 'i',
    aud: '',
    created_at: '',
    app_metadata: {},
    user_metadata: {},
    email: 'a@b.org',
    ...given,
  };
}

test('an account is an owner unless it says that it is an editor', () => {
  expect(personOf(user({})).role).toBe('owner');
  expect(personOf(user({ app_metadata: { role: 'editor' } })).role).toBe('editor');
  expect(personOf(user({ user_metadata: { role: 'editor' } })).role).toBe('owner');
});

test('a name is found where clients put it, and stays where it is', () => {
  expect(personOf(user({ user_metadata: { name: ' Sana ' } })).name).toBe('Sana');
  expect(personOf(user({ user_metadata: { full_name: '', display_name: 'Ali' } })).name).toBe('Ali');
  expect(personOf(user({ user_metadata: { name: 7 } })).name).toBe('');
  expect(named(' Sana ')).toEqual({ full_name: 'Sana' });
  expect(named('Sana', { name: 'S' })).toEqual({ name: 'Sana' });
  expect(named(' ', { name: 'S', full_name: '', city: 'F' })).toEqual({ full_name: null, name: null });
});

test('only a second factor that was shown once counts', () => {
  const factors = [
    { id: 'one', factor_type: 'totp', status: 'verified' },
    { id: 'two', factor_type: 'totp', status: 'unverified' },
    { id: 'codes', factor_type: 'recovery_code', status: 'verified' },
  ] as unknown as User['factors'];
  expect(personOf(user({ factors })).factors).toEqual(['one']);
});

test('who has not come stands first, then who was here last', () => {
  const people = ['2026-01-01', undefined, '2026-03-01'].map((last_sign_in_at, index) =>
    personOf(user({ id: String(index), last_sign_in_at })),
  );
  expect(inOrder(people).map(({ id }) => id)).toEqual(['1', '2', '0']);
});

test('people are found by every word of name or address', () => {
  const people = [
    personOf(user({ email: 'sana@umeed.org', user_metadata: { full_name: 'Sana Bibi' } })),
    personOf(user({ email: 'ali@umeed.org' })),
  ];
  expect(matching(people, ' ').length).toBe(2);
  expect(matching(people, 'BIBI umeed').map(({ email }) => email)).toEqual(['sana@umeed.org']);
  expect(matching(people, 'sana ali')).toEqual([]);
});
