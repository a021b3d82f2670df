import { adminMessages } from '../messages';
import { clockTime, localDay } from '../shell/moments';

/** '14:03', with the day in front when that was not today. */
export function draftTime(at: Date, now = new Date()): string {
  const day = localDay(at);
  return day === localDay(now) ? clockTime(at) : adminMessages().forms.draftDay(day, clockTime(at));
}
