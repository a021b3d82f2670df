// The newest official client where it asks for what this server does not do, or does only for the service key.
import { expect, test } from 'vitest';
import { ok, serve, serviceKey, unique } from './site.ts';

const site = serve();

const titles = async (mark: string) =>
  ok(await site.staff.from('projects').select('title').like('title', `${mark}%`).order('title')).map(
    row => row.title,
  );

test('a write to be rolled back is refused, and nothing is written', async () => {
  const mark = unique();
  const refused = await site.staff.from('projects').insert({ title: mark }).rollback();
  expect(refused.error).toMatchObject({ code: 'PGRST122' });
  expect(await titles(mark)).toEqual([]);
});

test('a limit on a write is refused, and every row is kept', async () => {
  const mark = unique();
  ok(
    await site.staff
      .from('projects')
      .insert([{ title: `${mark} 1` }, { title: `${mark} 2` }])
      .select(),
  );
  const removed = await site.staff
    .from('projects')
    .delete()
    .like('title', `${mark}%`)
    .order('title')
    .limit(1)
    .select();
  const changed = await site.staff
    .from('projects')
    .update({ title: 'x' })
    .like('title', `${mark}%`)
    .limit(1)
    .select();
  for (const { error } of [removed, changed]) {
    expect(error).toMatchObject({
      code: 'PGRST109',
      message: expect.stringContaining('nothing was changed'),
    });
  }
  expect(await titles(mark)).toEqual([`${mark} 1`, `${mark} 2`]);
});

test('accounts are managed with the service key, and only with it', async () => {
  const service = site.client(await serviceKey(site)).auth.admin;
  const email = `${unique()}@umeed.test`;
  const made = await service.createUser({ email, password: 'correct horse battery', email_confirm: true });
  expect(made.error).toBeNull();
  const id = made.data.user?.id ?? '';
  const { data } = await service.listUsers({ page: 1, perPage: 1 });
  expect(data).toMatchObject({ users: [{ email: expect.any(String) }], total: 2, lastPage: 2, nextPage: 2 });
  expect((await service.getUserById(id)).data.user?.email).toBe(email);
  const link = await service.generateLink({ type: 'recovery', email });
  const client = site.client();
  const token_hash = link.data.properties?.hashed_token ?? '';
  expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).data.user?.id).toBe(id);
  expect((await service.inviteUserByEmail(`${unique()}@umeed.test`)).error?.message).toMatch(/mail/i);
  expect((await service.deleteUser(id)).error).toBeNull();
  expect((await client.auth.getUser()).error).not.toBeNull();
  expect((await site.visitor.auth.admin.listUsers()).error).toMatchObject({ status: 403 });
});
