import { afterEach, expect, test, vi } from 'vitest';
import { Editor, type SaveAnswer } from './editor';

afterEach(() => {
  vi.unstubAllGlobals();
});

const stored = { values: { title: 'Water', text: 'Clean' }, version: 'v1' };

function editor(...answers: SaveAnswer[]) {
  const writes: { changes: object; version: string }[] = [];
  const made = new Editor('someone/projects/1', stored, async (changes, version) => {
    writes.push({ changes, version });
    return answers.shift() ?? { kind: 'failed', message: 'no answer left' };
  });
  return { made, writes };
}

test('a failed save keeps everything and can be tried again', async () => {
  const { made } = editor(
    { kind: 'failed', message: 'down' },
    { kind: 'saved', stored: { values: { title: 'Well', text: 'Clean' }, version: 'v2' } },
  );
  made.change('title', 'Well');
  expect(await made.save()).toEqual({ failed: 'down' });
  expect(made.snapshot().unsaved).toEqual(['title']);
  expect(made.snapshot().saving).toBe(false);
  expect(await made.save()).toBe('saved');
  expect(made.snapshot()).toMatchObject({ unsaved: [], draft: { version: 'v2' } });
  expect(made.snapshot().savedAt).toBeInstanceOf(Date);
});

test('the second to save is asked about what both changed, and about nothing else', async () => {
  const theirs = { values: { title: 'Pump', text: 'Clear' }, version: 'v2' };
  const { made, writes } = editor(
    { kind: 'changed', stored: theirs },
    { kind: 'saved', stored: { values: { title: 'Well', text: 'Clear' }, version: 'v3' } },
  );
  made.change('title', 'Well');
  expect(await made.save()).toBe('changed');
  expect(made.snapshot().conflict?.differences).toEqual([{ name: 'title', mine: 'Well', theirs: 'Pump' }]);
  expect(await made.keepMine()).toBe('saved');
  expect(writes[1]).toEqual({ changes: { title: 'Well' }, version: 'v2' });
  expect(made.snapshot().conflict).toBeUndefined();
});

test('what was deleted is put back as it was typed, and what is typed meanwhile stays unsaved', async () => {
  const { made } = editor({ kind: 'changed', stored: undefined });
  made.change('title', 'Well');
  expect(await made.save()).toBe('deleted');
  await made.putBack(async values => {
    expect(values).toEqual({ title: 'Well', text: 'Clean' });
    expect(made.snapshot().saving).toBe(true);
    made.change('title', 'Well and pump');
    return { values, version: 'v2' };
  });
  expect(made.snapshot()).toMatchObject({
    saving: false,
    conflict: undefined,
    unsaved: ['title'],
    draft: { version: 'v2', base: { title: 'Well' }, values: { title: 'Well and pump' } },
  });
});

test('what cannot be put back keeps everything and can be tried again', async () => {
  const { made } = editor({ kind: 'changed', stored: undefined });
  made.change('title', 'Well');
  await made.save();
  await expect(made.putBack(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(made.snapshot()).toMatchObject({
    saving: false,
    conflict: { stored: undefined },
    unsaved: ['title'],
  });
});

test('using their version keeps my other edits, still unsaved', async () => {
  const theirs = { values: { title: 'Pump', text: 'Clean' }, version: 'v2' };
  const { made } = editor({ kind: 'changed', stored: theirs });
  made.change('title', 'Well');
  made.change('text', 'mine');
  await made.save();
  made.useTheirs();
  expect(made.snapshot()).toMatchObject({
    unsaved: ['text'],
    conflict: undefined,
    draft: { version: 'v2', values: { title: 'Pump', text: 'mine' } },
  });
});

test('what only the other one changed is merged without a question', async () => {
  const { made, writes } = editor(
    { kind: 'changed', stored: { values: { title: 'Water', text: 'Clear' }, version: 'v2' } },
    { kind: 'saved', stored: { values: { title: 'Well', text: 'Clear' }, version: 'v3' } },
  );
  made.change('title', 'Well');
  expect(await made.save()).toBe('saved');
  expect(writes).toEqual([
    { changes: { title: 'Well' }, version: 'v1' },
    { changes: { title: 'Well' }, version: 'v2' },
  ]);
  expect(made.snapshot()).toMatchObject({ unsaved: [], draft: { values: { title: 'Well', text: 'Clear' } } });
});

test('a write without an answer that turns out to be stored is saved, not a conflict', async () => {
  const { made, writes } = editor({
    kind: 'changed',
    stored: { values: { title: 'Well', text: 'Clean' }, version: 'v2' },
  });
  made.change('title', 'Well');
  expect(await made.save()).toBe('saved');
  expect(writes).toHaveLength(1);
  expect(made.snapshot()).toMatchObject({ unsaved: [], draft: { version: 'v2' } });
});

test('an item that someone deleted is told as such', async () => {
  const { made } = editor({ kind: 'changed', stored: undefined });
  made.change('title', 'Well');
  expect(await made.save()).toBe('deleted');
  expect(made.snapshot().conflict).toEqual({ stored: undefined, differences: [] });
});

test('undoing everything can itself be undone, until something else is changed', () => {
  const { made } = editor();
  made.change('title', 'Well');
  made.change('text', 'Deep');
  made.undo();
  expect(made.snapshot().unsaved).toEqual([]);
  made.snapshot().redo?.();
  expect(made.snapshot()).toMatchObject({ unsaved: ['title', 'text'], redo: undefined });
  made.undo();
  made.change('title', 'Pump');
  expect(made.snapshot().redo).toBeUndefined();
});

function stubStorage() {
  const things = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    get length() {
      return things.size;
    },
    key: (index: number) => [...things.keys()][index] ?? null,
    getItem: (name: string) => things.get(name) ?? null,
    setItem: (name: string, value: string) => void things.set(name, value),
    removeItem: (name: string) => void things.delete(name),
  });
  return things;
}

test('unsaved work from before is offered, and what is stored stands until it is brought back', () => {
  const things = stubStorage();
  editor().made.change('title', 'Well');
  const { made } = editor();
  expect(made.snapshot()).toMatchObject({ unsaved: [], draft: { values: { title: 'Water' } } });
  expect(made.snapshot().offer?.at).toBeInstanceOf(Date);
  made.snapshot().offer?.bringBack();
  expect(made.snapshot()).toMatchObject({ unsaved: ['title'], offer: undefined });
  expect(made.snapshot().draft.values.title).toBe('Well');
  expect(things.size).toBe(1);

  const { made: again } = editor();
  again.snapshot().offer?.discard();
  expect(again.snapshot()).toMatchObject({ unsaved: [], offer: undefined });
  expect(things.size).toBe(0);
});

test('typing before answering the offer loses neither', () => {
  stubStorage();
  editor().made.change('title', 'Well');
  const { made } = editor();
  made.change('text', 'Deep');
  made.change('text', 'Clean');
  const { made: next } = editor();
  next.change('text', 'Deeper');
  const { made: last } = editor();
  last.snapshot().offer?.bringBack();
  expect(last.snapshot().draft.values).toEqual({ title: 'Well', text: 'Deeper' });
});

test('leaving without saving forgets what was typed, not what is still on offer', () => {
  stubStorage();
  editor().made.change('title', 'Well');
  const { made } = editor();
  made.change('text', 'Deep');
  made.forget();
  const { made: next } = editor();
  next.snapshot().offer?.bringBack();
  expect(next.snapshot().draft.values).toEqual({ title: 'Well', text: 'Clean' });
});

test('a draft that somebody has stored meanwhile is not offered', () => {
  const things = stubStorage();
  editor().made.change('title', 'Well');
  const made = new Editor(
    'someone/projects/1',
    { values: { title: 'Well', text: 'Clean' }, version: 'v2' },
    async () => ({
      kind: 'failed',
      message: 'not tried',
    }),
  );
  expect(made.snapshot().offer).toBeUndefined();
  expect(things.size).toBe(0);
});

test('a secret is not among what the browser keeps, and comes back as it is stored', () => {
  const things = stubStorage();
  const open = (key: string) =>
    new Editor(
      'someone/donations',
      { values: { bank: 'Old', key }, version: 'v1' },
      async () => ({ kind: 'failed', message: 'not tried' }),
      ['key'],
    );
  const made = open('stored key');
  made.change('key', 'typed key');
  expect(things.size).toBe(0);
  expect(made.snapshot().unsaved).toEqual(['key']);
  made.change('bank', 'New');
  expect([...things.values()].join()).toContain('New');
  expect([...things.values()].join()).not.toMatch(/stored key|typed key/);

  const next = open('newer key');
  next.snapshot().offer?.bringBack();
  expect(next.snapshot().unsaved).toEqual(['bank']);
  expect(next.snapshot().draft.values).toEqual({ bank: 'New', key: 'newer key' });

  // What is found in storage is not trusted with the secret either.
  const draft = { base: { bank: 'Old', key: 'a' }, values: { bank: 'New', key: 'b' }, version: 'v1' };
  things.set('umeed-draft:someone/donations', JSON.stringify({ at: Date.now(), draft }));
  const last = open('newer key');
  last.snapshot().offer?.bringBack();
  expect(last.snapshot().draft.values).toEqual({ bank: 'New', key: 'newer key' });
});

test('an earlier version is restored by a save that minds what others saved', async () => {
  const { made, writes } = editor(
    { kind: 'saved', stored: { values: { title: 'Old', text: 'Clean' }, version: 'v2' } },
    { kind: 'changed', stored: { values: { title: 'Theirs', text: 'Clean' }, version: 'v3' } },
  );
  made.change('text', 'Typed');
  // What the version does not have stays as it is stored, and what no form knows is not written.
  expect(await made.restore({ title: 'Old', unknown: 'x' })).toBe('saved');
  expect(writes).toEqual([{ changes: { title: 'Old' }, version: 'v1' }]);
  expect(made.snapshot()).toMatchObject({ unsaved: [], draft: { version: 'v2' } });

  expect(await made.restore({ title: 'Older' })).toBe('changed');
  expect(made.snapshot().conflict?.differences).toEqual([{ name: 'title', mine: 'Older', theirs: 'Theirs' }]);
});

test('a version that cannot be restored leaves what was typed', async () => {
  const { made } = editor({ kind: 'failed', message: 'down' });
  made.change('text', 'Typed');
  expect(await made.restore({ title: 'Old' })).toEqual({ failed: 'down' });
  expect(made.snapshot().draft.values).toEqual({ title: 'Water', text: 'Typed' });
});
