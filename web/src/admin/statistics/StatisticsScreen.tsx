// How often pages were seen, links shared and forms sent in the last days. The period is in the address, so that it can be
// shared and stays after a reload.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFeatures } from '../api/features';
import {
  type Day,
  type Measure,
  type Period,
  periods,
  readStatistics,
  type Statistics,
} from '../api/statistics';
import { ExportButton } from '../list/ExportButton';
import { type ExportColumn, exportRows } from '../list/export';
import { Empty, Loading } from '../list/ListStates';
import { useAdminMessages } from '../messages';
import { Failed } from '../shell/Failed';
import { Chart } from './Chart';
import { PageTable } from './PageTable';
import { PeriodSwitch } from './PeriodSwitch';
import { isComparable, measures, sumsOf } from './series';
import { Totals } from './Totals';

const usual: Period = 30;
/** The server adds up once a minute. */
const askAgainAfter = 60_000;

export function StatisticsScreen() {
  const { statistics } = useAdminMessages();
  const [address, setAddress] = useSearchParams();
  // Kept here as well: the address follows a moment later, and a choice must be seen at once.
  const [period, setPeriod] = useState(periods.find(days => String(days) === address.get('days')) ?? usual);
  const query = useQuery({
    queryKey: ['statistics', period],
    queryFn: ({ signal }) => readStatistics(period, signal),
    placeholderData: keepPreviousData,
    refetchInterval: askAgainAfter,
  });
  const choose = (days: Period) => {
    setPeriod(days);
    setAddress(days === usual ? {} : { days: String(days) }, { replace: true });
  };

  if (query.isPending) return <Loading />;
  if (query.isError && !query.data)
    return <Failed text={statistics.failed} onAgain={() => query.refetch()} />;
  if (!query.data) return <Empty>{statistics.notCounted}</Empty>;
  return (
    <div className="grid gap-6" aria-busy={query.isPlaceholderData}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PeriodSwitch value={period} onChange={choose} />
        <ExportDays days={query.data.days} />
      </div>
      <Figures data={query.data} />
      <About />
    </div>
  );
}

function Figures({ data }: { data: Statistics }) {
  const { statistics } = useAdminMessages();
  const [chosen, setChosen] = useState<Measure>('views');
  const receives = useFeatures().receive_messages === true;
  const { days, before, pages, since } = data;
  const sums = sumsOf(days);
  // Messages have no list while nobody receives them.
  const shown = measures.filter(measure => measure !== 'messages' || receives || sums.messages > 0);
  const counted = shown.some(measure => sums[measure] + before[measure] > 0);
  if (!counted) return <Empty>{statistics.empty}</Empty>;

  const comparable = isComparable(days, since);
  const compared = comparable ? before : { ...before, views: undefined, link_previews: undefined };
  return (
    <>
      <div>
        <Totals
          shown={shown}
          sums={sums}
          before={compared as Partial<typeof before>}
          chosen={chosen}
          onChoose={setChosen}
        />
        <p className="mt-2 text-xs text-ink-soft">
          {statistics.compared(days.length)} {!comparable && since && statistics.countedSince(since)}
        </p>
      </div>
      <Chart days={days} measure={chosen} />
      <PageTable pages={pages} />
    </>
  );
}

function ExportDays({ days }: { days: readonly Day[] }) {
  const { statistics } = useAdminMessages();
  const columns: ExportColumn<Day>[] = [
    { label: statistics.dayColumn, read: ({ day }) => day },
    ...measures.map(measure => ({
      label: statistics.measures[measure],
      read: (day: Day) => String(day[measure]),
    })),
  ];
  return (
    <ExportButton
      many={statistics.days}
      file={statistics.file}
      failed={statistics.cannotExport}
      empty={days.length === 0}
      variant="outline"
      run={exporting => exportRows(async () => [...days], columns, exporting)}
    />
  );
}

function About() {
  const { about } = useAdminMessages().statistics;
  const id = useId();
  return (
    <section aria-labelledby={id} className="max-w-prose text-sm text-ink-soft">
      <h2 id={id} className="mb-2 text-base font-semibold text-ink">
        {about.heading}
      </h2>
      <ul className="grid list-disc gap-1.5 ps-5">
        {about.lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
