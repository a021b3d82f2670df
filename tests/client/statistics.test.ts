import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { connect, ok, serve } from './clients.ts';

const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

describe('views of pages', () => {
  const site = serve({ UMEED_SAMPLE_CONTENT: 'on' });

  async function look(path: string, agent: string, init: RequestInit = {}) {
    const answer = await fetch(site.url + path, {
      ...init,
      headers: { ...init.headers, 'user-agent': agent },
    });
    await answer.arrayBuffer();
    return answer.status;
  }
  async function week() {
    const staff = connect(site.url, site.anonKey);
    const { error } = await staff.auth.signInWithPassword(site);
    if (error) throw error;
    return ok(await staff.rpc('statistics', { days: 7 }, { get: true }));
  }

  // Kept pages are answered before the router, the first of each by it: both count.
  test('are stored when the server stops, and added to those that are there', async () => {
    for (const round of [1, 2]) {
      for (let number = 0; number < 5; number++) expect(await look('/about', phone)).toBe(200);
      expect(await look('/about', phone, { method: 'HEAD' })).toBe(200);
      expect(await look('/about', 'Mozilla/5.0 (compatible; bingbot/2.0)')).toBe(200);
      expect(await look('/about', phone, { headers: { 'sec-purpose': 'prefetch' } })).toBe(200);
      expect(await look('/page-data/about', phone)).toBe(200);
      expect(await look('/donate', 'WhatsApp/2.23.20.0 A')).toBe(200);
      expect(await look('/page-seen/blog', phone, { method: 'POST' })).toBe(204);
      await site.halt();
      await site.again();
      const { pages, days } = await week();
      expect(pages).toEqual([
        { path: '/about', views: 5 * round, link_previews: 0, before: 0 },
        { path: '/blog', views: round, link_previews: 0, before: 0 },
        { path: '/donate', views: 0, link_previews: round, before: 0 },
      ]);
      expect(days.at(-1)).toMatchObject({ views: 6 * round, link_previews: round });
    }
  });

  test('are stored within a minute or so, and no row of theirs is about anybody', async () => {
    expect(await look('/team', phone)).toBe(200);
    const staff = connect(site.url, site.anonKey);
    const { error } = await staff.auth.signInWithPassword(site);
    if (error) throw error;
    let rows: Record<string, unknown>[] = [];
    for (let tries = 0; tries < 150 && rows.length === 0; tries++) {
      await sleep(500);
      rows = ok(await staff.from('page_views').select('*').eq('path', '/team'));
    }
    expect(rows).toHaveLength(1);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['day', 'id', 'link_previews', 'path', 'views']);
    expect(rows[0]).toMatchObject({ views: 1, link_previews: 0 });
  }, 90_000);
});
