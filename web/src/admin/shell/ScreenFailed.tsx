// In place of a screen that broke. After an upgrade the parts of the old version are gone from the server: then the page
// reloads once by itself, and the drafts, which are kept by the browser, are there again.
import { useEffect, useState } from 'react';
import { Link, useRouteError } from 'react-router';
import { Spinner } from '../../ui/Spinner';
import { useAdminMessages } from '../messages';
import { Action } from './Action';
import { isLostPart, reloadOnce } from './lost-part';
import { useTitle } from './title';

export function ScreenFailed() {
  const { failed } = useAdminMessages().shell;
  const error = useRouteError();
  const lost = isLostPart(error);
  const [waiting, setWaiting] = useState(lost);
  useTitle(failed.title);

  useEffect(() => {
    if (!lost) return console.error(error);
    reloadOnce().then(reloading => setWaiting(reloading));
  }, [lost, error]);

  if (waiting)
    return (
      <div className="grid min-h-48 place-items-center text-emerald">
        <Spinner />
      </div>
    );
  return (
    <div role="alert">
      <h1 className="text-h2">{failed.heading}</h1>
      <p className="mt-3 max-w-xl text-ink-soft">{lost ? failed.lostPart : failed.text}</p>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Action variant="primary" onClick={() => location.reload()}>
          {failed.again}
        </Action>
        <Link to="/admin" className="link inline-flex min-h-11 items-center">
          {failed.back}
        </Link>
      </div>
    </div>
  );
}
