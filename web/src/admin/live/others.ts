// What the tabs of a list or of the page's documents say of themselves, read as people. Pure. What comes over the wire may
// be of any shape.

export type Doing = 'here' | 'editing';

export interface Other {
  /** The account. */
  user: string;
  email: string;
  doing: Doing;
  /** Milliseconds, by their clock. */
  since: number;
}

/** By item, without the tab that asks; those who came first stand first. */
export function othersOf(
  tabs: Readonly<Record<string, unknown>>,
  own: string,
): ReadonlyMap<string, readonly Other[]> {
  const found = new Map<string, Other[]>();
  for (const [tab, said] of Object.entries(tabs)) {
    if (tab === own || !Array.isArray(said)) continue;
    for (const { user, email, at } of said as { user?: unknown; email?: unknown; at?: unknown }[]) {
      if (typeof user !== 'string' || typeof email !== 'string' || !at || typeof at !== 'object') continue;
      for (const [key, entry] of Object.entries(at)) {
        const [doing, since] = Array.isArray(entry) ? entry : [];
        if ((doing !== 'here' && doing !== 'editing') || typeof since !== 'number') continue;
        found.set(key, [...(found.get(key) ?? []), { user, email, doing, since }]);
      }
    }
  }
  for (const [key, others] of found) found.set(key, people(others));
  return found;
}

/** Each once, however many windows they have: editing counts more than being there, and the first moment counts. */
export function people(others: readonly Other[]): Other[] {
  const byUser = new Map<string, Other>();
  for (const other of others) {
    const known = byUser.get(other.user);
    if (!known || (known.doing === 'here' && other.doing === 'editing')) byUser.set(other.user, other);
    else if (known.doing === other.doing)
      byUser.set(other.user, { ...known, since: Math.min(known.since, other.since) });
  }
  return [...byUser.values()].sort((one, other) => one.since - other.since);
}

/** Whole minutes; a clock that runs ahead makes none of them negative. */
export function minutesSince(since: number, now: number): number {
  return Math.max(0, Math.floor((now - since) / 60_000));
}
