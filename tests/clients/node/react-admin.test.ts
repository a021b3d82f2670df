// react-admin's providers for Supabase (ra-supabase-core), without a browser: every call that its lists and forms make.
import type { DataProvider } from 'ra-core';
import { supabaseAuthProvider, supabaseDataProvider } from 'ra-supabase-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve, serviceKey, unique } from './site.ts';

const site = serve();
const mark = unique();
const sort = { field: 'title', order: 'ASC' } as const;
let admin: DataProvider;
let ids: string[];

beforeAll(async () => {
  admin = supabaseDataProvider({
    instanceUrl: site.url,
    apiKey: site.anonKey,
    supabaseClient: site.staff as never,
    primaryKeys: new Map([['website_content', ['page_key']]]),
  });
  ids = [];
  for (const letter of 'abcde') {
    const { data } = await admin.create('projects', { data: { title: `${mark} ${letter}` } });
    ids.push(data.id);
  }
});

// biome-ignore lint/suspicious/noExplicitAny: any row
const letters = (rows: any[]) => rows.map(row => row.title.at(-1)).join('');
/** Of our own rows only. Two filters of one column are more than the provider can write in an address. */
const ours = (filter: object) =>
  Object.keys(filter).some(name => name.startsWith('title@'))
    ? { 'id@in': `(${ids.join(',')})` }
    : { 'title@like': mark };
const list = (filter: object, page = 1, perPage = 10, order: 'ASC' | 'DESC' = 'ASC') =>
  admin.getList('projects', {
    pagination: { page, perPage },
    sort: { field: 'title', order },
    filter: { ...ours(filter), ...filter },
  });

describe('lists', () => {
  test('come in pages, with how many there are in all', async () => {
    const [first, last] = [await list({}, 1, 2), await list({}, 3, 2)];
    expect([letters(first.data), first.total]).toEqual(['ab', 5]);
    expect([letters(last.data), last.total]).toEqual(['e', 5]);
    expect(letters((await list({}, 1, 3, 'DESC')).data)).toBe('edc');
  });

  test('are filtered by what its filter fields send', async () => {
    const { data } = await admin.getList('projects', {
      pagination: { page: 1, perPage: 10 },
      sort,
      filter: { title: `${mark} b` },
    });
    expect(letters(data)).toBe('b');
    expect(letters((await list({ 'id@neq': ids[0] })).data)).toBe('bcde');
    expect(letters((await list({ 'id@in': `(${ids[0]},${ids[4]})` })).data)).toBe('ae');
    expect(letters((await list({ 'title@gte': `${mark} d` })).data)).toBe('de');
    expect(letters((await list({ 'title@match': '[bc]$' })).data)).toBe('bc');
    expect(letters((await list({ 'created_at@lt': 'tomorrow' })).data)).toBe('abcde');
    const either = { '@or': { 'title@like': 'nosuchrow', 'id@eq': ids[3] } };
    expect(letters((await list({ ...either, 'title@ilike': mark.toUpperCase() })).data)).toBe('d');
  });

  test('of what belongs to something else', async () => {
    const { data, total } = await admin.getManyReference('projects', {
      target: 'title',
      id: `${mark} c`,
      pagination: { page: 1, perPage: 5 },
      sort,
      filter: {},
    });
    expect([letters(data), total]).toEqual(['c', 1]);
  });

  test('page by the Range header as well, as older releases of its provider ask', async () => {
    const query = `select=title&order=title&title=like.${mark}*`;
    const headers = { 'range-unit': 'items', range: '1-2', prefer: 'count=exact' };
    const answer = await site.ask(`/rest/v1/projects?${query}`, { headers });
    expect([answer.status, letters(answer.json)]).toEqual([206, 'bc']);
    expect(answer.headers.get('content-range')).toBe('1-2/5');
  });
});

describe('rows', () => {
  test('one, many, and one by another key', async () => {
    expect((await admin.getOne('projects', { id: ids[1] ?? '' })).data.title).toBe(`${mark} b`);
    const { data } = await admin.getMany('projects', { ids: [ids[0] ?? '', ids[2] ?? ''] });
    expect(data.map(row => row.id).sort()).toEqual([ids[0], ids[2]].sort());
    const about = await admin.getOne('website_content', { id: 'about' });
    expect(about.data).toMatchObject({ id: 'about', page_key: 'about' });
  });

  test('are changed and removed, alone and together', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => admin.create('projects', { data: { title: unique('made') } })),
    );
    const [one, two, three] = made.map(({ data }) => data);
    const previousData = one;
    const changed = await admin.update('projects', {
      id: one.id,
      data: { ...one, description: '<p>new</p>' },
      previousData,
    });
    expect(changed.data).toMatchObject({ id: one.id, description: '<p>new</p>', title: one.title });
    const both = await admin.updateMany('projects', {
      ids: [two.id, three.id],
      data: { description: '<p>x</p>' },
    });
    expect(both.data).toHaveLength(2);
    expect((await admin.delete('projects', { id: one.id, previousData })).data).toMatchObject({ id: one.id });
    const gone = await admin.deleteMany('projects', { ids: [two.id, three.id] });
    expect(gone.data).toHaveLength(2);
    await expect(admin.getOne('projects', { id: one.id })).rejects.toMatchObject({ status: 406 });
  });

  test('that break a rule are refused with the sentence that its form shows', async () => {
    await expect(admin.create('projects', { data: { title: 'x'.repeat(301) } })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/title/i),
    });
  });
});

describe('the guesser', () => {
  test('finds the tables and their columns in the description of the server', async () => {
    const schema = await admin.getSchema();
    expect(schema.swagger).toBe('2.0');
    expect(Object.keys(schema.paths)).toEqual(expect.arrayContaining(['/projects', '/volunteers']));
    expect(Object.keys(schema.paths['/projects'])).toEqual(
      expect.arrayContaining(['get', 'post', 'patch', 'delete']),
    );
    const project = schema.definitions.projects;
    expect(project.properties).toMatchObject({
      id: { type: 'string', format: 'uuid', description: expect.stringContaining('<pk/>') },
      title: { type: 'string' },
      created_at: { type: 'string', format: expect.stringContaining('timestamp') },
    });
    expect(schema.definitions.testimonials.properties.is_visible.type).toBe('boolean');
    expect(project.required).toEqual(expect.arrayContaining(['id', 'title']));
  });

  test('reads it with the service key, and nobody does without', async () => {
    const key = await serviceKey(site);
    const described = await site.ask('/rest/v1/', {
      headers: { apikey: key, authorization: `Bearer ${key}` },
    });
    expect(described.json.swagger).toBe('2.0');
    expect((await site.ask('/rest/v1/')).status).toBe(404);
  });
});

test('its sign-in lets staff in and out', async () => {
  const client = site.client();
  const auth = supabaseAuthProvider(client as never, {
    getIdentity: async user => ({ id: user.id, fullName: user.email }),
  });
  await expect(auth.login({ email: site.email, password: 'wrong one' })).rejects.toThrow(
    'Invalid login credentials',
  );
  await auth.login({ email: site.email, password: site.password });
  expect(await auth.getIdentity?.()).toMatchObject({ fullName: site.email });
  await auth.logout({});
  await expect(auth.getIdentity?.()).rejects.toThrow();
});
