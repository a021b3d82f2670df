// The parts of bench/ that read what perf and PostgreSQL print.
import { expect, test } from 'vitest';
import { flamegraph, shortened, stacks } from '../../bench/flamegraph.mjs';
import { statements } from '../../bench/statements.mjs';

const PERF = `acceptor-0
            55d0 umeed::pages::answer::h0123456789abcdef
            55d1 <hyper::Conn<T> as core::future::future::Future>::poll
            7f00 [unknown]

acceptor-1
            55d0 umeed::pages::answer::h0123456789abcdef
            55d1 <hyper::Conn<T> as core::future::future::Future>::poll

writer
            66d0 sqlite3_step

`;

test('stacks run from the outside in and are counted, whichever thread of a kind they are from', () => {
  expect([...stacks(PERF)]).toEqual([
    ['acceptor;hyper::Conn::poll;umeed::pages::answer', 2],
    ['writer;sqlite3_step', 1],
  ]);
});

test('names lose the number of the compiler and what is in angle brackets', () => {
  expect(shortened('core::ptr::drop_in_place<alloc::vec::Vec<u8>>')).toBe('core::ptr::drop_in_place');
  expect(shortened('<umeed::a::B as core::fmt::Display>::fmt::h0123456789abcdef')).toBe('umeed::a::B::fmt');
  expect(shortened('tcp_sendmsg')).toBe('tcp_sendmsg');
});

test('a box is as wide as its share, and names cannot break the picture', () => {
  const svg = flamegraph(
    new Map([
      ['a;b&c', 3],
      ['a;d', 1],
    ]),
    'A < B',
  );
  expect(svg).toContain('<title>b&amp;c 75.0 %</title>');
  expect(svg).toContain('width="899.5"');
  expect(svg).toContain('A &lt; B');
  expect(svg).not.toContain('<script');
});

test('a picture stays small enough for a document, and keeps what is wide', () => {
  const many = Array.from({ length: 3000 }, (_, number): [string, number] => [
    `a;${'deep;'.repeat(3)}f${number}`,
    1,
  ]);
  const svg = flamegraph(new Map([...many, ['a;wide', 3000]]), 'many');
  expect(svg.length).toBeLessThan(150_000);
  expect(svg).toContain('<title>wide 50.0 %</title>');
  const wider = Array.from({ length: 900 }, (_, number): [string, number] => [
    `a;${'b'.repeat(200)}${number}`,
    1,
  ]);
  const cut = flamegraph(new Map([...wider, ['a;wide', 100]]), 'many');
  expect(cut.length).toBeLessThan(150_000);
  expect(cut).toContain('<title>wide 10.0 %</title>');
});

test('statements are read from the log of PostgreSQL with their values in their places', () => {
  const log = `2026-11-17 02:07:08.018 UTC [17356] LOG:  statement: BEGIN
2026-11-17 02:07:08.019 UTC [17356] LOG:  execute sqlx_s_30: INSERT INTO "volunteers" ("id", "notes") VALUES ($1, $2), ($10, $2)
2026-11-17 02:07:08.019 UTC [99] LOG:  statement: SELECT 1
2026-11-17 02:07:08.019 UTC [17356] DETAIL:  parameters: $1 = 'it''s', $2 = NULL, $10 = 'two
	lines'
2026-11-17 02:07:08.021 UTC [17356] LOG:  statement: COMMIT
`;
  expect(statements(log)).toEqual([
    { pid: '17356', sql: 'BEGIN' },
    {
      pid: '17356',
      sql: `INSERT INTO "volunteers" ("id", "notes") VALUES ('it''s', NULL), ('two\n\tlines', NULL)`,
    },
    { pid: '99', sql: 'SELECT 1' },
    { pid: '17356', sql: 'COMMIT' },
  ]);
});
