// Times as staff read them: in their own time zone, in a form that spreadsheets understand too.

const two = (number: number) => String(number).padStart(2, '0');

/** '2026-11-14 14:03:22' */
export function localMoment(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** '14:03' */
export function clockTime(at: Date): string {
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}
