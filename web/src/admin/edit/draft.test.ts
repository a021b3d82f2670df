import { describe, expect, test } from 'vitest';
import { afterSave, changedMeanwhile, differences, fresh, keepMine, unsaved } from './draft';

const stored = { title: 'Water', description: '<p>Clean</p>', phones: ['1', '2'] };
const edit = (values: object) => ({ ...fresh(stored, 'v1'), values: { ...stored, ...values } });

describe('a draft', () => {
  test('knows what is unsaved, also inside lists', () => {
    expect(unsaved(fresh(stored, 'v1'))).toEqual([]);
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

  test('sees what someone else changed and what the two disagree on', () => {
    const theirs = { ...stored, title: 'Pump' };
    expect(changedMeanwhile(edit({ description: 'x' }), theirs)).toEqual(['title']);
    expect(differences(edit({ title: 'Well' }), theirs)).toEqual([
      { name: 'title', mine: 'Well', theirs: 'Pump' },
    ]);
  });

  test('keeping mine lays my edits over theirs and takes the rest from them', () => {
    const theirs = { ...stored, title: 'Pump', description: '<p>New</p>' };
    const kept = keepMine(edit({ title: 'Well' }), theirs, 'v2');
    expect(kept.values).toEqual({ ...theirs, title: 'Well' });
    expect(kept.version).toBe('v2');
    expect(unsaved(kept)).toEqual(['title']);
  });
});
