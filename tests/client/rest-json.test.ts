import { beforeAll, describe, expect, test } from 'vitest';
import { ok, serve } from './clients.ts';

const site = serve();

const CONTENT = {
  homepage: {
    hero: { heading: 'Health for all', subheading: 'S', image_url: '/a.png' },
    our_work: { heading: 'W' },
  },
  contact: { heading: 'Contact', phones: ['041-1', '041-2'], address: 'It\'s "here"' },
  general_settings: { site_name: 'Umeed' },
  testimonials_section: { heading: 'Aa' },
};

beforeAll(async () => {
  for (const [page_key, content] of Object.entries(CONTENT)) {
    const { error } = await site.staff.from('website_content').update({ content }).eq('page_key', page_key);
    if (error) throw error;
  }
});

const one = async (columns: string, page_key: string) =>
  ok(await site.visitor.from('website_content').select(columns).eq('page_key', page_key).single());

describe('[API-1] JSON paths', () => {
  test('in a select: -> gives JSON, ->> gives text, named after the last key', async () => {
    expect(await one('content->hero', 'homepage')).toEqual({ hero: CONTENT.homepage.hero });
    expect(await one('content->hero->>heading', 'homepage')).toEqual({ heading: 'Health for all' });
    expect(await one('content->hero->heading', 'homepage')).toEqual({ heading: 'Health for all' });
    expect(await one('content->>hero', 'homepage')).toEqual({
      hero: expect.stringContaining('"Health for all"'),
    });
    expect(await one('title:content->hero->>heading,page_key', 'homepage')).toEqual({
      title: 'Health for all',
      page_key: 'homepage',
    });
  });

  test('a number is the place in a list, from either end', async () => {
    expect(await one('first:content->phones->>0', 'contact')).toEqual({ first: '041-1' });
    expect(await one('first:content->phones->1', 'contact')).toEqual({ first: '041-2' });
    expect(await one('last:content->phones->>-1', 'contact')).toEqual({ last: '041-2' });
    expect(await one('none:content->phones->>7', 'contact')).toEqual({ none: null });
  });

  test('a key that is not there reads as null', async () => {
    expect(await one('x:content->nothing->>deeper', 'homepage')).toEqual({ x: null });
    expect(await one('x:content->heading->>deeper', 'contact')).toEqual({ x: null });
  });

  test('in a filter', async () => {
    const keys = async (path: string, operator: string, value: unknown) =>
      ok(await site.visitor.from('website_content').select('page_key').filter(path, operator, value)).map(
        row => row.page_key,
      );
    expect(await keys('content->hero->>heading', 'eq', 'Health for all')).toEqual(['homepage']);
    expect(await keys('content->>site_name', 'like', 'Um*')).toEqual(['general_settings']);
    expect(await keys('content->phones->>1', 'eq', '041-2')).toEqual(['contact']);
    expect(await keys('content->>address', 'eq', 'It\'s "here"')).toEqual(['contact']);
    expect(await keys('content->hero', 'not.is', null)).toEqual(['homepage']);
    expect(await keys('content->>site_name', 'in', '(Umeed,Other)')).toEqual(['general_settings']);
    const either = await site.visitor
      .from('website_content')
      .select('page_key')
      .or('content->>site_name.eq.Umeed,content->phones->>0.eq.041-1')
      .order('page_key');
    expect(ok(either).map(row => row.page_key)).toEqual(['contact', 'general_settings']);
  });

  test('in an order', async () => {
    const rows = ok(
      await site.visitor
        .from('website_content')
        .select('page_key')
        .in('page_key', ['homepage', 'contact', 'testimonials_section'])
        .order('content->>heading', { ascending: false, nullsFirst: false }),
    );
    expect(rows.map(row => row.page_key)).toEqual(['contact', 'testimonials_section', 'homepage']);
  });

  test('a path into a column that is no JSON is refused, not answered', async () => {
    const answer = await site.visitor.from('projects').select('x:title->>a');
    expect(answer.status).toBe(400);
    expect(answer.error?.message).toMatch(/\S/);
  });

  test.each([
    "content->>a'b",
    'content->>"a',
    'content->>$.hero',
    'content->>a.b',
    'content->>[0]',
    "content->>') or 1=1 --",
  ])('the key in %s is only ever a key', async path => {
    const query = new URLSearchParams({ select: `x:${path}` });
    const answer = await site.ask(`/rest/v1/website_content?${query}`);
    expect([200, 400]).toContain(answer.status);
    if (answer.status === 200) for (const row of answer.json) expect(row).toEqual({ x: null });
    else expect(answer.json.code).toMatch(/^(PGRST100|42703)$/);
  });
});
