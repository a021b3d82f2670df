// The foundation's logo and name. A wide logo usually holds the name already: where there is no room for both, the name
// gives way (it wraps to a second line that is cut off).
import { rendition } from '../lib/picture';
import { siteName } from '../lib/site-name';
import { useMessages } from '../messages/language';
import type { Documents } from '../schema.gen';
import { cn } from '../ui/cn';
import { Star } from './Star';

interface Props {
  settings: Documents['general_settings'];
  onInk?: boolean;
}

export function Brand({ settings, onInk }: Props) {
  const messages = useMessages();
  return (
    <span
      className={cn('flex min-w-0 flex-wrap items-center gap-x-3 gap-y-4', !onInk && 'h-13 overflow-hidden')}
    >
      <Logo settings={settings} onInk={onInk} />
      <span
        dir="auto"
        className="line-clamp-3 max-w-[15rem] min-w-20 flex-1 font-display text-[0.9375rem] leading-[1.1] font-medium sm:min-w-40 sm:text-[1.125rem] sm:leading-[1.15]"
      >
        {siteName(settings, messages)}
      </span>
    </span>
  );
}

function Logo({ settings, onInk }: Props) {
  if (!settings.logo_url) return <Star className="size-9 shrink-0" />;
  return (
    <img
      src={rendition(settings.logo_url, 320)}
      alt=""
      width="48"
      height="48"
      className={cn(
        'h-11 w-auto shrink-0 object-contain sm:h-12 sm:max-w-52',
        onInk ? 'max-w-52 rounded-soft bg-cream p-1' : 'my-1 max-w-36 sm:my-0.5',
      )}
      data-logo
    />
  );
}
