import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { bearer, json, ok, serve, unique } from './clients.ts';

const site = serve();
const staff = () => ({ ...bearer(site.token), ...json });

/** The whole answer of a refusal: four keys, JSON, and the code also where proxies look. */
function refused(answer: Awaited<ReturnType<typeof site.ask>>, status: number, code: string) {
  expect(answer.json, answer.text).toMatchObject({ code });
  expect(answer.status).toBe(status);
  expect(Object.keys(answer.json).sort()).toEqual(['code', 'details', 'hint', 'message']);
  expect(answer.json.message).toBeTypeOf('string');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`);
  return answer.json as { message: string; details: string | null; hint: string | null };
}

describe('[API-1] names that do not exist', () => {
  test.each(['fake', 'staff', 'sessions', 'objects', 'sqlite_master', '_sqlx_migrations', 'Projects'])(
    'PGRST205: the table %s',
    async table => {
      for (const client of [site.visitor, site.staff]) {
        const { error, status } = await client.from(table).select('*');
        expect(status).toBe(404);
        expect(error).toMatchObject({
          code: 'PGRST205',
          message: `Could not find the table 'public.${table}' in the schema cache`,
        });
      }
    },
  );

  test('PGRST205 has the whole error body', async () => {
    refused(await site.ask('/rest/v1/fake'), 404, 'PGRST205');
    refused(await site.ask('/rest/v1/fake', { method: 'POST', headers: json, body: '{}' }), 404, 'PGRST205');
  });

  test('PGRST204: a key of a written row', async () => {
    const answer = await site.staff.from('projects').insert({ title: 't', nope: 1 });
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({
      code: 'PGRST204',
      message: "Could not find the 'nope' column of 'projects' in the schema cache",
    });
    const update = await site.staff.from('projects').update({ nope: 1 }).eq('id', randomUUID());
    expect(update.error?.code).toBe('PGRST204');
    const batch = await site.staff.from('projects').insert([{ title: 'a' }, { title: 'b', nope: 1 }]);
    expect(batch.error?.code).toBe('PGRST204');
  });

  test.each([
    ['a select', 'select=nope'],
    ['a renamed select', 'select=x:nope'],
    ['a filter', 'nope=eq.1'],
    ['an order', 'order=nope.asc'],
    ['a filter inside or', 'or=(id.is.null,nope.eq.1)'],
  ])('42703: a column in %s', async (_, query) => {
    const answer = await site.ask(`/rest/v1/projects?${query}`);
    expect(refused(answer, 400, '42703').message).toBe('column projects.nope does not exist');
  });

  test('PGRST106: a schema', async () => {
    const client = createClient(site.url, site.anonKey, {
      db: { schema: 'private' },
      auth: { persistSession: false },
      realtime: { transport: WebSocket as never },
    });
    const { error, status } = await client.from('projects').select('*');
    expect(status).toBe(406);
    expect(error).toMatchObject({ code: 'PGRST106', message: 'Invalid schema: private' });
    expect(error?.hint).toContain('public');
    const write = await client.from('projects').insert({ title: 't' });
    expect(write.error?.code).toBe('PGRST106');
  });

  test('PGRST202: a function', async () => {
    const { error, status } = await site.visitor.rpc('do_something', { a: 1 });
    expect(status).toBe(404);
    expect(error?.code).toBe('PGRST202');
  });

  test('PGRST117: a method', async () => {
    const answer = await site.ask('/rest/v1/projects', { method: 'PROPFIND' });
    expect(refused(answer, 405, 'PGRST117').message).toBe('Unsupported HTTP method: PROPFIND');
  });
});

describe('[API-1] requests that cannot be read', () => {
  test.each([
    'order=created_at.sideways',
    'order=created_at.asc;drop+table+projects',
    'id=1',
    'id=what.1',
    'id=in.1,2',
    'or=id.eq.1',
    'or=(id.eq.1',
    'or=()',
    'and=(id)',
    'select=title->>',
    'is_visible=is.perhaps',
    'select=*,volunteers(*)',
    'select=count()',
  ])('PGRST1xx for %s', async query => {
    const answer = await site.ask(`/rest/v1/testimonials?${query}`);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.json.code).toMatch(/^(PGRST1\d\d|PGRST200|22P02)$/);
    expect(Object.keys(answer.json).sort()).toEqual(['code', 'details', 'hint', 'message']);
  });

  test.each([
    'order=(select+1).asc',
    'select=id,,title',
    'select=1',
    'select=id;title',
    'order=lower(title)',
  ])('%s names no column', async query => {
    const answer = await site.ask(`/rest/v1/testimonials?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json.code).toMatch(/^(PGRST100|PGRST108|42703)$/);
  });

  test('PGRST100 has the whole error body', async () => {
    refused(await site.ask('/rest/v1/projects?id=what.1'), 400, 'PGRST100');
  });

  test.each(['{', '', 'null', '"text"', '1', '[1]', '{"title":"a"} x', '{"title":}', '[{"title":"a"},2]'])(
    'PGRST102 for the body %j',
    async body => {
      const answer = await site.ask('/rest/v1/projects', { method: 'POST', headers: staff(), body });
      refused(answer, 400, 'PGRST102');
    },
  );

  test('PGRST102: rows with different keys and no columns given', async () => {
    const body = JSON.stringify([{ title: 'a' }, { title: 'b', description: 'c' }]);
    const answer = await site.ask('/rest/v1/projects', { method: 'POST', headers: staff(), body });
    expect(refused(answer, 400, 'PGRST102').message).toBe('All object keys must match');
  });

  test('PGRST103: a range beyond the end, when the count is known', async () => {
    const answer = await site.visitor.from('projects').select('*', { count: 'exact' }).range(5000, 5010);
    expect(answer.status).toBe(416);
    expect(answer.error?.code).toBe('PGRST103');
  });
});

describe('[API-1] values that cannot be', () => {
  test.each([
    ['projects', 'id', 'not-a-uuid', 'invalid input syntax for type uuid: "not-a-uuid"'],
    ['projects', 'id', null, 'invalid input syntax for type uuid: "null"'],
    ['testimonials', 'is_visible', 'maybe', 'invalid input syntax for type boolean: "maybe"'],
  ])('22P02: %s.%s = %j in a filter', async (table, column, value, message) => {
    const answer = await site.visitor
      .from(table)
      .select('*')
      .eq(column, value as never);
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({ code: '22P02', message });
  });

  test('22P02 in a written row', async () => {
    const id = await site.staff.from('projects').insert({ id: 'seven', title: 't' });
    expect(id.error).toMatchObject({ code: '22P02', message: 'invalid input syntax for type uuid: "seven"' });
    const flag = await site.staff
      .from('testimonials')
      .insert({ name: 'n', quote: 'q', is_visible: 'perhaps' });
    expect(flag.error?.code).toBe('22P02');
    expect(flag.status).toBe(400);
  });

  test('22007: a time that is none', async () => {
    const answer = await site.visitor.from('projects').select('*').gt('created_at', 'yesterdayish');
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({
      code: '22007',
      message: 'invalid input syntax for type timestamp with time zone: "yesterdayish"',
    });
  });

  test('23502: a column that must be given', async () => {
    const answer = await site.staff.from('projects').insert({ description: 'd' });
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({
      code: '23502',
      message: 'null value in column "title" of relation "projects" violates not-null constraint',
      details: expect.stringMatching(/^Failing row contains \(.*\)\.$/s),
    });
    const { id } = ok(await site.staff.from('projects').insert({ title: 't' }).select().single());
    const update = await site.staff.from('projects').update({ title: null }).eq('id', id);
    expect(update.error?.code).toBe('23502');
  });

  test('23505: an id twice, with details', async () => {
    const { id } = ok(await site.staff.from('projects').insert({ title: 't' }).select().single());
    const answer = await site.staff.from('projects').insert({ id, title: 'again' });
    expect(answer.status).toBe(409);
    expect(answer.error).toMatchObject({
      code: '23505',
      message: 'duplicate key value violates unique constraint "projects_pkey"',
      details: `Key (id)=(${id}) already exists.`,
    });
    const page = await site.staff.from('website_content').insert({ page_key: 'homepage', content: {} });
    expect(page.error).toMatchObject({ code: '23505', details: 'Key (page_key)=(homepage) already exists.' });
  });

  test('21000: an update or delete without a filter, and nothing is changed', async () => {
    const title = unique('kept');
    await site.staff.from('projects').insert({ title });
    const gone = await site.staff.from('projects').delete();
    expect(gone.status).toBe(400);
    expect(gone.error).toMatchObject({ code: '21000', message: 'DELETE requires a WHERE clause' });
    const changed = await site.staff.from('projects').update({ title: 'all' });
    expect(changed.status).toBe(400);
    expect(changed.error).toMatchObject({ code: '21000', message: 'UPDATE requires a WHERE clause' });
    for (const disguise of ['?select=*', '?limit=1', '?order=id', '?columns=title']) {
      const answer = await site.ask(`/rest/v1/projects${disguise}`, { method: 'DELETE', headers: staff() });
      expect(answer.json?.code, disguise).toBe('21000');
    }
    expect(ok(await site.visitor.from('projects').select('title').eq('title', title))).toHaveLength(1);
  });
});
