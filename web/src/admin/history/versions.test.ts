import { expect, test } from 'vitest';
import type { Line } from '../api/history';
import type { Document } from '../edit/document';
import type { Field } from '../fields/field';
import { momentOf } from './moment';
import { changesBetween, passage, valuesOf, versionsOf } from './versions';

const fields: Field[] = [
  { kind: 'line', name: 'title', label: 'Title' },
  { kind: 'picture', name: 'image_url', label: 'Picture', folder: 'projects' },
];
const subject = { key: 'p', fields: () => fields };

let number = 0;
function line(verb: Line['verb'], before: Document | null, after: Document | null): Line {
  number += 1;
  return {
    id: `line-${number}`,
    created_at: '2026-11-16T10:00:00+00:00',
    row_key: 'p',
    verb,
    author: 'staff',
    author_id: 'a',
    author_email: 'a@b.c',
    before,
    after,
  };
}

const row = (title: string, more: Document = {}): Document => ({
  id: 'p',
  title,
  image_url: null,
  position: null,
  updated_at: `at ${title}`,
  ...more,
});

test('each line is a version, and what was there before the first of them is one more', () => {
  const lines = [line('update', row('two'), row('three')), line('update', row('one'), row('two'))];
  const versions = versionsOf(lines, [subject], true);
  expect(versions.map(({ mark }) => mark)).toEqual(['at three', 'at two', 'at one']);
  expect(versions[0]?.changes).toEqual([{ field: fields[0], before: 'two', after: 'three' }]);
  expect(versions[2]).toMatchObject({ line: undefined, values: { title: 'one', image_url: null } });
  expect(versions[2]?.changes).toEqual([{ field: fields[0], before: '', after: 'one' }]);
  expect(versionsOf(lines, [subject], false)).toHaveLength(2);
});

test('after a deletion there is nothing to restore, and before an addition there was nothing', () => {
  const versions = versionsOf(
    [line('delete', row('one'), null), line('insert', null, row('one'))],
    [subject],
    true,
  );
  expect(versions.map(({ values }) => values?.title)).toEqual([undefined, 'one']);
});

test('what this screen does not show is left out, and what this person may not see is said', () => {
  const elsewhere = line('update', row('one', { other: 1 }), row('one', { other: 2 }));
  const moved = line('update', row('one', { position: 1 }), row('one', { position: 2 }));
  const hidden = line('update', row('one'), row('one', { updated_at: 'later' }));
  const versions = versionsOf([elsewhere, moved, hidden], [subject], false);
  expect(versions.map(one => [one.moved, one.hidden])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('a page is its document, with what only owners read', () => {
  const page = (text: string): Document => ({ page_key: 'd', content: { title: text }, updated_at: text });
  const secret: Field = { kind: 'line', name: 'key', label: 'Key', secret: true };
  const changed = { ...line('update', page('a'), page('a')), row_key: 'd' };
  const all = { key: 'd', fields: () => [...fields, secret] };
  const [version] = versionsOf(
    [{ ...changed, hidden_before: { key: '1' }, hidden_after: { key: '2' } }],
    [all],
    false,
  );
  expect(version?.changes).toEqual([{ field: secret, before: '1', after: '2' }]);
  expect(version?.values).toEqual({ title: 'a', key: '2' });
});

test('only fields that a version has are restored', () => {
  expect(valuesOf({ title: 'a' }, fields)).toEqual({ title: 'a' });
  expect(valuesOf({ title: 'a', image_url: null }, fields)).toEqual({ title: 'a', image_url: null });
  expect(changesBetween({ title: 'a' }, { title: 'a', image_url: '' }, () => fields)).toHaveLength(1);
});

test('of long texts the part is shown in which they differ', () => {
  const [before, after] = passage(
    `${'word '.repeat(200)}old${' more'.repeat(200)}`,
    `${'word '.repeat(200)}new${' more'.repeat(200)}`,
  );
  expect(before).toMatch(/^… word .* old more .* …$/);
  expect(after).toContain(' new more');
  expect(before.length).toBeLessThan(250);
  expect(passage('short', 'shorter')).toEqual(['short', 'shorter']);
  const [, longer] = passage('', 'x'.repeat(2000));
  expect(longer.length).toBeLessThan(500);
});

test('moments are told as people tell them', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 3);
  expect(momentOf(at(16, 9).toISOString(), at(16, 22))).toBe('today at 09:03');
  expect(momentOf(at(15, 23).toISOString(), at(16, 1))).toBe('yesterday at 23:03');
  expect(momentOf(at(1, 12).toISOString(), at(16, 1))).toBe('1 November 2026 at 12:03');
});
