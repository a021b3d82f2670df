import { describe, expect, test } from 'vitest';
import { serve, unique } from './clients.ts';

const site = serve({ UMEED_ALLOW_SIGN_UP: 'on' });
const signUp = (email: string, password = 'a-good-password') =>
  site.client().auth.signUp({ email, password, options: { data: { name: 'Amina' } } });

describe('[API-6] signing up where the setting allows it', () => {
  test('makes an account that is signed in', async () => {
    const client = site.client();
    const email = `${unique('Fresh')}@umeed.test`;
    const { data, error } = await client.auth.signUp({
      email,
      password: 'a-good-password',
      options: { data: { name: 'Amina' } },
    });
    expect(error).toBeNull();
    expect(data.session?.user).toMatchObject({
      email: email.toLowerCase(),
      user_metadata: { name: 'Amina' },
    });
    expect((await client.from('volunteers').select('id')).error).toBeNull();
    // It is an editor: strangers must not become owners.
    expect(data.session?.user.app_metadata.role).toBe('editor');
    expect((await client.auth.admin.listUsers()).error?.code).toBe('not_admin');
    const again = await site.client().auth.signInWithPassword({ email, password: 'a-good-password' });
    expect(again.error).toBeNull();
  });

  test('user_already_exists, whatever the case', async () => {
    expect((await signUp(site.email.toUpperCase())).error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
  });

  test('weak_password', async () => {
    expect((await signUp(`${unique()}@umeed.test`, 'short')).error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      reasons: ['length'],
    });
  });

  test('validation_failed for an address that is none', async () => {
    const { error } = await signUp('not an address');
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(error?.message).toMatch(/invalid format/);
  });

  test('of two at the same moment one wins', async () => {
    const email = `${unique()}@umeed.test`;
    const answers = await Promise.all([signUp(email), signUp(email.toUpperCase())]);
    expect(answers.map(answer => answer.error?.code ?? 'made').sort()).toEqual([
      'made',
      'user_already_exists',
    ]);
  });
});
