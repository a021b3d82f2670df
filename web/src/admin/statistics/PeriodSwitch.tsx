// For how many days: radio buttons that look like one switch, as wide as a phone.
import { useId } from 'react';
import { type Period, periods } from '../api/statistics';
import { useAdminMessages } from '../messages';

export function PeriodSwitch({ value, onChange }: { value: Period; onChange(period: Period): void }) {
  const { statistics } = useAdminMessages();
  const name = useId();
  return (
    <fieldset className="flex rounded-soft border border-edge bg-surface max-sm:w-full">
      <legend className="sr-only">{statistics.period}</legend>
      {periods.map(period => (
        <label
          key={period}
          className="relative inline-flex min-h-11 min-w-0 flex-1 cursor-pointer items-center justify-center px-1.5 py-1 text-center text-sm leading-tight font-semibold wrap-anywhere text-ink-soft sm:flex-none sm:px-4 first-of-type:rounded-s-soft last-of-type:rounded-e-soft has-checked:bg-emerald has-checked:text-cream has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-emerald"
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={period === value}
            onChange={() => onChange(period)}
          />
          {statistics.periods(period)}
        </label>
      ))}
    </fieldset>
  );
}
