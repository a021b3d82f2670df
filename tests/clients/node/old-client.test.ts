// supabase-js 1.35.7 of 2022, which many sites still run: its own ways to sign in, to page, to sign addresses.
import { createClient } from 'supabase-js-1';
import { expect, test } from 'vitest';
import { png } from '../../client/pictures.ts';
import { ok, serve, TIME_OF_ROW, unique } from './site.ts';

const site = serve();
const connect = () =>
  createClient(site.url, site.anonKey, { autoRefreshToken: false, persistSession: false });

async function signedIn() {
  const client = connect();
  const { error } = await client.auth.signIn({ email: site.email, password: site.password });
  if (error) throw error;
  return client;
}

test('signs in, says who one is, refreshes and signs out', async () => {
  const client = connect();
  const { session, user, error } = await client.auth.signIn({ email: site.email, password: site.password });
  expect(error).toBeNull();
  expect(user?.email).toBe(site.email);
  expect(client.auth.session()?.access_token).toBe(session?.access_token);
  expect((await client.auth.api.getUser(session?.access_token ?? '')).user?.id).toBe(user?.id);
  const refreshed = await client.auth.refreshSession();
  expect(refreshed.error).toBeNull();
  expect(refreshed.data?.refresh_token).not.toBe(session?.refresh_token);
  expect((await client.auth.update({ data: { city: 'Lahore' } })).user?.user_metadata.city).toBe('Lahore');
  expect((await client.auth.signOut()).error).toBeNull();
  expect(client.auth.session()).toBeNull();
});

test('is told why it may not sign in', async () => {
  const { error } = await connect().auth.signIn({ email: site.email, password: 'wrong one' });
  expect(error).toMatchObject({ status: 400, message: 'Invalid login credentials' });
});

test('writes and reads tables; an insert returns its rows unasked', async () => {
  const client = await signedIn();
  const mark = unique();
  const rows = ['a', 'b', 'c'].map(letter => ({ title: `${mark} ${letter}` }));
  const made = ok(await client.from('projects').insert(rows));
  expect(made.map(row => row.title)).toEqual(rows.map(row => row.title));
  expect(made[0].created_at).toMatch(TIME_OF_ROW);

  const mine = () => client.from('projects').select('title', { count: 'exact' }).like('title', `${mark}%`);
  const page = await mine().order('title', { ascending: false }).range(1, 2);
  expect(page.count).toBe(3);
  expect(ok(page).map(row => row.title)).toEqual([`${mark} b`, `${mark} a`]);
  expect(ok(await mine().ilike('title', '% B')).length).toBe(1);
  expect(ok(await mine().or(`title.eq.${mark} a,title.eq.${mark} c`)).length).toBe(2);
  expect((await mine().single()).error).toMatchObject({ code: 'PGRST116' });
  expect((await mine().eq('title', 'none').maybeSingle()).data).toBeNull();
  expect((await client.from('projects').select('*', { count: 'exact', head: true })).count).toBeGreaterThan(
    2,
  );

  const changed = await client
    .from('projects')
    .update({ title: `${mark} z` })
    .match({ id: made[0].id });
  expect(ok(changed)[0].title).toBe(`${mark} z`);
  const merged = await client.from('projects').upsert({ id: made[1].id, title: `${mark} y` });
  expect(ok(merged)[0]).toMatchObject({ id: made[1].id, title: `${mark} y` });
  expect(ok(await client.from('projects').delete().eq('id', made[2].id))).toHaveLength(1);
  expect(ok(await mine().order('title')).map(row => row.title)).toEqual([`${mark} y`, `${mark} z`]);
});

test('keeps files', async () => {
  const client = await signedIn();
  const files = client.storage.from('website_images');
  const name = `gallery/${unique()}.png`;
  const sent = await files.upload(name, png(3, 2), { contentType: 'image/png' });
  expect(sent.error).toBeNull();
  expect(sent.data?.Key).toBe(`website_images/${name}`);
  const { publicURL } = files.getPublicUrl(name);
  expect(new Uint8Array(await (await fetch(publicURL ?? '')).arrayBuffer())).toEqual(png(3, 2));
  const { signedURL } = await files.createSignedUrl(name, 60);
  expect((await fetch(signedURL ?? '')).status).toBe(200);
  expect((await files.download(name)).data?.size).toBe(png(3, 2).length);
  expect(ok(await files.list('gallery')).map(item => `gallery/${item.name}`)).toContain(name);
  expect((await files.move(name, `${name}.moved`)).error).toBeNull();
  expect(ok(await files.remove([`${name}.moved`]))).toHaveLength(1);
});

test('hears of changes as they happen, by table and by filter', async () => {
  const client = connect();
  const staff = await signedIn();
  const mark = unique();
  const heard: { eventType: string; table: string; new: { title: string } }[] = [];
  await new Promise<void>((done, failed) => {
    client
      .from(`projects:title=eq.${mark}`)
      .on('INSERT', change => heard.push(change))
      .subscribe((state: string, error: unknown) => {
        if (state === 'SUBSCRIBED') done();
        if (state === 'SUBSCRIPTION_ERROR') failed(error);
      });
  });
  ok(await staff.from('projects').insert([{ title: `${mark} other` }, { title: mark }]));
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]).toMatchObject({ eventType: 'INSERT', table: 'projects', new: { title: mark } });
  await client.removeAllSubscriptions();
});
