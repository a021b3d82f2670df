import { beforeEach, expect, test } from 'vitest';
import { dropDraft, dropDrafts, keepDraft, recallDraft } from './kept-drafts';

class Shelf {
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
let shelf: Shelf;
beforeEach(() => {
  shelf = new Shelf();
});

test('a draft comes back as it was kept, and is gone once dropped', () => {
  keepDraft('u1/projects/7', draft, shelf);
  expect(recallDraft('u1/projects/7', shelf)).toEqual(draft);
  dropDraft('u1/projects/7', shelf);
  expect(recallDraft('u1/projects/7', shelf)).toBeUndefined();
});

test('one person’s drafts are dropped when another signs in; other things stay', () => {
  keepDraft('u1/a', draft, shelf);
  keepDraft('u2/a', draft, shelf);
  shelf.setItem('umeed-scroll', '{}');
  dropDrafts('u2', shelf);
  expect(recallDraft('u1/a', shelf)).toBeUndefined();
  expect(recallDraft('u2/a', shelf)).toEqual(draft);
  dropDrafts(undefined, shelf);
  expect(shelf.length).toBe(1);
});

test('a full store and a broken entry are no error', () => {
  const full = Object.assign(new Shelf(), {
    setItem: () => {
      throw new Error('quota');
    },
  });
  keepDraft('u1/a', draft, full);
  shelf.setItem('umeed-draft:u1/a', '{broken');
  expect(recallDraft('u1/a', shelf)).toBeUndefined();
});
