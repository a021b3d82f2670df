// Rows to fill tables with: plausible, and as many as asked for.
const CITIES = ['Faisalabad', 'Lahore', 'Jaranwala', 'Samundri', 'Gojra', 'Toba Tek Singh'];
const SKILLS = ['Teaching', 'Nursing', 'Driving', 'Cooking for events', 'Bookkeeping', null];

export const volunteer = number => ({
  name: `Volunteer ${number}`,
  city: CITIES[number % CITIES.length],
  phone: `+92 300 ${String(number % 10_000_000).padStart(7, '0')}`,
  skills: SKILLS[number % SKILLS.length],
});

/** Calls `send` with rows `from` to `to`, some hundred at a time. */
export async function inBatches(from, to, row, send, size = 500) {
  for (let next = from; next < to; next += size) {
    const count = Math.min(size, to - next);
    await send(Array.from({ length: count }, (_, position) => row(next + position)));
  }
}
