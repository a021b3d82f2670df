// refine's provider for Supabase: every call, and every filter that it knows how to send.
import type { CrudFilter, DataProvider } from '@refinedev/core';
import { dataProvider, liveProvider } from '@refinedev/supabase';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve, unique } from './site.ts';

const site = serve();
const mark = unique();
let provider: Required<DataProvider>;
let ids: string[];

beforeAll(async () => {
  provider = dataProvider(site.staff as never);
  const variables = ['a Well', 'b well', 'c', 'd'].map((title, at) => ({
    title: `${mark} ${title}`,
    position: at < 2 ? at : null,
  }));
  const { data } = await provider.createMany({ resource: 'projects', variables });
  ids = data.map(row => String(row.id));
});

// biome-ignore lint/suspicious/noExplicitAny: any row
const letters = (rows: any[]) => rows.map(row => row.title.split(' ')[1]).join('');
const mine: CrudFilter = { field: 'title', operator: 'startswith', value: mark };
async function found(...filters: CrudFilter[]) {
  const sorters = [{ field: 'title', order: 'asc' as const }];
  return letters(
    (await provider.getList({ resource: 'projects', sorters, filters: [mine, ...filters] })).data,
  );
}

describe('lists', () => {
  test('come in pages, sorted, with how many there are in all', async () => {
    const page = (currentPage: number, order: 'asc' | 'desc') =>
      provider.getList({
        resource: 'projects',
        pagination: { currentPage, pageSize: 3 },
        sorters: [{ field: 'title', order }],
        filters: [mine],
      });
    const [first, second, down] = [await page(1, 'asc'), await page(2, 'asc'), await page(1, 'desc')];
    expect([letters(first.data), first.total]).toEqual(['abc', 4]);
    expect([letters(second.data), second.total]).toEqual(['d', 4]);
    expect(letters(down.data)).toBe('dcb');
  });

  test.each<[CrudFilter['operator'], string, unknown, string]>([
    ['eq', 'title', `${mark} c`, 'c'],
    ['ne', 'title', `${mark} c`, 'abd'],
    ['lt', 'title', `${mark} c`, 'ab'],
    ['lte', 'title', `${mark} c`, 'abc'],
    ['gt', 'title', `${mark} c`, 'd'],
    ['gte', 'title', `${mark} c`, 'cd'],
    ['between', 'title', [`${mark} b`, `${mark} c`], 'bc'],
    ['in', 'title', [`${mark} c`, `${mark} d`], 'cd'],
    ['nin', 'title', `("${mark} c","${mark} d")`, 'ab'],
    ['contains', 'title', 'WELL', 'ab'],
    ['containss', 'title', 'Well', 'a'],
    ['ncontains', 'title', '%WELL%', 'cd'],
    ['ncontainss', 'title', '%Well%', 'bcd'],
    ['endswith', 'title', 'WELL', 'ab'],
    ['null', 'position', null, 'cd'],
    ['nnull', 'position', null, 'ab'],
  ])('%s', async (operator, field, value, expected) => {
    expect(await found({ operator, field, value } as CrudFilter)).toBe(expected);
  });

  test('or', async () => {
    const either = (value: CrudFilter[]) => found({ operator: 'or', value } as CrudFilter);
    const first: CrudFilter = { field: 'title', operator: 'eq', value: `${mark} c` };
    expect(await either([first, { field: 'title', operator: 'containss', value: 'Well' }])).toBe('ac');
    expect(await either([first, { field: 'id', operator: 'in', value: [ids[1], ids[3]] }])).toBe('bcd');
    expect(await either([first, { field: 'position', operator: 'nnull', value: null }])).toBe('abc');
  });

  test('of documents that hold something', async () => {
    const { data } = await provider.getList({
      resource: 'website_content',
      filters: [{ field: 'content', operator: 'ina', value: { bank_name: '' } }],
      meta: { select: 'page_key' },
    });
    const documents = await site.staff
      .from('website_content')
      .select('page_key')
      .eq('content->>bank_name', '');
    expect(data).toEqual(documents.data);
  });
});

test('one, and many', async () => {
  const id = ids[0] ?? '';
  expect((await provider.getOne({ resource: 'projects', id })).data.title).toBe(`${mark} a Well`);
  expect((await provider.getMany({ resource: 'projects', ids })).data).toHaveLength(4);
  const about = await provider.getOne({
    resource: 'website_content',
    id: 'about',
    meta: { idColumnName: 'page_key' },
  });
  expect(about.data.page_key).toBe('about');
});

test('made, changed and removed, alone and together', async () => {
  const resource = 'projects';
  const make = () => provider.create({ resource, variables: { title: unique('made') } });
  const [one, two, three] = (await Promise.all([make(), make(), make()])).map(({ data }) => String(data.id));
  if (!one || !two || !three) throw new Error('not made');
  const changed = await provider.update({ resource, id: one, variables: { description: '<p>new</p>' } });
  expect(changed.data).toMatchObject({ id: one, description: '<p>new</p>' });
  const both = await provider.updateMany({
    resource,
    ids: [two, three],
    variables: { description: '<p>x</p>' },
  });
  expect(both.data.map(row => row.description)).toEqual(['<p>x</p>', '<p>x</p>']);
  await provider.deleteOne({ resource, id: one });
  await provider.deleteMany({ resource, ids: [two, three] });
  expect((await provider.getMany({ resource, ids: [one, two, three] })).data).toEqual([]);
});

test('what breaks a rule is refused with a sentence', async () => {
  const made = provider.create({ resource: 'projects', variables: { title: 'x'.repeat(301) } });
  await expect(made).rejects.toMatchObject({ code: '23514', message: expect.stringMatching(/title/i) });
});

test('its live provider can be subscribed and let go without harm', async () => {
  const live = liveProvider(site.client() as never);
  const channel = live.subscribe({ channel: 'resources/projects', types: ['*'], callback: () => {} });
  await live.unsubscribe(channel);
});
