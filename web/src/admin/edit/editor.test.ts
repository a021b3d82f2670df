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

test('the second to save is asked, and keeping mine writes over the version that was seen', async () => {
  const theirs = { values: { title: 'Pump', text: 'Clear' }, version: 'v2' };
  const { made, writes } = editor(
    { kind: 'changed', stored: theirs },
    { kind: 'saved', stored: { values: { title: 'Well', text: 'Clear' }, version: 'v3' } },
  );
  made.change('title', 'Well');
  expect(await made.save()).toBe('conflict');
  expect(made.snapshot().conflict?.differences.map(({ name }) => name)).toEqual(['title', 'text']);
  expect(await made.keepMine()).toBe('saved');
  expect(writes[1]).toEqual({ changes: { title: 'Well' }, version: 'v2' });
  expect(made.snapshot().conflict).toBeUndefined();
});

test('taking theirs leaves nothing unsaved', async () => {
  const theirs = { values: { title: 'Pump', text: 'Clean' }, version: 'v2' };
  const { made } = editor({ kind: 'changed', stored: theirs });
  made.change('title', 'Well');
  await made.save();
  made.take(theirs);
  expect(made.snapshot()).toMatchObject({ unsaved: [], conflict: undefined, draft: { version: 'v2' } });
});

test('a change to parts that the form does not show asks nobody', async () => {
  const { made, writes } = editor(
    { kind: 'changed', stored: { ...stored, version: 'v2' } },
    { kind: 'saved', stored: { values: { title: 'Well', text: 'Clean' }, version: 'v3' } },
  );
  made.change('title', 'Well');
  expect(await made.save()).toBe('saved');
  expect(writes.map(({ version }) => version)).toEqual(['v1', 'v2']);
});

test('an item that someone deleted is told as such', async () => {
  const { made } = editor({ kind: 'changed', stored: undefined });
  made.change('title', 'Well');
  expect(await made.save()).toBe('conflict');
  expect(made.snapshot().conflict).toEqual({ stored: undefined, differences: [] });
});

test('a secret is not among what the browser keeps, and comes back as it is stored', () => {
  const things = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => things.get(name) ?? null,
    setItem: (name: string, value: string) => void things.set(name, value),
    removeItem: (name: string) => void things.delete(name),
  });
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

  const restored = open('newer key').snapshot();
  expect(restored).toMatchObject({ restored: true, unsaved: ['bank'] });
  expect(restored.draft.values).toEqual({ bank: 'New', key: 'newer key' });

  // What an earlier version of this program kept is not taken over either.
  const before = { base: { bank: 'Old', key: 'a' }, values: { bank: 'New', key: 'b' }, version: 'v1' };
  things.set('umeed-draft:someone/donations', JSON.stringify(before));
  expect(open('newer key').snapshot().draft.values).toEqual({ bank: 'New', key: 'newer key' });
});
