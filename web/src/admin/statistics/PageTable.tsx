// The pages that were seen most, by their names, each with a bar beside the most seen.
import { useId, useState } from 'react';
import type { SeenPage } from '../api/statistics';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { namesOf, pageName } from './page-name';

const atFirst = 10;

export function PageTable({ pages }: { pages: readonly SeenPage[] }) {
  const { statistics } = useAdminMessages();
  const id = useId();
  const [all, setAll] = useState(false);
  const names = namesOf();
  const most = Math.max(1, ...pages.map(({ views }) => views));
  const shown = all ? pages : pages.slice(0, atFirst);

  return (
    <section aria-labelledby={id} className="rounded-soft border border-hairline bg-surface p-4 sm:p-6">
      <h2 id={id} className="text-h4">
        {statistics.pages}
      </h2>
      {pages.length === 0 && <p className="mt-3 text-ink-soft">{statistics.noPages}</p>}
      {pages.length > 0 && (
        <table className="mt-3 w-full text-sm tabular-nums">
          <thead>
            <tr className="border-b border-hairline">
              <th scope="col" className="py-2 text-start font-semibold">
                {statistics.page}
              </th>
              <th scope="col" className="py-2 ps-4 text-end font-semibold">
                {statistics.measures.views}
              </th>
              <th scope="col" className="py-2 ps-4 text-end font-semibold sm:whitespace-nowrap">
                {statistics.measures.link_previews}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ path, views, link_previews }) => (
              <tr key={path} data-page={path} className="border-b border-hairline last:border-0">
                <th scope="row" className="w-full py-2 text-start font-normal wrap-anywhere">
                  <PageLink path={path} name={pageName(path, names, statistics)} />
                  <svg
                    viewBox="0 0 100 1"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                    className="h-1.5 w-full"
                  >
                    <rect width={(100 * views) / most} height={1} className="fill-emerald" />
                  </svg>
                </th>
                <td className="py-2 ps-4 text-end align-top leading-11">{statistics.number(views)}</td>
                <td className="py-2 ps-4 text-end align-top leading-11">
                  {statistics.number(link_previews)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!all && pages.length > atFirst && (
        <Action variant="outline" className="mt-4" onClick={() => setAll(true)}>
          {statistics.showAll(pages.length)}
        </Action>
      )}
    </section>
  );
}

function PageLink({ path, name }: { path: string; name: string }) {
  const { shell } = useAdminMessages();
  if (!path.startsWith('/')) return <span className="inline-flex min-h-11 items-center">{name}</span>;
  return (
    <a href={path} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
      <span dir="auto">{name}</span>
      <span className="sr-only">{shell.opensInNewTab}</span>
    </a>
  );
}
