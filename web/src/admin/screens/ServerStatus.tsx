import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { readSiteStatus } from '../api/site-status';
import { useAdminMessages } from '../messages';
import { messagesOf } from '../resources/resource';

/** The version that runs, and what the person who runs it should know. Nothing where the server does not tell. */
export function ServerStatus() {
  const { dashboard } = useAdminMessages();
  const { data } = useQuery({ queryKey: ['site_status'], queryFn: readSiteStatus });
  if (!data) return null;
  const warnings = [
    !data.public_url_set && dashboard.noPublicAddress,
    data.undeclared_proxy && dashboard.undeclaredProxy,
    data.forms_open === false && dashboard.formsClosed,
    data.disk?.low && data.forms_open && dashboard.lowDisk(Math.floor(data.disk.free / 2 ** 20)),
    ...(data.forms ?? []).map(
      ({ table, today, limit }) =>
        today >= limit * 0.8 && dashboard.manyEntries(messagesOf({ table }).title, today, limit),
    ),
  ].filter(text => typeof text === 'string');
  return (
    <>
      {warnings.map(text => (
        <p key={text} className="flex gap-3 rounded-soft border border-hairline bg-surface p-4 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
          <span className="min-w-0">{text}</span>
        </p>
      ))}
      <p className="text-xs text-ink-soft">{dashboard.version(data.version)}</p>
    </>
  );
}
