// The service key: programs act as an owner with it and manage accounts; nobody else ever sees it.

import { describe, expect, test } from 'vitest';
import { ok, serve, unique } from './clients.ts';

const site = serve();
/** What came, of a call that may also come to nothing. */
function fine<A extends { data: unknown; error: unknown }>(answer: A): A['data'] {
  expect(answer.error).toBeNull();
  return answer.data;
}
// The smallest GIF there is.
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const service = () => site.client(site.serviceKey);

test('reads and writes what an owner may, without a session', async () => {
  const name = unique('volunteer');
  fine(await service().from('volunteers').insert({ name, city: 'Lahore', phone: '0300' }));
  const found = ok(await service().from('volunteers').select('name').eq('name', name));
  expect(found).toEqual([{ name }]);
  fine(await service().from('volunteers').delete().eq('name', name));
});

test('signs uploads', async () => {
  const files = service().storage.from('website_images');
  const name = `gallery/${unique('signed')}.gif`;
  const { path, token } = ok(await files.createSignedUploadUrl(name));
  const gif = new Blob([Buffer.from(GIF, 'base64')], { type: 'image/gif' });
  ok(await site.visitor.storage.from('website_images').uploadToSignedUrl(path, token, gif));
  ok(await files.remove([name]));
});

test('reaches no page and no log', async () => {
  for (const path of ['/', '/admin', '/admin/login', '/donate', '/robots.txt', '/page-data/'])
    expect((await site.ask(path)).text, path).not.toContain(site.serviceKey);
  await service().from('projects').select();
  expect(site.log()).not.toContain(site.serviceKey);
});

describe('auth.admin', () => {
  test('makes, finds, changes and removes accounts', async () => {
    const { admin } = service().auth;
    const email = `${unique('made')}@umeed.test`;
    const made = fine(
      await admin.createUser({ email, password: 'a good long one', email_confirm: true }),
    ).user;
    expect(made?.email).toBe(email);
    const id = made?.id ?? '';
    fine(await site.signedIn({ email, password: 'a good long one' }).then(client => client.auth.getUser()));
    expect(fine(await admin.getUserById(id)).user?.email).toBe(email);
    const listed = await admin.listUsers({ page: 1, perPage: 2 });
    expect(fine(listed).users.length).toBe(2);
    expect(listed.data).toMatchObject({ total: expect.any(Number) });
    const changed = await admin.updateUserById(id, { user_metadata: { city: 'Faisalabad' } });
    expect(fine(changed).user?.user_metadata).toEqual({ city: 'Faisalabad' });
    fine(await admin.deleteUser(id));
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found');
  });

  test('makes links that sign in once', async () => {
    const email = `${unique('invited')}@umeed.test`;
    const { properties } = fine(await service().auth.admin.generateLink({ type: 'invite', email }));
    const invited = site.client();
    const { hashed_token } = properties ?? { hashed_token: '' };
    const { session } = fine(await invited.auth.verifyOtp({ type: 'invite', token_hash: hashed_token }));
    expect(session?.user.email).toBe(email);
    fine(await invited.auth.updateUser({ password: 'chosen by the invited' }));
    await site.signedIn({ email, password: 'chosen by the invited' });
    const again = await site.client().auth.verifyOtp({ type: 'invite', token_hash: hashed_token });
    expect(again.error?.code).toBe('otp_expired');
  });

  test('says that there is no mail to invite by', async () => {
    const { error } = await service().auth.admin.inviteUserByEmail(`${unique('x')}@umeed.test`);
    expect(error?.code).toBe('email_provider_disabled');
  });

  test('is for owners too, and for nobody else', async () => {
    const { session } = fine(await site.staff.auth.getSession());
    const owner = site.client(session?.access_token);
    expect(fine(await owner.auth.admin.listUsers()).users.length).toBeGreaterThan(0);
    expect((await site.visitor.auth.admin.listUsers()).error?.code).toBe('not_admin');
  });
});

// Last: the other tests use the key.
test('umeed keys rotate makes another, and ends the old one at once or after its grace', async () => {
  const works = async (key: string) =>
    (await site.client(key).from('volunteers').select('id').limit(1)).status === 200;
  const graced = await site.command(['keys', 'rotate', '--grace', '1h']);
  const second = JSON.parse(graced.stdout).service_role as string;
  expect(second).not.toBe(site.serviceKey);
  expect([await works(site.serviceKey), await works(second)]).toEqual([true, true]);
  const { stdout } = await site.command(['keys', 'rotate']);
  const third = JSON.parse(stdout).service_role as string;
  expect([await works(site.serviceKey), await works(second), await works(third)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(JSON.parse((await site.command(['keys'])).stdout).service_role).toBe(third);
});
