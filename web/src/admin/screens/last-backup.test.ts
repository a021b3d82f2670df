import { describe, expect, test } from 'vitest';
import { describeBackups } from './last-backup';

const now = new Date(2026, 10, 14, 9, 0);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).toISOString();
const say = (backups: object) =>
  describeBackups({ scheduled: true, last_good: null, last_failure: null, ...backups }, now);

describe('the last backup', () => {
  test.each([
    [14, 3, 12_300_000, 'Last backup: today 03:05, 12 MB'],
    [13, 23, 640_000, 'Last backup: yesterday 23:05, 640 KB'],
    [9, 3, 1_540_000_000, 'Last backup: 9 November 2026 03:05, 1.5 GB'],
  ])('of day %i is told as people would', (day, hour, bytes, text) => {
    expect(say({ last_good: { at: at(day, hour), bytes } })).toEqual({ text, worrying: false });
  });

  test('tells where it is and how it was checked', () => {
    const good = { at: at(14, 3), bytes: 12_300_000, away: true, encrypted: true };
    const sayChecked = (check: object) =>
      say({
        last_good: {
          ...good,
          check: { at: at(14, 4), restored: true, why_not: null, left_out: 0, ...check },
        },
      });
    expect(sayChecked({})).toEqual({
      text: 'Last backup: today 03:05, 12 MB, in S3, encrypted. Checked by restoring it: today 04:05.',
      worrying: false,
    });
    expect(sayChecked({ restored: false, why_not: 'no_key' })).toEqual({
      text: 'Last backup: today 03:05, 12 MB, in S3, encrypted. What was stored has been read back and is whole. It was not restored to check it: this server cannot decrypt it.',
      worrying: false,
    });
    expect(sayChecked({ restored: false, why_not: 'no_room' }).text).toContain('has no room for that');
    const left = sayChecked({ left_out: 2 });
    expect(left.text).toContain('A restore would leave out 2 entries');
    expect(left.worrying).toBe(true);
    const failed = { at: at(14, 3), why: 'row 7 differs', step: 'checking' };
    expect(say({ last_good: { ...good, check: null }, last_failure: failed })).toEqual({
      text: 'The backup of today 03:05 was made, but could not be restored when it was checked: row 7 differs. The last good one: today 03:05, 12 MB. Please tell the person who runs the server.',
      worrying: true,
    });
  });

  test('is a worry when it is old, when it failed, and when nobody set one up', () => {
    const old = { at: at(4, 3), bytes: 1e6 };
    expect(say({ last_good: old })).toEqual({
      text: 'Last backup: 4 November 2026 03:05, 1 MB. That is 10 days ago.',
      worrying: true,
    });
    const failed = say({ last_good: old, last_failure: { at: at(14, 3), why: 'the disk is full' } });
    expect(failed.worrying).toBe(true);
    expect(failed.text).toBe(
      'The backup of today 03:05 failed: the disk is full. The last good one: 4 November 2026 03:05, 1 MB. Please tell the person who runs the server.',
    );
    expect(say({ scheduled: false }).text).toContain('UMEED_BACKUP_FOLDER');
    expect(say({ scheduled: true })).toEqual({
      text: 'No backup yet. The first one is made soon.',
      worrying: false,
    });
  });
});
