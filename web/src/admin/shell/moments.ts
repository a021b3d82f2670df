// Times as staff read them: in the site's time zone, where it has one, else in that of their device; in a form that
// spreadsheets understand too.

const two = (number: number) => String(number).padStart(2, '0');

/** Undefined: as the device has it. */
let zone: Intl.DateTimeFormat | undefined;

/**
 * From now on times are shown in this zone; without a name, or with one that this browser does not know, in that of the device.
 * Says whether that is another one than the device's.
 */
export function setTimeZone(name: string | null | undefined): boolean {
  if (zone?.resolvedOptions().timeZone !== name)
    zone = name && name !== deviceZone() ? formatIn(name) : undefined;
  return zone !== undefined;
}

export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    return undefined;
  }
}

/** '2026-11-14 14:03:22' */
function shown(at: Date, format = zone): string {
  if (!format) {
    const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
}

/** '2026-11-14 14:03:22' */
export function localMoment(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : shown(at);
}

/** '2026-11-14' */
export function localDay(at: Date): string {
  return shown(at).slice(0, 10);
}

/** '2026-11-13' for a moment of the 14th. */
export function dayBefore(at: Date): string {
  const day = new Date(`${localDay(at)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

/** '14:03' */
export function clockTime(at: Date): string {
  return shown(at).slice(11, 16);
}

/** '14:03' in a zone of one's choice; undefined where this browser does not know it. */
export function clockTimeIn(timeZone: string, at: Date): string | undefined {
  const format = formatIn(timeZone);
  return format && shown(at, format).slice(11, 16);
}
