import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bearer, json, ok, serve, unique } from './clients.ts';

const site = serve();
const titled = async (title: string) =>
  ok(await site.staff.from('projects').select('title,description,image_url').eq('title', title));

describe('[API-1] inserting', () => {
  test('one row: defaults for what is left out; 201, empty, with a Content-Range', async () => {
    const title = unique();
    const answer = await site.ask('/rest/v1/projects', {
      method: 'POST',
      headers: { ...bearer(site.token), ...json },
      body: JSON.stringify({ title }),
    });
    expect(answer.status).toBe(201);
    expect(answer.text).toBe('');
    expect(answer.headers.get('content-range')).toBe('*/*');
    expect(await titled(title)).toEqual([{ title, description: '', image_url: null }]);
  });

  test('many rows: what one leaves out of the union of columns is null', async () => {
    const title = unique();
    const rows = ok(
      await site.staff
        .from('projects')
        .insert([{ title, image_url: '/a.png' }, { title }])
        .select('image_url'),
    );
    expect(rows).toEqual([{ image_url: '/a.png' }, { image_url: null }]);
  });

  test('many rows: null where none may be refuses them all; missing=default takes the default', async () => {
    const title = unique();
    const rows = [{ title, description: '<p>d</p>' }, { title }];
    const strict = await site.staff.from('projects').insert(rows);
    expect(strict.error?.code).toBe('23502');
    expect(await titled(title)).toEqual([]);
    const lenient = await site.staff.from('projects').insert(rows, { defaultToNull: false }).select();
    expect(ok(lenient).map(row => row.description)).toEqual(['<p>d</p>', '']);
  });

  test('only the columns named by `columns` are written', async () => {
    const title = unique();
    const answer = await site.ask('/rest/v1/projects?columns=title', {
      method: 'POST',
      headers: { ...bearer(site.token), ...json },
      body: JSON.stringify({ title, description: '<p>not this</p>' }),
    });
    expect(answer.status).toBe(201);
    expect((await titled(title))[0]?.description).toBe('');
  });

  test('an empty list writes nothing and is no error', async () => {
    const answer = await site.staff.from('projects').insert([]).select();
    expect(answer).toMatchObject({ error: null, status: 201, data: [] });
  });

  test('the representation keeps the order sent and names itself', async () => {
    const titles = Array.from({ length: 20 }, () => unique());
    const rows = ok(
      await site.staff
        .from('projects')
        .insert(titles.map(title => ({ title })))
        .select('title'),
    );
    expect(rows.map(row => row.title)).toEqual(titles);
    const raw = await site.ask('/rest/v1/projects?select=title', {
      method: 'POST',
      headers: { ...bearer(site.token), ...json, prefer: 'return=representation' },
      body: JSON.stringify({ title: unique() }),
    });
    expect(raw.status).toBe(201);
    expect(raw.headers.get('preference-applied')).toContain('return=representation');
  });

  test('select is ignored where no representation is asked for', async () => {
    const answer = await site.ask('/rest/v1/projects?select=nope', {
      method: 'POST',
      headers: { ...bearer(site.token), ...json },
      body: JSON.stringify({ title: unique() }),
    });
    expect(answer.status).toBe(201);
    expect(answer.text).toBe('');
  });
});

describe('[API-1] one row, or nothing happens (PGRST116)', () => {
  test('an update of none', async () => {
    const answer = await site.staff
      .from('projects')
      .update({ title: 'x' })
      .eq('id', randomUUID())
      .select()
      .single();
    expect(answer.status).toBe(406);
    expect(answer.error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 0 rows',
      hint: null,
    });
  });

  test('an update of two is rolled back', async () => {
    const title = unique();
    await site.staff.from('projects').insert([{ title }, { title }]);
    const answer = await site.staff
      .from('projects')
      .update({ description: '<p>changed</p>' })
      .eq('title', title)
      .select()
      .single();
    expect(answer.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' });
    expect((await titled(title)).map(row => row.description)).toEqual(['', '']);
  });

  test('an insert of two is rolled back', async () => {
    const title = unique();
    const answer = await site.staff.from('projects').insert([{ title }, { title }]).select().single();
    expect(answer.error?.code).toBe('PGRST116');
    expect(await titled(title)).toEqual([]);
  });

  test('a delete of two is rolled back', async () => {
    const title = unique();
    await site.staff.from('projects').insert([{ title }, { title }]);
    const answer = await site.staff.from('projects').delete().eq('title', title).select().single();
    expect(answer.error?.code).toBe('PGRST116');
    expect(await titled(title)).toHaveLength(2);
  });

  test('a read of none or of two', async () => {
    const title = unique();
    await site.staff.from('projects').insert([{ title }, { title }]);
    const read = (value: string) => site.visitor.from('projects').select('*').eq('title', value);
    expect((await read(unique()).single()).error).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 0 rows',
    });
    expect((await read(title).single()).error).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 2 rows',
    });
    expect((await read(title).maybeSingle()).error?.code).toBe('PGRST116');
    expect(await read(unique()).maybeSingle()).toMatchObject({ data: null, error: null });
    expect((await read(title).limit(1).single()).error).toBeNull();
  });
});

describe('[API-1] how many rows', () => {
  test('an update says which, a delete how many', async () => {
    const title = unique();
    await site.staff.from('projects').insert([{ title }, { title }]);
    const path = `/rest/v1/projects?title=eq.${title}`;
    const headers = { ...bearer(site.token), ...json };
    const update = await site.ask(path, { method: 'PATCH', headers, body: '{"image_url":"/a.png"}' });
    expect(update.status).toBe(204);
    expect(update.headers.get('content-range')).toBe('0-1/*');
    const counted = await site.staff.from('projects').delete({ count: 'exact' }).eq('title', title);
    expect(counted).toMatchObject({ status: 204, count: 2 });
    const none = await site.ask(path, { method: 'PATCH', headers, body: '{"image_url":"/a.png"}' });
    expect(none.status).toBe(204);
    expect(none.headers.get('content-range')).toBe('*/*');
  });

  test('an insert can be counted', async () => {
    const title = unique();
    const answer = await site.staff.from('projects').insert([{ title }, { title }], { count: 'exact' });
    expect(answer).toMatchObject({ status: 201, count: 2 });
  });

  test('PGRST124: more than maxAffected rows, and nothing is changed', async () => {
    const title = unique();
    await site.staff.from('projects').insert([{ title }, { title }]);
    const update = await site.staff
      .from('projects')
      .update({ image_url: '/x.png' })
      .eq('title', title)
      .maxAffected(1);
    expect(update.status).toBe(400);
    expect(update.error?.code).toBe('PGRST124');
    const gone = await site.staff.from('projects').delete().eq('title', title).maxAffected(1);
    expect(gone.error?.code).toBe('PGRST124');
    expect(await titled(title)).toEqual([
      { title, description: '', image_url: null },
      { title, description: '', image_url: null },
    ]);
    const allowed = await site.staff.from('projects').delete().eq('title', title).maxAffected(2);
    expect(allowed.status).toBe(204);
  });

  test('a delete with the JSON type and an empty body is a delete', async () => {
    const title = unique();
    await site.staff.from('projects').insert({ title });
    const answer = await site.ask(`/rest/v1/projects?title=eq.${title}`, {
      method: 'DELETE',
      headers: { ...bearer(site.token), ...json, 'content-length': '0' },
    });
    expect(answer.status).toBe(204);
    expect(await titled(title)).toEqual([]);
  });

  test('a delete gives back what it deleted, when asked', async () => {
    const { id } = ok(await site.staff.from('projects').insert({ title: 't' }).select().single());
    const answer = await site.staff.from('projects').delete().eq('id', id).select('id,title');
    expect(answer).toMatchObject({ status: 200, data: [{ id, title: 't' }] });
  });
});

describe('[API-1] upsert', () => {
  test('inserts, then merges: 201, then 200', async () => {
    const id = randomUUID();
    const first = await site.staff.from('projects').upsert({ id, title: 'one', image_url: '/a.png' });
    expect(first).toMatchObject({ error: null, status: 201 });
    const second = await site.staff.from('projects').upsert({ id, title: 'two' }).select().single();
    expect(second.status).toBe(200);
    expect(second.data).toMatchObject({ id, title: 'two', image_url: '/a.png' });
  });

  test('on another column than the id', async () => {
    const content = { heading: unique() };
    const answer = await site.staff
      .from('website_content')
      .upsert({ page_key: 'testimonials_section', content }, { onConflict: 'page_key' })
      .select('content')
      .single();
    expect(answer).toMatchObject({ status: 200, data: { content } });
  });

  test('ignoreDuplicates leaves the row as it is', async () => {
    const id = randomUUID();
    await site.staff.from('projects').insert({ id, title: 'kept' });
    const answer = await site.staff
      .from('projects')
      .upsert([{ id, title: 'not this' }], { ignoreDuplicates: true })
      .select();
    expect(answer).toMatchObject({ error: null, data: [] });
    expect(ok(await site.staff.from('projects').select('title').eq('id', id).single()).title).toBe('kept');
  });

  test('a mixed batch is 201 and merges each', async () => {
    const [old, fresh] = [randomUUID(), randomUUID()];
    await site.staff.from('projects').insert({ id: old, title: 'old' });
    const answer = await site.staff
      .from('projects')
      .upsert([
        { id: old, title: 'merged' },
        { id: fresh, title: 'fresh' },
      ])
      .select('id,title');
    expect(answer.status).toBe(201);
    expect(answer.data).toEqual([
      { id: old, title: 'merged' },
      { id: fresh, title: 'fresh' },
    ]);
  });

  test('on a column without a unique constraint is refused (42P10)', async () => {
    const answer = await site.staff.from('projects').upsert({ title: 't' }, { onConflict: 'title' });
    expect(answer.status).toBe(400);
    expect(answer.error?.code).toBe('42P10');
  });
});
