// The foundation's logo and name: in the header while settings load a spinner, and a plain mark when they failed.
import type { GeneralSettings } from '../lib/content';
import { rendition } from '../lib/picture';
import { cn } from '../ui/cn';
import { Star } from './Star';

export function Brand({ settings, onInk }: { settings: Partial<GeneralSettings>; onInk?: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Logo settings={settings} onInk={onInk} />
      <span className="line-clamp-3 max-w-[15rem] font-display text-[0.9375rem] leading-[1.1] font-medium sm:text-[1.125rem] sm:leading-[1.15]">
        {settings.site_name || 'Home'}
      </span>
    </span>
  );
}

function Logo({ settings, onInk }: { settings: Partial<GeneralSettings>; onInk?: boolean }) {
  if (!settings.logo_url) return <Star className="size-9 shrink-0" />;
  return (
    <img
      src={rendition(settings.logo_url, 160)}
      alt=""
      width="48"
      height="48"
      className={cn('size-11 shrink-0 object-contain sm:size-12', onInk && 'rounded-soft bg-cream p-1')}
      data-logo
    />
  );
}
