import { LogOut, UserRound } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { Star } from '../../components/Star';
import { Umeed } from '../../components/Umeed';
import { cn } from '../../ui/cn';
import { useFeatures } from '../api/features';
import { useNewCount } from '../inbox/messages';
import { LostMark } from '../live/LostMark';
import { useNewRows } from '../live/new-rows';
import { useAdminMessages } from '../messages';
import { useListedScreens } from './screen';

const row =
  // Where a mouse points, a little lower: on a small laptop nothing is below the fold.
  'flex min-h-11 w-full items-center gap-3 pointer-fine:min-h-10 rounded-soft px-3 text-sm font-medium transition-colors duration-150';

const accountPath = '/admin/account';

interface Props {
  email: string;
  onFollow?(): void;
  onSignOut(): void;
}

/** The links of the admin; the same in the column beside the page and in the drawer over it. */
export function Sidebar({ email, onFollow, onSignOut }: Props) {
  const { shell } = useAdminMessages();
  const screens = useListedScreens();
  const id = useId();
  const news = new Map(useNewRows('leisure').map(({ resource, total }) => [resource.screen?.path, total]));
  const messages = useNewCount(useFeatures().receive_messages === true);
  if (messages) news.set('/admin/messages', messages);
  const here = useLocation().pathname.replace(/\/+$/, ''); // the router takes '/admin/' for '/admin' as well
  return (
    <div className="on-ink girih girih-foot flex h-full flex-col overflow-y-auto bg-ink p-3 text-cream">
      <div className="flex min-h-14 items-center gap-2.5 px-3">
        <Star className="size-6 text-marigold" />
        <Umeed className="h-7" />
        <span className="ms-1 text-sm text-mist">{shell.staff}</span>
      </div>
      <nav aria-label={shell.navigation} className="mt-3 flex-1">
        <ul className="grid gap-0.5">
          {screens.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <Link
                to={path}
                aria-current={path === here ? 'page' : undefined}
                // So that its name is the screen's, whatever is new there.
                aria-describedby={news.has(path) ? `${id}${path}` : undefined}
                onClick={onFollow}
                className={cn(
                  row,
                  path === here ? 'bg-cream text-ink' : 'text-mist hover:bg-cream/10 hover:text-cream',
                )}
              >
                <Icon className="size-4.5 shrink-0" aria-hidden="true" />
                {label} <NewCount id={`${id}${path}`} total={news.get(path) ?? 0} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-4 border-t border-hairline-ink pt-3">
        <LostMark className="text-mist" />
        <Link
          to={accountPath}
          aria-label={shell.ownAccount(email)}
          aria-current={accountPath === here ? 'page' : undefined}
          onClick={onFollow}
          className={cn(
            row,
            accountPath === here ? 'bg-cream text-ink' : 'text-mist hover:bg-cream/10 hover:text-cream',
          )}
        >
          <UserRound className="size-4.5 shrink-0" aria-hidden="true" />
          <span dir="auto" title={email} className="min-w-0 truncate">
            {email}
          </span>
        </Link>
        <button
          type="button"
          className={cn(row, 'text-mist hover:bg-cream/10 hover:text-cream')}
          onClick={onSignOut}
        >
          <LogOut className="size-4.5 shrink-0" aria-hidden="true" />
          {shell.signOut}
        </button>
      </div>
    </div>
  );
}

function NewCount({ id, total }: { id: string; total: number }) {
  const { live } = useAdminMessages();
  if (total === 0) return null;
  return (
    <span
      data-new-count
      aria-hidden="true"
      className="ms-auto grid min-w-6 place-items-center rounded-full bg-emerald px-1.5 text-xs leading-6 font-semibold text-surface tabular-nums"
    >
      {live.newsShort(total)}
      <span id={id} className="sr-only">
        {live.news(total)}
      </span>
    </span>
  );
}
