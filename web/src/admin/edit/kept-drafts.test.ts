import { beforeEach, expect, test } from 'vitest';
import { dropDraft, dropDrafts, keepDraft, recallDraft } from './kept-drafts';

class FakeStorage {
  private things = new Map<string, string>();
  get length() {
    return this.things.size;
  }
  key = (index: number) => [...this.things.keys()][index] ?? null;
  getItem = (name: string) => this.things.get(name) ?? null;
  setItem = (name: string, value: string) => void this.things.set(name, value);
  removeItem = (name: string) => void this.things.delete(name);
}

const draft = { base: { a: '1' }, values: { a: '2' }, version: 'v1' };
const day = 24 * 60 * 60 * 1000;
let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
});

test('a draft comes back as it was kept, with its time, and is gone once dropped', () => {
  keepDraft('u1/projects/7', draft, 1000, storage);
  expect(recallDraft('u1/projects/7', 2000, storage)).toEqual({ at: 1000, draft });
  dropDraft('u1/projects/7', storage);
  expect(recallDraft('u1/projects/7', 2000, storage)).toBeUndefined();
});

test('one person’s drafts are dropped when another signs in; other things stay', () => {
  keepDraft('u1/a', draft, 1000, storage);
  keepDraft('u2/a', draft, 1000, storage);
  storage.setItem('umeed-scroll', '{}');
  dropDrafts('u2', storage);
  expect(recallDraft('u1/a', 2000, storage)).toBeUndefined();
  expect(recallDraft('u2/a', 2000, storage)?.draft).toEqual(draft);
  dropDrafts(undefined, storage);
  expect(storage.length).toBe(1);
});

test('a draft is forgotten after two weeks, and removed when the next is kept', () => {
  keepDraft('u1/old', draft, 0, storage);
  expect(recallDraft('u1/old', 13 * day, storage)).toBeDefined();
  expect(recallDraft('u1/old', 15 * day, storage)).toBeUndefined();
  keepDraft('u1/new', draft, 15 * day, storage);
  expect(storage.length).toBe(1);
});

test('when there are too many, the oldest go', () => {
  const long = { ...draft, values: { a: 'x'.repeat(400_000) } };
  for (const at of [1, 2, 3, 4]) keepDraft(`u1/${at}`, long, at, storage);
  expect(recallDraft('u1/1', 5, storage)).toBeUndefined();
  for (const at of [2, 3, 4]) expect(recallDraft(`u1/${at}`, 5, storage), String(at)).toBeDefined();
});

test('a full store and a broken entry are no error', () => {
  const full = Object.assign(new FakeStorage(), {
    setItem: () => {
      throw new Error('quota');
    },
  });
  keepDraft('u1/a', draft, 1000, full);
  for (const broken of [
    '{broken',
    '{"at":1}',
    '{"at":"x","draft":{"base":{},"values":{},"version":"v"}}',
    '7',
  ]) {
    storage.setItem('umeed-draft:u1/a', broken);
    expect(recallDraft('u1/a', 2000, storage), broken).toBeUndefined();
  }
});
