import { expect, test } from 'vitest';
import { type Change, changeOf, merged } from './change';

const message = {
  eventType: 'UPDATE' as const,
  table: 'projects',
  new: { id: 'a', title: 'Water' },
  old: { id: 'a' },
  errors: null,
};

test('a change is known by the key of its table', () => {
  expect(changeOf(message)).toEqual({ verb: 'UPDATE', key: 'a', row: message.new });
  const page = { page_key: 'homepage', content: {} };
  expect(changeOf({ ...message, table: 'website_content', new: page })).toMatchObject({ key: 'homepage' });
  expect(changeOf({ ...message, eventType: 'DELETE', new: {} })).toEqual({ verb: 'DELETE', key: 'a' });
});

test('a row that was too long to be told has to be read', () => {
  expect(changeOf({ ...message, errors: ['Error 413: Payload Too Large'] })).toBeUndefined();
  expect(changeOf({ ...message, new: {} })).toBeUndefined();
});

const change = (verb: Change['verb'], key: string, title = ''): Change =>
  verb === 'DELETE' ? { verb, key } : { verb, key, row: { id: key, title } };

test('of many changes of a row the last one counts', () => {
  const all = [change('UPDATE', 'a', '1'), change('UPDATE', 'b'), change('UPDATE', 'a', '2')];
  expect(merged(all)).toEqual([change('UPDATE', 'b'), change('UPDATE', 'a', '2')]);
});

test('what came and was changed came; what came and went was never there', () => {
  expect(merged([change('INSERT', 'a', '1'), change('UPDATE', 'a', '2')])).toEqual([
    change('INSERT', 'a', '2'),
  ]);
  expect(merged([change('INSERT', 'a'), change('UPDATE', 'a'), change('DELETE', 'a')])).toEqual([]);
});

test('what was deleted and put back has changed', () => {
  expect(merged([change('DELETE', 'a'), change('INSERT', 'a', 'back')])).toEqual([
    change('UPDATE', 'a', 'back'),
  ]);
  expect(merged([change('UPDATE', 'a'), change('DELETE', 'a')])).toEqual([change('DELETE', 'a')]);
});
