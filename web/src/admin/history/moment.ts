// When something was done, in words.
import { adminMessages } from '../messages';
import { clockTime, dayBefore, localDay } from '../shell/moments';

/** 'today at 14:03', '14 November 2026 at 09:30' */
export function momentOf(iso: string, now = new Date()): string {
  const messages = adminMessages().history;
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const [day, time] = [localDay(at), clockTime(at)];
  if (day === localDay(now)) return messages.today(time);
  return day === dayBefore(now) ? messages.yesterday(time) : messages.on(day, time);
}
