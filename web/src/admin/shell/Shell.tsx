// The frame around every admin screen. Nothing inside is drawn, and so nothing is fetched, before someone is signed in.
import { Menu } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { Star } from '../../components/Star';
import { Button } from '../../ui/Button';
import { Spinner } from '../../ui/Spinner';
import { useFeatures } from '../api/features';
import { anyUnsaved } from '../edit/open-editors';
import { LostMark } from '../live/LostMark';
import { useNewRows } from '../live/new-rows';
import { useAdminMessages } from '../messages';
import { Gate } from '../second-factor/Gate';
import { signOut } from '../session/account';
import { mustChoosePassword } from '../session/by-mail';
import { useSession } from '../session/session';
import { Drawer } from './Drawer';
import { LeaveGuard, mayLeave } from './LeaveGuard';
import { setTimeZone } from './moments';
import { closeQuestion } from './question';
import { Sidebar } from './Sidebar';
import { useScreens } from './screen';

export function Shell() {
  const session = useSession();
  const location = useLocation();
  switch (session.status) {
    case 'loading':
      return <Waiting />;
    case 'unreachable':
      return <Unreachable />;
    case 'out':
      return (
        <Navigate to="/admin/login" replace state={session.ended ? { back: location.pathname } : undefined} />
      );
    case 'in':
      if (mustChoosePassword(session.session.user.id)) return <Navigate to="/admin/new-password" replace />;
      return (
        <Gate session={session.session}>
          <Frame email={session.session.user.email ?? ''} />
        </Gate>
      );
  }
}

export function Waiting() {
  return (
    <div className="grid min-h-dvh place-items-center text-emerald">
      <Spinner label={useAdminMessages().shell.loading} />
    </div>
  );
}

function Unreachable() {
  const { unreachable } = useAdminMessages().shell;
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <div>
        <h1 className="text-h3">{unreachable.heading}</h1>
        <p className="mt-2 mb-5 text-ink-soft">{unreachable.text}</p>
        <Button variant="outline" onClick={() => location.reload()}>
          {unreachable.again}
        </Button>
      </div>
    </main>
  );
}

function Frame({ email }: { email: string }) {
  const { shell } = useAdminMessages();
  const { pathname } = useLocation();
  const screen = useScreens().find(({ path }) => path === pathname);
  const [open, setOpen] = useState(false);
  const hasNews = useNewRows('leisure').length > 0;
  const zoned = setTimeZone(useFeatures().time_zone);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);

  // A move to another screen begins at its top, for the eyes and for screen readers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new path is such a move
  useEffect(() => {
    if (!first.current) {
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
      closeQuestion(); // it was about the screen before
    }
    first.current = false;
  }, [pathname]);

  async function onSignOut() {
    setOpen(false);
    if (anyUnsaved() && !(await mayLeave())) return;
    await signOut();
  }

  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-50 focus:rounded-soft focus:bg-surface focus:px-4 focus:py-3"
      >
        {shell.skipToContent}
      </a>
      <header className="sticky top-0 z-30 flex min-h-14 items-center gap-2 border-b border-hairline bg-surface px-2 lg:hidden">
        <button
          type="button"
          aria-label={shell.openMenu}
          aria-haspopup="dialog"
          className="relative grid size-11 place-items-center rounded-soft hover:bg-sand"
          onClick={() => setOpen(true)}
        >
          <Menu className="size-5" aria-hidden="true" />
          {/* The menu says what it is. */}
          {hasNews && (
            <span data-news-dot className="absolute end-2 top-2 size-2.5 rounded-full bg-emerald" />
          )}
        </button>
        <Star className="size-5 text-emerald" />
        <span className="text-sm text-ink-soft">{shell.staff}</span>
        {/* The screen's own title scrolls away. */}
        <span className="min-w-0 truncate text-sm font-semibold">{screen?.label}</span>
        <LostMark className="ms-auto shrink-0 text-ink-soft" />
      </header>
      {open && (
        <Drawer onClose={() => setOpen(false)}>
          <Sidebar email={email} onFollow={() => setOpen(false)} onSignOut={onSignOut} />
        </Drawer>
      )}
      <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <aside aria-label={shell.staffArea} className="sticky top-0 hidden h-dvh lg:block">
          <Sidebar email={email} onSignOut={onSignOut} />
        </aside>
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="mx-auto w-full max-w-4xl px-4 pt-6 pb-10 sm:px-8 lg:pt-10"
        >
          {/* Drawn anew once it is known that times are shown in another zone than the device's. */}
          <Outlet key={zoned ? 'zoned' : 'device'} />
        </main>
      </div>
      <LeaveGuard />
    </>
  );
}
