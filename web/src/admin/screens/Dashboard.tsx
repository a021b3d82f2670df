import { ArrowRight, Bell, Info } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { LatestActivity } from '../activity/LatestActivity';
import { useFeatures } from '../api/features';
import { useNewCount } from '../inbox/messages';
import { useAdminMessages } from '../messages';
import { useSession } from '../session/session';
import { FirstSteps } from '../set-up/FirstSteps';
import { useListedScreens } from '../shell/screen';
import { type Note, useAttention, useCounts, useNews } from './dashboard-news';
import { LastBackup } from './LastBackup';
import { ServerStatus } from './ServerStatus';

export function Dashboard() {
  const { dashboard } = useAdminMessages();
  const session = useSession();
  const screens = useListedScreens().filter(screen => screen.path !== '/admin');
  const email = session.status === 'in' ? session.session.user.email : '';
  const counts = useCounts();
  const news = [...useMessageNews(), ...useNews()];
  const attention = useAttention();
  return (
    <div className="grid gap-8">
      <div className="on-ink girih-fade girih rounded-soft bg-ink p-6 text-cream sm:p-8">
        <h2 className="text-h3">{dashboard.welcome}</h2>
        <p className="mt-2 text-sm text-mist">
          {dashboard.signedInAs}{' '}
          <strong dir="auto" className="inline-block max-w-full font-semibold wrap-anywhere text-cream">
            {email}
          </strong>
        </p>
        <p className="mt-4 text-sm text-mist">{dashboard.comingSoon}</p>
      </div>
      <FirstSteps />
      <Notes heading={dashboard.news} notes={news} icon={<Bell className="size-5 text-emerald" />} />
      <Notes
        heading={dashboard.attention}
        notes={attention}
        icon={<Info className="size-5 text-ink-soft" />}
      />
      <section aria-labelledby="what-you-can-change">
        <h2 id="what-you-can-change" className="mb-3 text-h4">
          {dashboard.screens}
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2">
          {screens.map(({ path, title, about, icon: Icon }) => (
            <li key={path} className="sm:last:odd:col-span-2">
              <Link
                to={path}
                className="flex h-full gap-4 rounded-soft border border-hairline bg-surface p-4 transition-colors duration-150 hover:border-emerald"
              >
                <Icon className="mt-0.5 size-5 shrink-0 text-emerald" aria-hidden="true" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{title}</span>
                  <span className="mt-0.5 block text-sm text-ink-soft">{about}</span>
                </span>
                {counts.has(path) && (
                  <span
                    data-count
                    className="self-start rounded-soft bg-sand px-2 py-0.5 text-sm font-semibold tabular-nums"
                  >
                    {counts.get(path)?.toLocaleString('en')}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <LatestActivity />
      <section className="grid gap-3" aria-label={dashboard.site}>
        <LastBackup />
        <ServerStatus />
      </section>
    </div>
  );
}

/** Messages that nobody has opened, where they are received. */
function useMessageNews(): Note[] {
  const { inbox } = useAdminMessages();
  const total = useNewCount(useFeatures().receive_messages === true) ?? 0;
  return total > 0 ? [{ text: inbox.newOnes(total), path: '/admin/messages' }] : [];
}

function Notes({ heading, notes, icon }: { heading: string; notes: Note[]; icon: ReactNode }) {
  const id = useId();
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-h4">
        {heading}
      </h2>
      <ul className="divide-y divide-hairline rounded-soft border border-hairline bg-surface">
        {notes.map(({ text, path }) => (
          <li key={text}>
            <Link to={path} className="flex min-h-12 items-center gap-3 px-4 py-3 text-sm hover:bg-cream">
              <span aria-hidden="true" className="shrink-0">
                {icon}
              </span>
              <span className="min-w-0 flex-1">{text}</span>
              <ArrowRight className="size-4 shrink-0 text-ink-soft rtl:rotate-180" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
