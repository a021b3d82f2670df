// The admin's routes: the sign-in, and every declared screen inside the shell.
import { createBrowserRouter, Link, RouterProvider } from 'react-router';
import { Notices } from '../components/Notices';
import { screens } from './screens/list';
import { Login } from './session/Login';
import { useSession } from './session/session';
import { QuestionDialog } from './shell/QuestionDialog';
import { ScreenFrame } from './shell/ScreenFrame';
import { Shell, Waiting } from './shell/Shell';
import { useTitle } from './shell/title';

const router = createBrowserRouter([
  { path: '/admin/login', Component: Entrance },
  {
    path: '/admin',
    Component: Shell,
    children: [
      ...screens.map(screen => ({
        path: screen.path,
        element: <ScreenFrame key={screen.path} screen={screen} />,
      })),
      { path: '*', Component: Nowhere },
    ],
  },
]);

/** Nobody who is signed in should see the sign-in for a blink. */
function Entrance() {
  return useSession().status === 'loading' ? <Waiting /> : <Login />;
}

function Nowhere() {
  useTitle('Not Found');
  return (
    <>
      <h1 className="text-h2">There is no such screen</h1>
      <p className="mt-3">
        <Link to="/admin" className="link">
          Back to the dashboard
        </Link>
      </p>
    </>
  );
}

export function Admin() {
  return (
    <>
      <RouterProvider router={router} />
      <QuestionDialog />
      <div className="admin-notices">
        <Notices />
      </div>
    </>
  );
}
