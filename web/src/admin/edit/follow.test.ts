// What an editor makes of others' saves, without a save of its own.
import { expect, test } from 'vitest';
import { Editor, type SaveAnswer } from './editor';

const stored = { values: { title: 'Water', text: 'Clean' }, version: 'v1' };
const theirs = (values: object, version = 'v2') => ({
  values: { ...stored.values, ...values },
  version,
});

function editor(...answers: (SaveAnswer | Promise<SaveAnswer>)[]) {
  const writes: { changes: object; version: string }[] = [];
  const made = new Editor('someone/projects/1', stored, async (changes, version) => {
    writes.push({ changes, version });
    return (await answers.shift()) ?? { kind: 'failed', message: 'no answer left' };
  });
  return { made, writes };
}

test('an untouched form follows quietly', () => {
  const { made } = editor();
  made.follow(theirs({ title: 'Well' }));
  expect(made.snapshot()).toMatchObject({
    unsaved: [],
    overtaken: undefined,
    draft: { version: 'v2', values: { title: 'Well', text: 'Clean' } },
  });
});

test('what only they changed comes in below the typing, and Save then meets no conflict', async () => {
  const { made, writes } = editor({
    kind: 'saved',
    stored: theirs({ title: 'Mine', text: 'Clear' }, 'v3'),
  });
  made.change('title', 'Mine');
  made.follow(theirs({ text: 'Clear' }));
  expect(made.snapshot()).toMatchObject({
    unsaved: ['title'],
    overtaken: { kind: 'merged', version: 'v2' },
    draft: { values: { title: 'Mine', text: 'Clear' } },
  });
  expect(await made.save()).toBe('saved');
  expect(writes).toEqual([{ changes: { title: 'Mine' }, version: 'v2' }]);
  expect(made.snapshot().overtaken).toBeUndefined();
});

test('what both changed stays as typed, and Save asks as it always did', async () => {
  const changed = theirs({ title: 'Theirs' });
  const { made, writes } = editor({ kind: 'changed', stored: changed });
  made.change('title', 'Mine');
  made.follow(changed);
  expect(made.snapshot()).toMatchObject({
    overtaken: { kind: 'conflict', names: ['title'], version: 'v2' },
    draft: { version: 'v1', values: { title: 'Mine' } },
  });
  expect(made.snapshot().conflict).toBeUndefined();
  expect(await made.save()).toBe('changed');
  expect(writes[0]?.version).toBe('v1');
  expect(made.snapshot().conflict?.differences).toEqual([{ name: 'title', mine: 'Mine', theirs: 'Theirs' }]);
  made.useTheirs();
  expect(made.snapshot()).toMatchObject({ overtaken: undefined, draft: { values: { title: 'Theirs' } } });
});

test('undoing what was typed shows what they saved', () => {
  const { made } = editor();
  made.change('title', 'Mine');
  made.follow(theirs({ title: 'Theirs' }));
  made.undo();
  expect(made.snapshot()).toMatchObject({
    unsaved: [],
    overtaken: undefined,
    draft: { version: 'v2', values: { title: 'Theirs' } },
  });
});

test('typing the very same ends the conflict', () => {
  const { made } = editor();
  made.change('title', 'Mine');
  made.follow(theirs({ title: 'Theirs' }));
  made.change('title', 'Theirs');
  expect(made.snapshot()).toMatchObject({ unsaved: [], overtaken: undefined, draft: { version: 'v2' } });
});

test('what was deleted keeps the draft; when it is put back, nothing happened', () => {
  const { made } = editor();
  made.change('title', 'Mine');
  made.follow(undefined);
  expect(made.snapshot()).toMatchObject({ overtaken: { kind: 'deleted' }, unsaved: ['title'] });
  made.follow(stored);
  expect(made.snapshot()).toMatchObject({ overtaken: undefined, unsaved: ['title'] });
});

test('word of an own save, or of an older one, is no news', async () => {
  const own = theirs({ title: 'Mine' }, 'v3');
  const { made } = editor({ kind: 'saved', stored: own });
  made.change('title', 'Mine');
  await made.save();
  made.change('text', 'typed on');
  for (const old of [own, theirs({ title: 'Older' }, 'v2')]) made.follow(old);
  expect(made.snapshot()).toMatchObject({
    overtaken: undefined,
    draft: { version: 'v3', values: { title: 'Mine', text: 'typed on' } },
  });
});

test('news that comes while a save is under way waits for its answer', async () => {
  let answer: (value: SaveAnswer) => void = () => {};
  const { made } = editor(
    new Promise<SaveAnswer>(resolve => {
      answer = resolve;
    }),
  );
  made.change('title', 'Mine');
  const saving = made.save();
  made.follow(theirs({ title: 'Mine' }, 'v2'));
  made.follow(theirs({ title: 'Mine', text: 'After mine' }, 'v3'));
  expect(made.snapshot()).toMatchObject({ saving: true, draft: { version: 'v1' } });
  answer({ kind: 'saved', stored: theirs({ title: 'Mine' }, 'v2') });
  expect(await saving).toBe('saved');
  expect(made.snapshot()).toMatchObject({
    unsaved: [],
    draft: { version: 'v3', values: { title: 'Mine', text: 'After mine' } },
  });
});
