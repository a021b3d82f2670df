import { beforeEach, expect, test, vi } from 'vitest';
import type { AuthRefusal } from '../api/auth-refusal';
import { signIn, signOut, signUp } from './account';

const { answers, refusal, shown } = vi.hoisted(() => ({
  answers: { error: null as { name: string; message: string } | null },
  refusal: { last: undefined as AuthRefusal | undefined },
  shown: [] as object[],
}));

vi.mock('../api/session-clients', () => ({
  auth: {
    signUp: async () => answers,
    signInWithPassword: async () => answers,
    signOut: async () => answers,
  },
}));
vi.mock('../api/auth-refusal', () => ({ lastRefusal: () => refusal.last }));
vi.mock('../../lib/notices', () => ({ notify: (notice: object) => shown.push(notice) }));

beforeEach(() => {
  shown.length = 0;
  answers.error = null;
  refusal.last = undefined;
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

test.each<[string, AuthRefusal | undefined, string]>([
  ['no answer', undefined, 'We could not reach our server. Please check your connection and try again.'],
  ['500 with a message', { status: 500, message: 'The disk is full' }, 'The disk is full'],
  ['500 without one', { status: 500, message: '' }, 'Something went wrong'],
  [
    'a gateway without one',
    { status: 502, message: '' },
    'We could not reach our server. Please check your connection and try again.',
  ],
  [
    'too many tries',
    { status: 429, message: 'x', retryAfterSeconds: 61 },
    'Too many tries. Please wait 2 minutes.',
  ],
])('[ADM-2] a failure is told as it was: %s', async (_, last, description) => {
  answers.error = { name: 'AuthRetryableFetchError', message: 'made up by the client' };
  refusal.last = last;
  await signIn('a@example.org', 'secret');
  expect(shown).toEqual([{ title: 'Sign in Failed', description, destructive: true }]);
});

test('[ADM-3] success welcomes', async () => {
  await signIn('a@example.org', 'secret');
  expect(shown).toEqual([{ title: 'Login Successful', description: 'Welcome back!' }]);
});
