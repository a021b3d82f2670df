import { ExternalLink } from 'lucide-react';
import { useAdminMessages } from '../messages';
import type { Screen } from './screen';
import { useTitle } from './title';

/** Title, one line of orientation, and the way to the public page. */
export function ScreenFrame({ screen }: { screen: Screen }) {
  const { shell } = useAdminMessages();
  useTitle(screen.title);
  return (
    <>
      <div className="mb-7 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="max-w-xl">
          <h1 className="text-h2">{screen.title}</h1>
          {screen.about && <p className="mt-1.5 text-sm text-ink-soft">{screen.about}</p>}
        </div>
        <a
          href={screen.publicPath}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-11 items-center gap-1.5 text-sm"
        >
          {shell.viewPublicPage}
          <ExternalLink className="size-4" aria-hidden="true" />
          <span className="sr-only">{shell.opensInNewTab}</span>
        </a>
      </div>
      {screen.view}
    </>
  );
}
