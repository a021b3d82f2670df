import { beforeAll, describe, expect, test } from 'vitest';
import { ok, serve, unique } from './clients.ts';

const site = serve();
const set = unique('set');

// Six projects that only this file asks for, told apart by their last letter.
const ROWS: Record<'title' | 'description' | 'image_url', string | null>[] = [
  { title: `${set} a Well`, description: '<p>Water</p>', image_url: '/1.png' },
  { title: `${set} b well`, description: '<p>Deep</p>', image_url: null },
  { title: `${set} c 50% off, (really)`, description: '', image_url: '/3.png' },
  { title: `${set} d 50 percent`, description: '', image_url: null },
  { title: `${set} e "quoted" \\ اُمید`, description: '', image_url: '/2.png' },
  { title: `${set} f a_b`, description: '', image_url: '/2.png' },
];
const ids: string[] = [];
const times: string[] = [];

beforeAll(async () => {
  for (const row of ROWS) {
    const made = ok(await site.staff.from('projects').insert(row).select().single());
    ids.push(made.id);
    times.push(made.created_at);
  }
});

const projects = (columns = 'title') =>
  site.visitor.from('projects').select(columns).like('title', `${set}%`);
// biome-ignore lint/suspicious/noExplicitAny: any row
const letters = (rows: any[]) => rows.map(row => row.title.slice(set.length + 1, set.length + 2)).join('');
// biome-ignore lint/suspicious/noExplicitAny: any builder of the client
const found = async (query: PromiseLike<any>) =>
  letters(ok(await query))
    .split('')
    .sort()
    .join('');

describe('[API-1] filters', () => {
  test('eq and neq', async () => {
    expect(await found(projects().eq('id', ids[1]))).toBe('b');
    expect(await found(projects().neq('id', ids[1]))).toBe('acdef');
  });

  test('neq passes over null, as SQL does', async () => {
    expect(await found(projects().neq('image_url', '/2.png'))).toBe('ac');
  });

  test('gt, gte, lt and lte on times, in any usual form', async () => {
    expect(await found(projects().gt('created_at', times[3]))).toBe('ef');
    expect(await found(projects().gte('created_at', times[3]))).toBe('def');
    expect(await found(projects().lt('created_at', times[3]?.replace('+00:00', 'Z')))).toBe('abc');
    expect(await found(projects().lte('created_at', times[3]))).toBe('abcd');
    expect(await found(projects().gt('created_at', '2020-01-01'))).toBe('abcdef');
  });

  test('like tells case apart, ilike does not; * stands for %', async () => {
    expect(await found(projects().like('title', '%Well'))).toBe('a');
    expect(await found(projects().ilike('title', '%WELL'))).toBe('ab');
    expect(await found(projects().ilike('title', '*well'))).toBe('ab');
    expect(await found(projects().like('title', '*a?b'))).toBe('');
  });

  test('in a pattern _ is one letter, and a backslash takes a sign literally', async () => {
    expect(await found(projects().like('title', '%a_b'))).toBe('f');
    expect(await found(projects().like('title', '%50_percent'))).toBe('d');
    expect(await found(projects().like('title', '%50\\%%'))).toBe('c');
    expect(await found(projects().like('title', '% W_ll'))).toBe('a');
  });

  test('is and not', async () => {
    expect(await found(projects().is('image_url', null))).toBe('bd');
    expect(await found(projects().not('image_url', 'is', null))).toBe('acef');
    expect(await found(projects().not('title', 'like', '% 50%'))).toBe('abef');
    expect(await found(projects().not('id', 'in', `(${ids[0]},${ids[1]})`))).toBe('cdef');
  });

  test('is.true on a flag', async () => {
    const name = unique('n');
    await site.staff.from('testimonials').insert([
      { name, quote: 'a', is_visible: true },
      { name, quote: 'b', is_visible: false },
    ]);
    const flagged = (value: boolean) =>
      site.staff.from('testimonials').select('quote').eq('name', name).is('is_visible', value);
    expect(ok(await flagged(true))).toEqual([{ quote: 'a' }]);
    expect(ok(await flagged(false))).toEqual([{ quote: 'b' }]);
  });

  test('in takes values with commas and brackets, spaces and Urdu', async () => {
    expect(await found(projects().in('title', [ROWS[2]?.title, ROWS[0]?.title, 'none']))).toBe('ac');
    expect(await found(projects().eq('title', ROWS[4]?.title))).toBe('e');
    expect(await found(projects().in('id', []))).toBe('');
  });

  test('or, and, not nest', async () => {
    expect(await found(projects().or(`id.eq.${ids[0]},id.eq.${ids[5]}`))).toBe('af');
    expect(await found(projects().or(`and(image_url.is.null,title.like.*well),id.eq.${ids[2]}`))).toBe('bc');
    expect(await found(projects().or(`image_url.not.is.null,title.eq."${ROWS[3]?.title}"`))).toBe('acdef');
    expect(await found(projects().or(`title.eq."${ROWS[2]?.title}",id.in.(${ids[0]},${ids[1]})`))).toBe(
      'abc',
    );
    const path = `/rest/v1/projects?select=title&title=like.${encodeURIComponent(set)}*`;
    const negated = await site.ask(`${path}&not.and=(image_url.is.null,title.like.*well)`);
    expect(letters(negated.json)).toBe('acdef');
    const both = await site.ask(`${path}&and=(image_url.not.is.null,or(title.like.*Well,title.like.*a_b))`);
    expect(letters(both.json)).toBe('af');
  });

  test('two filters on one column both hold; match is eq for each', async () => {
    expect(await found(projects().gt('created_at', times[1]).lt('created_at', times[4]))).toBe('cd');
    expect(await found(projects().match({ image_url: '/2.png', id: ids[5] }))).toBe('f');
  });

  test('a value is only ever a value', async () => {
    for (const value of [
      "' or 1=1 --",
      "'); drop table projects; --",
      '" or ""="',
      '%27 or 1=1',
      ')',
      '\\',
    ]) {
      expect(ok(await site.visitor.from('projects').select('id').eq('title', value))).toEqual([]);
    }
    expect(await found(projects())).toBe('abcdef');
  });

  test('eq(null) is the text "null" and finds nothing in a text column', async () => {
    expect(await found(projects().eq('image_url', null as never))).toBe('');
  });
});

describe('[API-1] order, limit, range and count', () => {
  test('order by two columns; the first counts most', async () => {
    const rows = ok(
      await projects().order('description', { ascending: false }).order('created_at', { ascending: false }),
    );
    expect(letters(rows)).toBe('abfedc');
  });

  test('null stands last upwards, first downwards, or where it is told to', async () => {
    const ordered = async (options: { ascending: boolean; nullsFirst?: boolean }) =>
      letters(ok(await projects().order('image_url', options).order('created_at')));
    expect(await ordered({ ascending: true })).toBe('aefcbd');
    expect(await ordered({ ascending: false })).toBe('bdcefa');
    expect(await ordered({ ascending: true, nullsFirst: true })).toBe('bdaefc');
    expect(await ordered({ ascending: false, nullsFirst: false })).toBe('cefabd');
  });

  test('limit and range', async () => {
    expect(letters(ok(await projects().order('created_at').limit(2)))).toBe('ab');
    expect(letters(ok(await projects().order('created_at').range(2, 3)))).toBe('cd');
    expect(letters(ok(await projects().order('created_at').range(4, 99)))).toBe('ef');
    expect(ok(await projects().limit(0))).toEqual([]);
    expect(ok(await projects().range(90, 99))).toEqual([]);
  });

  test('count exact comes with the rows, 206 when they are not all', async () => {
    const some = await site.visitor
      .from('projects')
      .select('id', { count: 'exact' })
      .like('title', `${set}%`)
      .range(0, 3);
    expect(some).toMatchObject({ count: 6, status: 206 });
    expect(some.data).toHaveLength(4);
    const all = await site.visitor.from('projects').select('id', { count: 'exact' }).like('title', `${set}%`);
    expect(all).toMatchObject({ count: 6, status: 200 });
    const none = await site.visitor.from('projects').select('id', { count: 'exact' }).eq('title', unique());
    expect(none).toMatchObject({ count: 0, status: 200, data: [] });
  });

  test.each(['exact', 'planned', 'estimated'] as const)('count %s alone, by HEAD', async count => {
    const answer = await site.visitor
      .from('projects')
      .select('*', { count, head: true })
      .like('title', `${set}%`);
    expect(answer).toMatchObject({ error: null, data: null, count: 6 });
  });

  test('Content-Range says which rows came', async () => {
    const path = `/rest/v1/projects?select=id&title=like.${encodeURIComponent(set)}*`;
    const range = async (more: string, init?: RequestInit) =>
      (await site.ask(path + more, init)).headers.get('content-range');
    const prefer = { headers: { prefer: 'count=exact' } };
    expect(await range('')).toBe('0-5/*');
    expect(await range('&limit=2&offset=1')).toBe('1-2/*');
    expect(await range('&limit=2&offset=1', prefer)).toBe('1-2/6');
    expect(await range('&id=is.null')).toBe('*/*');
    expect(await range('&id=is.null', prefer)).toBe('*/0');
    const head = await site.ask(path, { method: 'HEAD', ...prefer });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-range')).toBe('0-5/6');
    expect(head.text).toBe('');
  });

  test('no read gives more than 1000 rows, and the count tells of the rest', async () => {
    const alt_text = unique('many');
    for (const length of [1000, 5]) {
      const batch = Array.from({ length }, (_, n) => ({ image_url: `/${n}.png`, alt_text }));
      expect((await site.staff.from('gallery_images').insert(batch)).error).toBeNull();
    }
    const query = () =>
      site.visitor.from('gallery_images').select('id', { count: 'exact' }).eq('alt_text', alt_text);
    const all = await query();
    expect(all.data).toHaveLength(1000);
    expect(all).toMatchObject({ count: 1005, status: 206 });
    expect((await query().limit(5000)).data).toHaveLength(1000);
    expect((await query().range(1000, 1999)).data).toHaveLength(5);
  });
});

describe('[API-1] columns and forms', () => {
  test('chosen columns, renamed columns, in the order asked for', async () => {
    const row = ok(
      await site.visitor.from('projects').select('title,picture:image_url').eq('id', ids[0]).single(),
    );
    expect(Object.entries(row)).toEqual([
      ['title', ROWS[0]?.title],
      ['picture', '/1.png'],
    ]);
    const spaced = ok(await site.visitor.from('projects').select(' id , title ').eq('id', ids[0]).single());
    expect(Object.keys(spaced)).toEqual(['id', 'title']);
  });

  test('csv: a header line, quoted where needed, no line break at the end', async () => {
    const answer = await site.visitor
      .from('projects')
      .select('title,image_url')
      .in('id', [ids[1], ids[2], ids[4]])
      .order('created_at')
      .csv();
    expect(answer.status).toBe(200);
    expect(answer.data).toBe(
      `title,image_url\n${set} b well,\n"${set} c 50% off, (really)",/3.png\n` +
        `"${set} e ""quoted"" \\ اُمید",/2.png`,
    );
    const raw = await site.ask(`/rest/v1/projects?select=id&id=eq.${ids[0]}`, {
      headers: { accept: 'text/csv' },
    });
    expect(raw.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  test('JSON is said to be JSON', async () => {
    const answer = await site.ask('/rest/v1/projects?select=id&limit=1');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});
