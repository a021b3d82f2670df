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

  test('is a worry when it is old, when it failed, and when nobody set one up', () => {
    const old = { at: at(4, 3), bytes: 1e6 };
    expect(say({ last_good: old })).toEqual({
      text: 'Last backup: 4 November 2026 03:05, 1 MB. That is 10 days ago.',
      worrying: true,
    });
    const failed = say({ last_good: old, last_failure: { at: at(14, 3), why: 'the disk is full' } });
    expect(failed.worrying).toBe(true);
    expect(failed.text).toBe(
      'The backup of today 03:05 failed: the disk is full. The last good one: 4 November 2026 03:05, 1 MB.',
    );
    expect(say({ scheduled: false }).text).toContain('UMEED_BACKUP_FOLDER');
    expect(say({ scheduled: true })).toEqual({
      text: 'No backup yet. The first one is made soon.',
      worrying: false,
    });
  });
});
