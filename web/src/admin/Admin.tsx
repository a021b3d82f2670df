// The admin's routes: the sign-in, and every screen inside the shell, each with a boundary of its own.
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { createBrowserRouter, Link, RouterProvider } from 'react-router';
import { Notices } from '../components/Notices';
import { queryClient } from './api/query-client';
import { useAdminMessages } from './messages';
import { makeScreens } from './screens/list';
import { AskForLink } from './session/AskForLink';
import { LinkPage } from './session/LinkPage';
import { Login } from './session/Login';
import { NewPassword } from './session/NewPassword';
import { SignInAgain } from './session/SignInAgain';
import { useSession } from './session/session';
import { SetUpPage } from './set-up/SetUpPage';
import { QuestionDialog } from './shell/QuestionDialog';
import { ScreenFailed } from './shell/ScreenFailed';
import { ScreenFrame } from './shell/ScreenFrame';
import { Shell, Waiting } from './shell/Shell';
import { type Screen, ScreensProvider } from './shell/screen';
import { useTitle } from './shell/title';

function makeRouter(screens: readonly Screen[]) {
  return createBrowserRouter([
    { path: '/admin/login', Component: Entrance, ErrorBoundary: WholePageFailed },
    ...entrances.map(([path, element]) => ({
      path,
      element: <Known>{element}</Known>,
      ErrorBoundary: WholePageFailed,
    })),
    {
      path: '/admin',
      Component: Shell,
      ErrorBoundary: WholePageFailed,
      children: [
        ...screens.map(screen => ({
          path: screen.path,
          element: <ScreenFrame key={screen.path} screen={screen} />,
          ErrorBoundary: ScreenFailed,
        })),
        { path: '*', Component: NotFound },
      ],
    },
  ]);
}

/** What links in mails lead to, and where they are asked for; and where the first start's link leads. */
const entrances: readonly [string, ReactNode][] = [
  ['/admin/forgot-password', <AskForLink key="recovery" purpose="recovery" />],
  ['/admin/sign-in-link', <AskForLink key="magiclink" purpose="magiclink" />],
  ['/admin/link', <LinkPage key="link" />],
  ['/admin/new-password', <NewPassword key="new" />],
  ['/admin/set-up', <SetUpPage key="set-up" />],
];

/** Waits until it is known who is signed in. */
function Known({ children }: { children: ReactNode }) {
  return useSession().status === 'loading' ? <Waiting /> : children;
}

/** Someone who is signed in should not see the sign-in for a blink. */
function Entrance() {
  return useSession().status === 'loading' ? <Waiting /> : <Login />;
}

function WholePageFailed() {
  return (
    <main className="mx-auto max-w-xl p-6">
      <ScreenFailed />
    </main>
  );
}

function NotFound() {
  const { notFound } = useAdminMessages().shell;
  useTitle(notFound.title);
  return (
    <>
      <h1 className="text-h2">{notFound.heading}</h1>
      <p className="mt-3">
        <Link to="/admin" className="link inline-flex min-h-11 items-center">
          {notFound.back}
        </Link>
      </p>
    </>
  );
}

export function Admin() {
  const screens = useMemo(makeScreens, []);
  const router = useMemo(() => makeRouter(screens), [screens]);
  return (
    <QueryClientProvider client={queryClient}>
      <ScreensProvider value={screens}>
        <RouterProvider router={router} />
        <QuestionDialog />
        <SignInAgain />
        <div className="admin-notices">
          <Notices />
        </div>
      </ScreensProvider>
    </QueryClientProvider>
  );
}
