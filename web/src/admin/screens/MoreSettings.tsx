// Below the settings: the way to those that have a screen of their own.
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { useAdminMessages } from '../messages';

const screens = [
  { name: 'accounts', path: '/admin/accounts' },
  { name: 'features', path: '/admin/features' },
  { name: 'mail', path: '/admin/mail' },
] as const;

export function MoreSettings() {
  const texts = useAdminMessages().shell.screens;
  return (
    <nav aria-label={texts.settings.more}>
      <ul className="divide-y divide-hairline rounded-soft border border-hairline bg-surface">
        {screens.map(({ name, path }) => (
          <li key={path}>
            <Link to={path} className="flex min-h-14 items-center gap-3 px-4 py-3 hover:bg-cream">
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{texts[name].label}</span>
                <span className="block text-sm text-ink-soft">{texts[name].about}</span>
              </span>
              <ArrowRight className="size-4 shrink-0 text-ink-soft rtl:rotate-180" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
