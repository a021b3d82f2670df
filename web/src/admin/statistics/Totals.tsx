// The sums of the period, each with how it compares. Pressing one shows it in the chart.
import { cn } from '../../ui/cn';
import type { Measure, Sums } from '../api/statistics';
import { useAdminMessages } from '../messages';
import { changeOf } from './series';

interface Props {
  shown: readonly Measure[];
  sums: Sums;
  /** Undefined for what was not counted then. */
  before: Partial<Sums>;
  chosen: Measure;
  onChoose(measure: Measure): void;
}

export function Totals({ shown, sums, before, chosen, onChoose }: Props) {
  const { statistics } = useAdminMessages();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a part of a form.
    <div role="group" aria-label={statistics.choose} className="grid grid-cols-2 gap-3 sm:flex">
      {shown.map(measure => (
        <button
          key={measure}
          type="button"
          aria-pressed={measure === chosen}
          onClick={() => onChoose(measure)}
          className={cn(
            'rounded-soft border border-hairline bg-surface p-4 text-start transition-colors duration-150 hover:border-emerald aria-pressed:border-emerald aria-pressed:bg-emerald-tint sm:flex-1',
            // On a phone an odd one would stand alone at the end.
            shown.length % 2 === 1 && 'first:col-span-2',
          )}
        >
          <span className="block text-sm text-ink-soft">{statistics.measures[measure]}</span>
          <span className="block font-display text-h3 tabular-nums">{statistics.number(sums[measure])}</span>
          <Comparison now={sums[measure]} before={before[measure]} />
        </button>
      ))}
    </div>
  );
}

function Comparison({ now, before }: { now: number; before?: number }) {
  const { statistics } = useAdminMessages();
  if (before === undefined) return null;
  const change = changeOf(now, before);
  return (
    <span className="mt-1 block text-xs text-ink-soft tabular-nums">
      {change !== undefined && (
        <strong className="font-semibold text-ink">{statistics.change(change)} </strong>
      )}
      {before > 0 ? statistics.from(before) : statistics.noneBefore}
    </span>
  );
}
