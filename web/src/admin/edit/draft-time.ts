import { adminMessages } from '../messages';
import { clockTime, localMoment } from '../shell/moments';

/** '14:03', with the day in front when that was not today. */
export function draftTime(at: Date, now = new Date()): string {
  const [day = ''] = localMoment(at.toISOString()).split(' ');
  const [today = ''] = localMoment(now.toISOString()).split(' ');
  return day === today ? clockTime(at) : adminMessages().forms.draftDay(day, clockTime(at));
}
