import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { readSiteStatus } from '../api/site-status';
import { useAdminMessages } from '../messages';

/** The version that runs, and what the person who runs it should know. Nothing where the server does not tell. */
export function ServerStatus() {
  const { dashboard } = useAdminMessages();
  const { data } = useQuery({ queryKey: ['site_status'], queryFn: readSiteStatus });
  if (!data) return null;
  const warnings = [
    !data.public_url_set && dashboard.noPublicAddress,
    data.undeclared_proxy && dashboard.undeclaredProxy,
  ].filter(text => text !== false);
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
