// A page for every row: its address, its queries and its end are decided by the data. The site ships no such page yet.
import { beforeEach, expect, test } from 'vitest';
import { page, type ViewProps } from '../lib/page';
import { row, rows } from '../lib/query';
import { createRoutes } from '../lib/routing';
import { serverFunctions } from './functions';
import { rendered } from './rendered';

const queries = {
  story: row('success_stories', ['id', 'title', 'created_at'], 'title=eq.{slug}'),
  others: rows('success_stories', ['id'], 'title=neq.{slug}&limit=3'),
};

const texts = { of: () => ({ name: 'Story' }) };

const story = page({
  path: '/stories/{slug}',
  texts,
  queries,
  goodUntil: ({ story }) => (story.ok ? story.data.created_at : undefined),
  missing: ({ others }) => others.ok && others.data.length > 3,
  View,
});

function View({ answers, path }: ViewProps<typeof queries>) {
  return <h1>{answers.story.ok ? `${answers.story.data.title} at ${path}` : 'failed'}</h1>;
}

const about = page({ path: '/stories', texts, queries: {}, View: () => <h1>All</h1> });

let umeed: ReturnType<typeof serverFunctions>;
beforeEach(() => {
  umeed = serverFunctions(createRoutes([story, about]));
});

const context = JSON.stringify({
  origin: 'https://umeed.example',
  start: '/start.js',
  app: [],
  styles: [],
  fonts: [],
  year: 2031,
});
const found = { ok: true, data: { id: '1', title: 'A b/ü', created_at: '2031-02-03T04:05:06Z' } };
const others = { ok: true, data: [{ id: '2' }] };
const render = (path: string, data: object) => rendered(umeed.render(path, JSON.stringify(data), context));

test('the server is told fixed addresses and patterns apart', () => {
  expect(JSON.parse(umeed.paths())).toEqual({ fixed: ['/stories'], patterns: ['/stories/{slug}'] });
  expect(JSON.parse(serverFunctions(createRoutes([about])).paths())).toEqual(['/stories']);
});

test('the plan holds the slug, encoded for a query', () => {
  const { status, queries } = JSON.parse(umeed.plan('/stories/A%20b%2F%C3%BC'));
  expect(status).toBe(200);
  expect(queries.story.query).toBe('select=id,title,created_at&title=eq.A%20b%2F%C3%BC');
  expect(queries.others.query).toBe('select=id&title=neq.A%20b%2F%C3%BC&limit=3');
  expect(queries.settings.query).not.toContain('{');
});

test('the page is made from its row, with its own address and the time it is good until', () => {
  const { status, html, goodUntil } = render('/stories/x', { story: found, others });
  expect(status).toBe(200);
  expect(html).toContain('<h1>A b/ü at /stories/x</h1>');
  expect(html).toContain('<link rel="canonical" href="https://umeed.example/stories/x">');
  expect(goodUntil).toBe('2031-02-03T04:05:06Z');
});

test('without its row it does not exist', () => {
  const absent = { ok: false, error: { code: 'PGRST116', message: 'no rows' } };
  const { status, html, goodUntil } = render('/stories/x', { story: absent, others });
  expect(status).toBe(404);
  expect(html).toContain('Page not found');
  expect(goodUntil).toBeUndefined();
});

test('a database that does not answer is no reason to say that it does not exist', () => {
  const away = { ok: false, error: { code: 'unavailable', message: 'away' } };
  const { status, html } = render('/stories/x', { story: away, others });
  expect(status).toBe(200);
  expect(html).toContain('<h1>failed</h1>');
});

test('a page may also say itself that it does not exist', () => {
  const many = { ok: true, data: Array.from({ length: 4 }, (_, id) => ({ id: `${id}` })) };
  expect(render('/stories/x', { story: found, others: many }).status).toBe(404);
});

test.each(['/stories/', '/stories/a/b', '/stories/%E0%A4%A', `/stories/${'x'.repeat(300)}`, '/storie/x'])(
  '%s is no page of that pattern',
  path => {
    const { status, queries } = JSON.parse(umeed.plan(path));
    expect(status).toBe(path === '/stories/' ? 200 : 404);
    expect(queries.story).toBeUndefined();
  },
);
