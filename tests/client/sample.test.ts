import { describe, expect, test } from 'vitest';
import { start } from '../server.ts';
import { connect, ok, PAGE_KEYS, serve } from './clients.ts';

const site = serve({ UMEED_SAMPLE_CONTENT: 'on' });
const all = async (table: string, client = site.visitor) => ok(await client.from(table).select('*'));

/** Every picture address anywhere in a value. */
function pictures(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('/storage/v1/') ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(pictures);
}

describe('[API-1] sample content on an empty database', () => {
  test('fills the eight keys and every list', async () => {
    const content = await all('website_content');
    expect(content.map(row => row.page_key).sort()).toEqual([...PAGE_KEYS].sort());
    for (const row of content) expect(Object.keys(row.content).length, row.page_key).toBeGreaterThan(0);
    expect((await all('projects')).length).toBeGreaterThanOrEqual(6);
    expect((await all('gallery_images')).length).toBeGreaterThanOrEqual(12);
    expect((await all('team_members')).length).toBeGreaterThan(0);
    expect((await all('testimonials')).length).toBeGreaterThan(0);
    const stories = await all('success_stories');
    expect(stories.some(story => story.before_image_url && story.after_image_url)).toBe(true);
  });

  test('has one testimonial that only staff see', async () => {
    const hidden = (await all('testimonials', site.staff)).filter(row => !row.is_visible);
    expect(hidden).toHaveLength(1);
    expect((await all('testimonials')).map(row => row.id)).not.toContain(hidden[0]?.id);
  });

  test('invents no person who wrote to us', async () => {
    expect(await all('subscribers', site.staff)).toEqual([]);
    expect(await all('volunteers', site.staff)).toEqual([]);
  });

  test('every picture it names is stored and served', async () => {
    const tables = [
      'website_content',
      'projects',
      'gallery_images',
      'testimonials',
      'team_members',
      'success_stories',
    ];
    const named = new Set((await Promise.all(tables.map(table => all(table)))).flatMap(pictures));
    expect(named.size).toBeGreaterThanOrEqual(12);
    for (const address of named) {
      const answer = await fetch(new URL(address, site.url));
      expect(answer.status, address).toBe(200);
      expect(answer.headers.get('content-type'), address).toMatch(/^image\//);
      await answer.body?.cancel();
    }
  });

  test('is put in once: what staff delete stays deleted after a restart', async () => {
    const server = await start({ UMEED_SAMPLE_CONTENT: 'on' });
    try {
      const staff = connect(server.url, server.anonKey);
      await staff.auth.signInWithPassword(server);
      await staff.from('projects').delete().not('id', 'is', null);
      await server.halt();
      await server.again();
      expect(ok(await staff.from('projects').select('id'))).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  test('with it off the lists are empty', async () => {
    const server = await start();
    try {
      const visitor = connect(server.url, server.anonKey);
      for (const table of ['projects', 'gallery_images', 'testimonials', 'team_members', 'success_stories']) {
        expect(ok(await visitor.from(table).select('id')), table).toEqual([]);
      }
    } finally {
      await server.stop();
    }
  });
});
