import { beforeAll, describe, expect, test } from 'vitest';
import { ok, PAGE_KEYS, serve, TIME, unique } from './clients.ts';

const site = serve();

const readContent = async (key: string) =>
  ok(await site.visitor.from('website_content').select('content').eq('page_key', key).single()).content;

/** What a first start puts there, before any test saves. */
const initial: Record<string, object> = {};
beforeAll(async () => {
  for (const key of PAGE_KEYS) initial[key] = await readContent(key);
});

describe('[API-1] reading content', () => {
  test.each(PAGE_KEYS)('%s is one object, read by its key', async key => {
    const answer = await site.visitor.from('website_content').select('content').eq('page_key', key).single();
    expect(answer.error).toBeNull();
    expect(answer.status).toBe(200);
    expect(Object.keys(ok(answer))).toEqual(['content']);
    expect(ok(answer).content).toBeTypeOf('object');
    expect(Array.isArray(ok(answer).content)).toBe(false);
  });

  test('there are exactly the eight keys, also without sample content', async () => {
    const rows = ok(await site.visitor.from('website_content').select('page_key'));
    expect(rows.map(row => row.page_key).sort()).toEqual([...PAGE_KEYS].sort());
  });

  test('every part that the specification names is there from the first start', () => {
    const parts: Record<string, string[]> = {
      general_settings: ['logo_url', 'site_name', 'favicon_url'],
      footer: ['tagline', 'website_url', 'quick_links', 'get_involved_links', 'social_links'],
      newsletter_section: ['subheading', 'placeholder', 'button_text'],
      homepage: ['hero', 'about_us_summary', 'our_work'],
      about: [
        'main_heading',
        'main_subheading',
        'vision_heading',
        'vision_text',
        'mission_heading',
        'mission_text',
        'annual_report_note',
      ],
      donation_details: [
        'online_donations_enabled',
        'bank_name',
        'account_title',
        'account_number',
        'iban',
        'swift_code',
        'branch_address',
      ],
      testimonials_section: ['heading', 'subheading'],
      contact: ['heading', 'subheading', 'address', 'email', 'phones', 'map_url'],
    };
    for (const [key, names] of Object.entries(parts)) {
      expect(Object.keys(initial[key] ?? {}), key).toEqual(expect.arrayContaining(names));
    }
  });

  test('the object comes in the type the client asked for', async () => {
    const answer = await site.ask('/rest/v1/website_content?select=content&page_key=eq.homepage', {
      headers: { accept: 'application/vnd.pgrst.object+json' },
    });
    expect(answer.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8');
    expect(Object.keys(answer.json)).toEqual(['content']);
  });

  test('maybeSingle gives null for a key that is not there', async () => {
    const answer = await site.visitor
      .from('website_content')
      .select('content')
      .eq('page_key', 'nowhere')
      .maybeSingle();
    expect(answer.error).toBeNull();
    expect(answer.data).toBeNull();
  });
});

const SAVES: [string, Record<string, unknown>][] = [
  [
    'about',
    { main_heading: '<h1>Who we are</h1>', vision_text: '<p>Hope</p>', a_later_section: '<p>kept</p>' },
  ],
  [
    'contact',
    { heading: 'Contact', email: 'a@example.org', phones: ['+92 41 000 0000', '041-1'], map_url: '' },
  ],
  [
    'footer',
    {
      tagline: 'اُمید',
      website_url: 'https://example.org',
      quick_links: [{ label: 'New Link', url: '/' }],
      get_involved_links: [],
      social_links: [{ platform: 'Facebook', url: 'https://facebook.com' }],
    },
  ],
  ['general_settings', { site_name: 'Umeed', logo_url: '/logo.svg', favicon_url: '/favicon.ico' }],
  ['donation_details', { online_donations_enabled: true, bank_name: 'Bank', iban: 'PK00' }],
  [
    'homepage',
    {
      hero: { image_url: '/a.png', heading: 'H', subheading: 'S', button1_text: '1', button2_text: '2' },
      about_us_summary: { heading: 'A', text: 'T' },
      our_work: { heading: 'W' },
    },
  ],
];

describe('[API-3] staff save content', () => {
  test.each(SAVES)('%s, and the visitor reads what was saved', async (key, content) => {
    const saved = await site.staff.from('website_content').update({ content }).eq('page_key', key);
    expect(saved.error).toBeNull();
    expect(saved.status).toBe(204);
    expect(await readContent(key)).toEqual(content);
  });

  test('the saved row can be asked for in return', async () => {
    const content = { subheading: unique('s'), placeholder: 'Your email', button_text: 'Subscribe' };
    const answer = await site.staff
      .from('website_content')
      .update({ content })
      .eq('page_key', 'newsletter_section')
      .select()
      .single();
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({
      page_key: 'newsletter_section',
      content,
      updated_at: expect.stringMatching(TIME),
    });
  });

  test('updated_at is the server’s: it moves with every save and what a caller sends is not used', async () => {
    const save = async (more: object) =>
      ok(
        await site.staff
          .from('website_content')
          .update({ content: { heading: unique() }, ...more })
          .eq('page_key', 'testimonials_section')
          .select('updated_at')
          .single(),
      ).updated_at as string;
    const first = await save({});
    const second = await save({ updated_at: '2001-01-01T00:00:00+00:00' });
    expect(second > first).toBe(true);
  });

  test('a save to a key that is not there changes nothing and says so', async () => {
    const answer = await site.staff
      .from('website_content')
      .update({ content: {} })
      .eq('page_key', 'nowhere')
      .select();
    expect(answer.error).toBeNull();
    expect(answer.data).toEqual([]);
  });
});

describe('[API-1] content of the wrong shape is refused with a sentence', () => {
  const wrong: [string, unknown, RegExp][] = [
    ['homepage', { hero: 'x' }, /content\.hero must be an object/],
    ['homepage', { hero: { heading: 1 } }, /content\.hero\.heading must be text/],
    ['contact', { phones: '041' }, /content\.phones must be a list/],
    ['contact', { phones: ['041', 2] }, /content\.phones\[1\] must be text/],
    ['donation_details', { online_donations_enabled: 'yes' }, /must be true or false/],
    ['footer', ['a'], /content must be an object/],
    ['footer', 'text', /content must be an object/],
    ['about', { vision_text: { a: 1 } }, /content\.vision_text must be text/],
    ['general_settings', { site_name: 'x'.repeat(501) }, /longer than 500/],
    ['footer', { quick_links: Array.from({ length: 51 }, () => ({ label: 'a', url: '/' })) }, /more than 50/],
    ['footer', { quick_links: [{ label: 'a', url: 'javascript:alert(1)' }] }, /quick_links\[0\]\.url/],
    ['contact', { map_url: 'data:text/html,x' }, /map_url/],
  ];
  test.each(wrong)('%s %j', async (key, content, sentence) => {
    const before = await readContent(key);
    const answer = await site.staff.from('website_content').update({ content }).eq('page_key', key);
    expect(answer.status).toBe(400);
    expect(answer.error?.code).toBe('23514');
    expect(answer.error?.message).toMatch(sentence);
    expect(await readContent(key)).toEqual(before);
  });

  test('a page that does not exist cannot be made', async () => {
    const answer = await site.staff.from('website_content').insert({ page_key: 'nowhere', content: {} });
    expect(answer.status).toBe(400);
    expect(answer.error?.code).toBe('23514');
  });
});
