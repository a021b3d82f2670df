// One number over time, as bars. The drawing has no letters: those stand around it, so that they keep their size on a phone.
// All of it is in a table as well.
import { useId } from 'react';
import type { Day, Measure } from '../api/statistics';
import { useAdminMessages } from '../messages';
import { type Bar, barsOf, topOf, unitOf } from './series';

interface Props {
  days: readonly Day[];
  measure: Measure;
}

export function Chart({ days, measure }: Props) {
  const { statistics } = useAdminMessages();
  const id = useId();
  const unit = unitOf(days.length);
  const bars = barsOf(days, measure);
  const top = topOf(bars);
  const title = statistics.by[unit](statistics.measures[measure]);
  const highest = bars.reduce((most, bar) => (bar.value > most.value ? bar : most));
  const when = ({ first, last }: Bar) => statistics.span(first, last);
  const label = ({ first }: Bar) => (unit === 'month' ? statistics.month(first) : statistics.shortDay(first));
  const ends = [bars.at(0), bars.at(Math.floor((bars.length - 1) / 2)), bars.at(-1)];
  const text =
    highest.value > 0 ? statistics.highest(title, when(highest), highest.value) : statistics.nothing(title);

  return (
    <section aria-labelledby={id} className="rounded-soft border border-hairline bg-surface p-4 sm:p-6">
      <h2 id={id} className="text-h4">
        {title}
      </h2>
      {/* Time runs from left to right in the drawing, so around it too. */}
      <div
        dir="ltr"
        className="mt-4 grid grid-cols-[auto_1fr] gap-x-2 gap-y-1.5 text-xs text-ink-soft tabular-nums"
      >
        <div aria-hidden="true" className="flex h-44 flex-col justify-between text-end leading-none sm:h-56">
          {[top, top / 2, 0].map(value => (
            <span key={value}>{statistics.number(value)}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={text}
          viewBox={`0 0 ${bars.length} 100`}
          preserveAspectRatio="none"
          className="h-44 w-full overflow-visible py-1.5 sm:h-56"
        >
          {[0, 50, 100].map(y => (
            <line
              key={y}
              x2={bars.length}
              y1={y}
              y2={y}
              vectorEffect="non-scaling-stroke"
              className="stroke-hairline"
            />
          ))}
          {bars.map((bar, index) => (
            <BarShape
              key={bar.first}
              place={index}
              height={(100 * bar.value) / top}
              title={statistics.bar(when(bar), bar.value)}
              soFar={index === bars.length - 1}
            />
          ))}
        </svg>
        <div aria-hidden="true" className="col-start-2 flex justify-between">
          {ends.map(bar => bar && <span key={bar.first}>{label(bar)}</span>)}
        </div>
      </div>
      <p className="mt-3 text-xs text-ink-soft">{statistics.soFar}</p>
      <BarTable rows={bars.map(bar => ({ ...bar, when: when(bar) })).toReversed()} measure={measure} />
    </section>
  );
}

interface ShapeProps {
  place: number;
  height: number;
  title: string;
  /** It is not over yet. */
  soFar: boolean;
}

function BarShape({ place, height, title, soFar }: ShapeProps) {
  return (
    <g className="group">
      <title>{title}</title>
      <rect x={place} width={1} height={100} className="fill-transparent group-hover:fill-sand" />
      <rect
        data-bar
        x={place + 0.14}
        width={0.72}
        y={100 - height}
        height={height}
        className={
          soFar ? 'fill-emerald/60 group-hover:fill-emerald' : 'fill-emerald group-hover:fill-emerald-deep'
        }
      />
    </g>
  );
}

interface TableProps {
  rows: readonly { first: string; when: string; value: number }[];
  measure: Measure;
}

function BarTable({ rows, measure }: TableProps) {
  const { statistics } = useAdminMessages();
  return (
    <details className="mt-2">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
        {statistics.asTable}
      </summary>
      <table className="w-full max-w-md text-sm tabular-nums">
        <thead>
          <tr className="border-b border-hairline">
            <th scope="col" className="py-2 text-start font-semibold">
              {statistics.time}
            </th>
            <th scope="col" className="py-2 ps-4 text-end font-semibold">
              {statistics.measures[measure]}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ first, when, value }) => (
            <tr key={first} className="border-b border-hairline last:border-0">
              <th scope="row" className="py-2 text-start font-normal">
                {when}
              </th>
              <td className="py-2 ps-4 text-end">{statistics.number(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
