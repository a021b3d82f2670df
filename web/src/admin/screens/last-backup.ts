// How the backups are, in words for people who never made one.
import { longDate } from '../../messages/en/dates';
import type { Backups, Good } from '../api/backups';
import { adminMessages } from '../messages';
import { clockTime, dayBefore, localDay } from '../shell/moments';

export interface BackupNote {
  text: string;
  worrying: boolean;
}

const day = 24 * 3600 * 1000;

export function describeBackups(
  { scheduled, last_good: good, last_failure: failure }: Backups,
  now: Date,
): BackupNote {
  const texts = adminMessages().dashboard.backup;
  if (failure) {
    const failed = failure.step === 'checking' ? texts.checkFailed : texts.failed;
    const before = good ? texts.lastGood(moment(good.at, now), size(good.bytes)) : texts.noneGood;
    return { text: `${failed(moment(failure.at, now), failure.why)} ${before}`, worrying: true };
  }
  if (!good) return { text: scheduled ? texts.soon : texts.notScheduled, worrying: !scheduled };
  const what = [size(good.bytes), good.away && texts.away, good.encrypted && texts.encrypted];
  const last = texts.last(moment(good.at, now), what.filter(Boolean).join(', '));
  const days = Math.floor((now.getTime() - new Date(good.at).getTime()) / day);
  const more = [days >= 7 && texts.daysAgo(days), ...checked(good, now)].filter(Boolean);
  return {
    text: more.length > 0 ? `${last}. ${more.join(' ')}` : last,
    worrying: days >= 7 || (good.check?.left_out ?? 0) > 0,
  };
}

function checked({ check }: Good, now: Date): (string | false)[] {
  const texts = adminMessages().dashboard.backup;
  if (!check) return [];
  if (!check.restored) return [check.why_not !== null && texts.notRestored[check.why_not]];
  return [texts.restored(moment(check.at, now)), check.left_out > 0 && texts.leftOut(check.left_out)];
}

/** 'today 03:00', 'yesterday 03:00', '9 November 2026 03:00' */
function moment(iso: string, now: Date): string {
  const { today, yesterday } = adminMessages().dashboard.backup;
  const at = new Date(iso);
  const [date, time] = [localDay(at), clockTime(at)];
  if (date === localDay(now)) return `${today} ${time}`;
  return `${date === dayBefore(now) ? yesterday : longDate(date)} ${time}`;
}

/** '640 KB', '12 MB', '1.5 GB' */
function size(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} KB`;
  if (bytes < 1e9) return `${Math.round(bytes / 1e6)} MB`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
