import { expect, test } from 'vitest';
import { documents, tables } from '../../schema.gen';
import { cropOf, isTooSmall, minHeight } from './crops';

/** Every folder that a declared picture goes to. */
function folders(declared: unknown): string[] {
  if (declared === null || typeof declared !== 'object') return [];
  const own = 'folder' in declared ? [String(declared.folder)] : [];
  return [...own, ...Object.values(declared).flatMap(folders)];
}

test('every declared folder has a crop of its own', () => {
  const all = new Set([...folders(tables), ...folders(documents)]);
  expect(all.size).toBeGreaterThan(6);
  const unknown = cropOf('no such folder');
  for (const folder of all) expect(cropOf(folder), folder).not.toEqual(unknown);
});

test('a picture is too small when the part that is shown has too few pixels', () => {
  const hero = cropOf('hero');
  expect(minHeight(hero)).toBe(720);
  expect(isTooSmall(hero, 1280, 720)).toBe(false);
  expect(isTooSmall(hero, 1280, 500)).toBe(true);
  expect(isTooSmall(hero, 800, 2000)).toBe(true);
  const portrait = cropOf('team');
  expect(isTooSmall(portrait, 600, 600)).toBe(false);
  expect(isTooSmall(portrait, 600, 500)).toBe(true);
  expect(isTooSmall(cropOf('logo'), 400, 20)).toBe(false);
});
