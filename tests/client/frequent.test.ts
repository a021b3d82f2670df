// What visitors often ask of the tables comes from memory. Nobody may be able to tell, except by the time it takes.
import { describe, expect, test } from 'vitest';
import { bearer, serve, unique } from './clients.ts';

const site = serve({ UMEED_METRICS_TOKEN: 'a-token-for-metrics' });

const list = async (title: string) => {
  const { data, error } = await site.visitor.from('projects').select('title').eq('title', title);
  expect(error).toBeNull();
  return data?.length;
};

describe('a list that visitors ask for again and again', () => {
  test('is never older than the last save that was answered', async () => {
    const title = unique();
    for (let count = 1; count <= 25; count++) {
      const { error } = await site.staff.from('projects').insert({ title, description: 'd' });
      expect(error).toBeNull();
      expect(await Promise.all(Array.from({ length: 6 }, () => list(title)))).toEqual(Array(6).fill(count));
    }
    await site.staff.from('projects').delete().eq('title', title);
    expect(await list(title)).toBe(0);
  });

  test('is answered in the form that was asked for, with headers for callers of other sites', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${site.url}/rest/v1/projects?select=title&limit=1`, {
        headers: { apikey: site.anonKey, origin: 'https://other.example', ...headers },
      });
    const ids = new Set<string | null>();
    for (let time = 0; time < 8; time++) {
      const answer = await ask({});
      ids.add(answer.headers.get('x-request-id'));
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')).toContain('content-range');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await answer.json()).toBeInstanceOf(Array);
      const csv = await ask({ accept: 'text/csv' });
      expect(csv.headers.get('content-type')).toContain('text/csv');
      const counted = await ask({ prefer: 'count=exact' });
      expect(counted.headers.get('content-range')).toMatch(/\/\d+$/);
    }
    expect(ids.size, 'each answer has an id of its own').toBe(8);
  });

  test('is not what somebody with a token is answered', async () => {
    const ask = (token: string) =>
      fetch(`${site.url}/rest/v1/projects?select=title`, {
        headers: { apikey: site.anonKey, authorization: `Bearer ${token}` },
      });
    for (let time = 0; time < 6; time++) expect((await ask(site.anonKey)).status).toBe(200);
    expect((await ask('nonsense')).status).toBe(401);
  });

  test('is counted among what came from memory', async () => {
    for (let time = 0; time < 8; time++) await list('nothing of that name');
    const { text } = await site.ask('/metrics', { headers: bearer('a-token-for-metrics') });
    expect(Number(/umeed_table_cache_hits_total (\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(4);
  });
});
