import { beforeEach, expect, test, vi } from 'vitest';
import { askForLink, mayAskForLinks, readLink } from './by-mail';

const { answers, refusal, shown } = vi.hoisted(() => ({
  answers: { error: null as { name: string; message: string; code?: string } | null },
  refusal: { last: undefined as { status: number; message: string; retryAfterSeconds?: number } | undefined },
  shown: [] as object[],
}));

vi.mock('../api/session-clients', () => ({
  auth: { resetPasswordForEmail: async () => answers, signInWithOtp: async () => answers },
}));
vi.mock('../api/auth-refusal', () => ({ lastRefusal: () => refusal.last }));
vi.mock('../../lib/notices', () => ({ notify: (notice: object) => shown.push(notice) }));

beforeEach(() => {
  shown.length = 0;
  answers.error = null;
});

test('a link is read from behind the #, and only one that is known', () => {
  expect(readLink('#token_hash=ab-c_1&type=invite')).toEqual({ type: 'invite', token: 'ab-c_1' });
  for (const wrong of [
    '',
    '#',
    '#type=invite',
    '#token_hash=a',
    '#token_hash=a&type=other',
    '#token_hash=&type=invite',
  ])
    expect(readLink(wrong), wrong).toBeUndefined();
});

test.each([
  [{ ok: true, json: async () => ({ mailer_enabled: true }) }, true],
  [{ ok: true, json: async () => ({}) }, false],
  [{ ok: false }, undefined],
  [{ ok: true, json: async () => Promise.reject(new Error('no JSON')) }, undefined],
])('whether links are sent: %j', async (answer, expected) => {
  vi.stubGlobal('fetch', async () => answer);
  expect(await mayAskForLinks()).toBe(expected);
  vi.unstubAllGlobals();
});

test('how long to wait for another mail is told', async () => {
  expect(await askForLink('recovery', 'a@example.org')).toBe(true);
  answers.error = { name: 'AuthApiError', message: 'x', code: 'over_email_send_rate_limit' };
  for (const [seconds, words] of [
    [42, '42 seconds'],
    [600, '10 minutes'],
  ] as const) {
    refusal.last = { status: 429, message: 'x', retryAfterSeconds: seconds };
    expect(await askForLink('magiclink', 'a@example.org')).toBe(false);
    expect(shown.pop()).toMatchObject({
      title: 'The mail was not sent',
      description: expect.stringContaining(`ask again in ${words}.`),
    });
  }
});
