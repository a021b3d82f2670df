import { describe, expect, test } from 'vitest';
import { tables } from '../../web/src/schema.gen.ts';
import { ok, serve, TIME, UUID, unique } from './clients.ts';

const site = serve();
const PICTURE = 'https://example.org/placeholder.png';

// What the admin inserts for a new item (the specification's defaults), and how it changes it.
const LISTS: [table: string, row: Record<string, unknown>, change: Record<string, unknown>][] = [
  [
    'team_members',
    { name: 'New Member', role: 'Role', image_url: PICTURE },
    { name: 'Amina', role: 'Treasurer', image_url: '/storage/v1/object/public/website_images/team/1-a.png' },
  ],
  [
    'projects',
    { title: 'New Project', description: 'Project description here.', image_url: PICTURE },
    { title: 'Dastarkhawan', description: '<p>Daily <strong>meals</strong></p>', image_url: PICTURE },
  ],
  [
    'testimonials',
    {
      name: 'New Reviewer',
      role: 'Role',
      quote: 'A wonderful experience!',
      image_url: PICTURE,
      is_visible: true,
    },
    { name: 'Bilal', role: 'Patient', quote: 'شکریہ', image_url: null, is_visible: false },
  ],
  [
    'success_stories',
    {
      title: 'New Success Story',
      description: 'Story details here.',
      category: 'General',
      before_image_url: PICTURE,
      after_image_url: PICTURE,
    },
    { title: 'A shop of her own', category: 'Women', description: 'a < b & c', after_image_url: null },
  ],
  [
    'gallery_images',
    { image_url: PICTURE, alt_text: 'Gallery image' },
    { image_url: PICTURE, alt_text: 'A tree' },
  ],
];

describe.each(LISTS)('[API-3] %s', (table, row, change) => {
  test('staff insert one with defaults and get it back', async () => {
    const answer = await site.staff.from(table).insert(row).select().single();
    expect(answer.status).toBe(201);
    expect(ok(answer)).toEqual({
      ...row,
      // Where staff can put rows in order by hand, a new one has no place yet.
      ...('position' in tables[table as keyof typeof tables].columns && { position: null }),
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      updated_at: expect.stringMatching(TIME),
    });
  });

  test('staff change one by its id and no other', async () => {
    const [mine, other] = ok(await site.staff.from(table).insert([row, row]).select());
    const answer = await site.staff.from(table).update(change).eq('id', mine.id);
    expect(answer).toMatchObject({ error: null, status: 204 });
    const after = ok(await site.staff.from(table).select().in('id', [mine.id, other.id]));
    expect(after.find(each => each.id === mine.id)).toMatchObject({
      ...row,
      ...change,
      created_at: mine.created_at,
    });
    expect(after.find(each => each.id === other.id)).toEqual(other);
  });

  test('staff save the whole row back, as the editor does', async () => {
    const made = ok(await site.staff.from(table).insert(row).select().single());
    const saved = await site.staff
      .from(table)
      .update({ ...made, ...change })
      .eq('id', made.id)
      .select()
      .single();
    expect(saved.error).toBeNull();
    expect(saved.data).toMatchObject({ ...change, id: made.id, created_at: made.created_at });
    expect(saved.data?.updated_at > made.updated_at).toBe(true);
  });

  test('staff save one unless a colleague was quicker, delete it and put it back, each time answered whole', async () => {
    const made = ok(await site.staff.from(table).insert(row).select().single());
    const read = ok(await site.staff.from(table).select('*').eq('id', made.id).maybeSingle());
    expect(read).toEqual(made);
    const save = () =>
      site.staff.from(table).update(change).eq('id', made.id).eq('updated_at', made.updated_at).select();
    const [saved] = ok(await save());
    expect(saved).toMatchObject({ ...change, id: made.id });
    expect(ok(await save())).toEqual([]);
    expect(ok(await site.staff.from(table).delete().eq('id', made.id).select())).toEqual([saved]);
    expect(ok(await site.staff.from(table).delete().eq('id', made.id).select())).toEqual([]);
    expect(ok(await site.staff.from(table).insert(saved).select().single())).toMatchObject({
      ...change,
      id: made.id,
      created_at: made.created_at,
    });
  });

  test('staff delete one by its id', async () => {
    const [mine, other] = ok(await site.staff.from(table).insert([row, row]).select());
    const answer = await site.staff.from(table).delete().eq('id', mine.id);
    expect(answer).toMatchObject({ error: null, status: 204 });
    const left = ok(await site.staff.from(table).select('id').in('id', [mine.id, other.id]));
    expect(left).toEqual([{ id: other.id }]);
  });

  test('[API-1] reads in the order of creation, either way, for staff and visitors', async () => {
    const made = ok(await site.staff.from(table).insert([row, row, row]).select('id'));
    const ids = made.map(each => each.id);
    for (const client of [site.visitor, site.staff]) {
      for (const ascending of [true, false]) {
        const rows = ok(await client.from(table).select('*').order('created_at', { ascending }));
        const times = rows.map(each => each.created_at);
        expect(times).toEqual([...times].sort((a, b) => (ascending ? 1 : -1) * (a < b ? -1 : a > b ? 1 : 0)));
        const mine = rows.map(each => each.id).filter(id => ids.includes(id));
        expect(mine).toEqual(ascending ? ids : [...ids].reverse());
      }
    }
  });
});

describe('[API-1] defaults and limits of the tables', () => {
  test('a gallery picture without a text is called "Gallery image"', async () => {
    const row = ok(await site.staff.from('gallery_images').insert({ image_url: PICTURE }).select().single());
    expect(row.alt_text).toBe('Gallery image');
  });

  test('a batch of gallery pictures is one insert, newest first', async () => {
    const batch = [1, 2, 3].map(n => ({ image_url: `${PICTURE}?${unique()}`, alt_text: `Picture ${n}` }));
    const inserted = await site.staff.from('gallery_images').insert(batch);
    expect(inserted).toMatchObject({ error: null, status: 201, data: null });
    const rows = ok(
      await site.visitor.from('gallery_images').select('image_url').order('created_at', { ascending: false }),
    );
    const mine = rows.map(row => row.image_url).filter(url => batch.some(each => each.image_url === url));
    expect(mine).toEqual(batch.map(each => each.image_url).reverse());
  });

  test('a testimonial is visible unless it says otherwise; a story is "General"', async () => {
    const testimonial = ok(
      await site.staff.from('testimonials').insert({ name: 'N', quote: 'Q' }).select().single(),
    );
    expect(testimonial).toMatchObject({ is_visible: true, image_url: null, role: '' });
    const story = ok(await site.staff.from('success_stories').insert({ title: 'T' }).select().single());
    expect(story).toMatchObject({ category: 'General', description: '', before_image_url: null });
  });

  test('visitors read visible testimonials, newest first', async () => {
    const name = unique('reviewer');
    const rows = [true, false, true].map((is_visible, n) => ({ name, quote: `q${n}`, is_visible }));
    ok(await site.staff.from('testimonials').insert(rows).select());
    const seen = ok(
      await site.visitor
        .from('testimonials')
        .select('*')
        .eq('is_visible', true)
        .eq('name', name)
        .order('created_at', { ascending: false }),
    );
    expect(seen.map(row => row.quote)).toEqual(['q2', 'q0']);
    expect(seen[0]?.is_visible).toBe(true);
  });

  test.each<[string, Record<string, unknown>]>([
    ['projects', { title: 'x'.repeat(301) }],
    ['team_members', { name: 'x'.repeat(201), role: '' }],
    ['testimonials', { name: 'n', quote: 'x'.repeat(4001) }],
    ['success_stories', { title: 't', category: 'x'.repeat(101) }],
    ['projects', { title: 't', image_url: 'javascript:alert(1)' }],
    ['gallery_images', { image_url: 'data:text/html,x' }],
    ['team_members', { name: 'zero \u0000 byte', role: '' }],
  ])('%s refuses %j', async (table, row) => {
    const answer = await site.staff.from(table).insert(row);
    expect(answer.status).toBe(400);
    expect(answer.error?.code).toMatch(/^(23514|22001|22P05)$/);
    expect(answer.error?.message).toMatch(/\S/);
  });

  test('lengths are counted in letters, not in bytes', async () => {
    const title = 'ا'.repeat(300);
    const row = ok(await site.staff.from('projects').insert({ title }).select().single());
    expect(row.title).toBe(title);
  });

  test('a deleted row is gone for a second delete, silently', async () => {
    const { id } = ok(await site.staff.from('projects').insert({ title: 't' }).select().single());
    await site.staff.from('projects').delete().eq('id', id);
    const again = await site.staff.from('projects').delete().eq('id', id).select();
    expect(again).toMatchObject({ error: null, status: 200, data: [] });
  });
});
