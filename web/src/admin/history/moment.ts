// When something was done, in words.
import { adminMessages } from '../messages';
import { clockTime, localMoment } from '../shell/moments';

const dayOf = (at: Date) => localMoment(at.toISOString()).slice(0, 10);

/** 'today at 14:03', '14 November 2026 at 09:30' */
export function momentOf(iso: string, now = new Date()): string {
  const messages = adminMessages().history;
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const [day, time] = [dayOf(at), clockTime(at)];
  if (day === dayOf(now)) return messages.today(time);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return day === dayOf(yesterday) ? messages.yesterday(time) : messages.on(day, time);
}
