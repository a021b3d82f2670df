// What is asked of the server for a page of a list, and what is made of its answers: the official client, with answers made
// here from rows of our own.
import { beforeEach, expect, test, vi } from 'vitest';
import { countRows, deleteFound, readPage } from './rows';

const asked = vi.hoisted(() => ({
  requests: [] as { method: string; query: URLSearchParams; prefer: string }[],
  answers: [] as { rows?: object[]; count?: number }[],
}));

vi.mock('./session-clients', async () => {
  const { PostgrestClient } = await import('@supabase/postgrest-js');
  const answer = async (input: RequestInfo | URL, init?: RequestInit) => {
    const { searchParams: query } = new URL(String(input));
    const method = init?.method ?? 'GET';
    asked.requests.push({ method, query, prefer: new Headers(init?.headers).get('Prefer') ?? '' });
    const { rows = [], count } = asked.answers.shift() ?? {};
    const headers: HeadersInit = count === undefined ? {} : { 'Content-Range': `*/${count}` };
    return new Response(method === 'HEAD' ? null : JSON.stringify(rows), { headers });
  };
  return { rest: new PostgrestClient('http://umeed.test/rest/v1', { fetch: answer }) };
});
vi.mock('./errors', () => ({ apiError: (answer: { error: unknown }) => answer.error }));

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `id ${at}`, created_at: `2026-01-01T00:00:0${at}+00:00` }));
const search = { text: 'word', columns: ['name', 'city'] };
const place = { created_at: '2026-01-01T00:00:05.5+00:00', id: 'b' };

beforeEach(() => {
  asked.requests = [];
  asked.answers = [];
});

/** What was asked, and that nothing was asked by its number. */
function only() {
  expect(asked.requests).toHaveLength(1);
  const [request] = asked.requests;
  if (!request) throw new Error('nothing was asked');
  expect(request.query.has('offset')).toBe(false);
  return request;
}

test('the first page of a whole list is counted in the same request', async () => {
  asked.answers = [{ rows: rows(4), count: 60 }];
  expect(await readPage('volunteers', { count: 3 })).toEqual({ rows: rows(3), more: true, total: 60 });
  const { query, prefer } = only();
  expect(prefer).toBe('count=exact');
  expect(query.get('limit'), 'one more, to know whether there are others').toBe('4');
  expect(query.get('order')).toBe('created_at.desc,id.desc');
});

test('the next page begins at its place and is not counted', async () => {
  asked.answers = [{ rows: rows(4) }];
  expect(await readPage('volunteers', { count: 3, after: place })).toEqual({ rows: rows(3), more: true });
  const { query, prefer } = only();
  expect(prefer).toBe('');
  expect(query.get('created_at')).toBe(`lte.${place.created_at}`);
  expect(query.getAll('or')).toEqual([`(created_at.lt."${place.created_at}",id.lt."b")`]);
});

test('the last page says nothing of how many there are in all', async () => {
  asked.answers = [{ rows: rows(3) }];
  expect(await readPage('volunteers', { count: 3, after: place })).toEqual({ rows: rows(3), more: false });
});

test('a search is not counted; where it fits on its first page, that is all there is', async () => {
  asked.answers = [{ rows: rows(4) }];
  expect(await readPage('volunteers', { count: 3, search })).toEqual({ rows: rows(3), more: true });
  expect(only().prefer).toBe('');
  for (const found of [3, 0]) {
    asked.answers = [{ rows: rows(found) }];
    const equal = { column: 'status', value: 'new' };
    expect(await readPage('volunteers', { count: 3, search: { text: '', columns: [] }, equal })).toEqual({
      rows: rows(found),
      more: false,
      total: found,
    });
  }
  expect(asked.requests.every(({ prefer }) => prefer === '')).toBe(true);
});

test('a search goes on from a place', async () => {
  asked.answers = [{ rows: rows(1) }];
  await readPage('volunteers', { count: 3, search, after: place });
  expect(only().query.getAll('or')).toEqual([
    '(name.ilike."*word*",city.ilike."*word*")',
    `(created_at.lt."${place.created_at}",id.lt."b")`,
  ]);
});

test('what is found is counted without its rows', async () => {
  asked.answers = [{ count: 1234 }];
  const equal = { column: 'status', value: 'new' };
  expect(await countRows('volunteers', { search, equal })).toBe(1234);
  const { method, query, prefer } = only();
  expect([method, prefer]).toEqual(['HEAD', 'count=exact']);
  expect(query.get('or')).toBe('(name.ilike."*word*",city.ilike."*word*")');
  expect(query.get('status')).toBe('eq.new');
});

test('what a search finds is deleted 250 at a time, without offsets', async () => {
  const moments = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ created_at: `2026-01-01T00:${String(999 - at)}` }));
  asked.answers = [{ rows: moments(250) }, { count: 250 }, { rows: moments(7) }, { count: 7 }];
  const gone: number[] = [];
  await deleteFound(
    'volunteers',
    { ...search, until: '2026-02-01', keep: false },
    { signal: new AbortController().signal, onGone: count => gone.push(count) },
  );
  expect(gone).toEqual([250, 7]);
  expect(asked.requests.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET', 'DELETE']);
  expect(asked.requests.some(({ query }) => query.has('offset'))).toBe(false);
  const [look, first, , last] = asked.requests;
  expect([look?.query.get('select'), look?.query.get('limit')]).toEqual(['created_at', '250']);
  expect(first?.query.getAll('created_at'), 'as far as the 250th').toEqual([
    'lte.2026-02-01',
    'gte.2026-01-01T00:750',
  ]);
  expect(last?.query.getAll('created_at')).toEqual(['lte.2026-02-01']);
});
