// Whether a ratio got worse by more than its own noise. Ratios to a peer that was measured in the same seconds, not
// absolute figures: those follow the machine.

const number = text => Number(text.replaceAll(',', ''));

/** "1.11 (0.932 to 1.44)", or one figure. */
export function parseRatio(text) {
  const [, ratio, low, high] = /^([\d.,]+)(?: \(([\d.,]+) to ([\d.,]+)\))?$/.exec(text ?? '') ?? [];
  if (ratio === undefined) return undefined;
  return { ratio: number(ratio), ...(low && { low: number(low), high: number(high) }) };
}

/** Of how many a second more is better; of times, memory and sizes less. */
const moreIsBetter = ({ what, goal = '' }) =>
  goal.startsWith('at least') || (!goal.startsWith('at most') && what.endsWith('/s'));

/** The same line in another run: figures in it differ, the peer's name does not. */
export const identity = ({ what, peer = '' }) => `${what}|${peer.replace(/ [\d.,]+(, p99 .*)?$/, '')}`;

/** Ratios of which only one figure is known differ by this part without anything having changed. */
const NOISE = 0.25;

/** By which factor `after` is worse than `before`; 1 or less when it is not, or only as much as rounds differ. */
export function worsening(before, after) {
  const [old, now] = [parseRatio(before.ratio), parseRatio(after.ratio)];
  if (!old || !now || old.ratio === 0 || now.ratio === 0) return 1;
  const more = moreIsBetter(after);
  const factor = more ? old.ratio / now.ratio : now.ratio / old.ratio;
  const known = old.low !== undefined && now.low !== undefined;
  if (!known) return factor > 1 + (after.noise ?? NOISE) ? factor : 1;
  // Each middle must lie beyond every round of the other run.
  const beyond = more
    ? now.ratio < old.low && now.high < old.ratio
    : now.ratio > old.high && now.low > old.ratio;
  return beyond ? factor : 1;
}

/** Lines of one benchmark that are worse than in the record, the worst first. */
export function worse(before, after) {
  const old = new Map(before.map(row => [identity(row), row]));
  return after
    .filter(row => old.has(identity(row)))
    .map(row => ({ row, before: old.get(identity(row)), factor: worsening(old.get(identity(row)), row) }))
    .filter(({ factor }) => factor > 1)
    .toSorted((one, other) => other.factor - one.factor);
}
