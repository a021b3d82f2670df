import { describe, expect, test } from 'vitest';
import { afterSave, bringBack, conflicts, rebase, unedited, unsaved } from './draft';

const stored = { title: 'Water', description: '<p>Clean</p>', phones: ['1', '2'] };
const edit = (values: object) => ({ ...unedited(stored, 'v1'), values: { ...stored, ...values } });

describe('a draft', () => {
  test('knows what is unsaved, also inside lists', () => {
    expect(unsaved(unedited(stored, 'v1'))).toEqual([]);
    expect(unsaved(edit({ title: 'Well', phones: ['1', '3'] }))).toEqual(['title', 'phones']);
    expect(unsaved(edit({ phones: ['1', '2'] }))).toEqual([]);
  });

  test('keeps what was typed while a save was under way, and only that is unsaved', () => {
    const sent = { ...stored, title: 'Well', description: '<p onclick>Deep</p>' };
    const typed = { ...edit({}), values: { ...sent, title: 'Well of Hope' } };
    const cleaned = { ...sent, description: '<p>Deep</p>' };
    const after = afterSave(typed, sent, cleaned, 'v2');
    expect(after.values).toEqual({ ...cleaned, title: 'Well of Hope' });
    expect(after.version).toBe('v2');
    expect(unsaved(after)).toEqual(['title']);
  });

  test('is in conflict only about what both changed, and changed differently', () => {
    const theirs = { ...stored, title: 'Pump', description: '<p>New</p>' };
    expect(conflicts(edit({ phones: ['3'] }), theirs)).toEqual([]);
    expect(conflicts(edit({ title: 'Pump' }), theirs)).toEqual([]);
    expect(conflicts(edit({ title: 'Well', phones: ['3'] }), theirs)).toEqual([
      { name: 'title', mine: 'Well', theirs: 'Pump' },
    ]);
  });

  test('can be laid over another version, with some fields left to that version', () => {
    const theirs = { ...stored, title: 'Pump', description: '<p>New</p>' };
    const mine = edit({ title: 'Well', phones: ['3'] });
    expect(rebase(mine, theirs, 'v2')).toEqual({
      base: theirs,
      values: { ...theirs, title: 'Well', phones: ['3'] },
      version: 'v2',
    });
    expect(rebase(mine, theirs, 'v2', ['title']).values).toEqual({ ...theirs, phones: ['3'] });
  });

  test('from before comes back under what is typed by now, and remembers what it began from', () => {
    const now = { ...stored, title: 'Pump', description: '<p>New</p>' };
    const current = { base: now, values: { ...now, phones: ['typed now'] }, version: 'v2' };
    const back = bringBack(current, edit({ title: 'Well', phones: ['typed before'] }));
    expect(back.values).toEqual({ ...now, title: 'Well', phones: ['typed now'] });
    expect(back.version).toBe('v1');
    expect(conflicts(back, now)).toEqual([{ name: 'title', mine: 'Well', theirs: 'Pump' }]);
  });
});
