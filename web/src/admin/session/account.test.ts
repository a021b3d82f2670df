import { beforeEach, expect, test, vi } from 'vitest';
import { signIn, signOut, signUp } from './account';

const { answers, shown } = vi.hoisted(() => ({
  answers: { error: null as { name: string; message: string } | null },
  shown: [] as object[],
}));

vi.mock('../api/session-clients', () => ({
  unreachable: 'We could not reach our server.',
  auth: {
    signUp: async () => answers,
    signInWithPassword: async () => answers,
    signOut: async () => answers,
  },
}));
vi.mock('../../lib/notices', () => ({ notify: (notice: object) => shown.push(notice) }));

beforeEach(() => {
  shown.length = 0;
  answers.error = null;
});

test('[ADM-12] sign-up is there without a screen, and tells its failure', async () => {
  answers.error = { name: 'AuthApiError', message: 'Signups not allowed for this instance' };
  expect(await signUp('a@example.org', 'secret')).toBe(false);
  expect(shown).toEqual([
    { title: 'Sign up Failed', description: 'Signups not allowed for this instance', destructive: true },
  ]);
  answers.error = null;
  expect(await signUp('a@example.org', 'secret')).toBe(true);
});

test('[ADM-2] [ADM-8] failures without words say that something went wrong', async () => {
  answers.error = { name: 'AuthApiError', message: '' };
  await signIn('a@example.org', 'secret');
  await signOut();
  expect(shown).toEqual([
    { title: 'Sign in Failed', description: 'Something went wrong', destructive: true },
    { title: 'Sign out Failed', description: 'Something went wrong', destructive: true },
  ]);
});

test('[ADM-3] success welcomes', async () => {
  await signIn('a@example.org', 'secret');
  expect(shown).toEqual([{ title: 'Login Successful', description: 'Welcome back!' }]);
});
