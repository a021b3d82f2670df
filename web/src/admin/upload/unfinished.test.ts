import { beforeEach, expect, test, vi } from 'vitest';
import { dropUnfinished, findUnfinished, noteUnfinished } from './unfinished';

class Store extends Map<string, string> {
  getItem = (name: string) => this.get(name) ?? null;
  setItem = (name: string, value: string) => void this.set(name, value);
  removeItem = (name: string) => void this.delete(name);
  key = (index: number) => [...this.keys()][index] ?? null;
  get length() {
    return this.size;
  }
}

let store: Store;
let held: string[];

beforeEach(() => {
  store = new Store();
  held = [];
  vi.stubGlobal('localStorage', store);
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string) => void held.push(name),
      query: async () => ({ held: held.map(name => ({ name })) }),
    },
  });
});

const left = (tab: string, total: number, ...names: string[]) =>
  store.set(
    `umeed-uploads:me/gallery#${tab}`,
    JSON.stringify({ total, files: names.map(name => ({ name })) }),
  );

test('what tabs that are gone have left is found, until it was told', async () => {
  left('one', 3, 'a.jpg');
  left('two', 2, 'b.jpg', 'c.jpg');
  const found = await findUnfinished('me/gallery');
  expect(found).toMatchObject({ total: 5, files: [{ name: 'a.jpg' }, { name: 'b.jpg' }, { name: 'c.jpg' }] });
  expect(await findUnfinished('me/gallery')).toBeDefined();
  found?.told();
  expect(await findUnfinished('me/gallery')).toBeUndefined();
});

test('neither this tab’s own files nor those of another open tab are called lost', async () => {
  noteUnfinished('me/gallery', { total: 1, files: [{ name: 'mine.jpg' }] });
  left('open', 1, 'theirs.jpg');
  held.push('umeed-uploads:open');
  left('gone', 1, 'lost.jpg');
  expect(await findUnfinished('me/gallery')).toMatchObject({ total: 1, files: [{ name: 'lost.jpg' }] });
  expect(await findUnfinished('someone else/gallery')).toBeUndefined();
  noteUnfinished('me/gallery', { total: 1, files: [] });
  expect(store.length).toBe(2);
});

test('what is kept goes with its owner', () => {
  left('one', 1, 'a.jpg');
  dropUnfinished('me');
  expect(store.size).toBe(1);
  dropUnfinished('you');
  expect(store.size).toBe(0);
});

test('a broken note is no note', async () => {
  store.set('umeed-uploads:me/gallery#x', '{');
  expect(await findUnfinished('me/gallery')).toBeUndefined();
});
