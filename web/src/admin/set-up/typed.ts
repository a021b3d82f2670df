// What is typed on the set-up page, kept in the tab: a phone that opens its pictures may drop the page meanwhile. Never the
// password.
import { deviceZone } from '../shell/moments';

export interface Typed {
  siteName: string;
  email: string;
  timeZone: string;
  blank: boolean;
}

const key = 'umeed-set-up';

export function readTyped(): Typed {
  const nothing: Typed = { siteName: '', email: '', timeZone: deviceZone(), blank: false };
  try {
    return { ...nothing, ...JSON.parse(sessionStorage.getItem(key) ?? '{}') };
  } catch {
    return nothing;
  }
}

export function keepTyped(typed: Typed) {
  try {
    sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // Storage may be forbidden or full: then only a reload loses it.
  }
}

export function forgetTyped() {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
