import { Link } from 'react-router';
import { useSession } from '../session/session';
import { LastBackup } from './LastBackup';
import { screens } from './list';

export function Dashboard() {
  const session = useSession();
  const email = session.status === 'in' ? session.session.user.email : '';
  return (
    <div className="grid gap-6">
      <div className="on-ink girih-fade girih rounded-soft bg-ink p-6 text-cream sm:p-8">
        <h2 className="text-h3">Welcome, Admin!</h2>
        <p className="mt-2 text-sm text-mist">
          You are signed in as{' '}
          <strong className="inline-block max-w-full font-semibold wrap-anywhere text-cream">{email}</strong>
        </p>
        <p className="mt-4 text-sm text-mist">More management features coming soon!</p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2">
        {screens.slice(1).map(({ path, title, about, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              className="flex h-full gap-4 rounded-soft border border-hairline bg-surface p-4 transition-colors duration-150 hover:border-emerald"
            >
              <Icon className="mt-0.5 size-5 shrink-0 text-emerald" aria-hidden="true" />
              <span>
                <span className="block font-semibold">{title}</span>
                <span className="mt-0.5 block text-sm text-ink-soft">{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <LastBackup />
    </div>
  );
}
