// Dates and numbers in words, by plain code: the engine that renders on the server has no Intl, and server and browser
// must write the same letters.
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** '2026-09-14' → '14 September 2026'. Anything else comes back unchanged. */
export function longDate(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso) ?? [];
  const name = months[Number(month) - 1];
  return year && name ? `${Number(day)} ${name} ${year}` : iso;
}

/** `plural(2, 'picture', 'pictures')` → '2 pictures'. */
export function plural(count: number, one: string, other: string): string {
  return `${count} ${count === 1 ? one : other}`;
}
