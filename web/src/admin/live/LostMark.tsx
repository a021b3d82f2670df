// A quiet mark while others' changes do not come by themselves. A short interruption is not worth a word.
import { CloudOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { notify } from '../../lib/notices';
import { useAdminMessages } from '../messages';
import { isLive, watchLive } from './connection';

const grace = 6_000;

function useLost(): boolean {
  const live = useSyncExternalStore(watchLive, isLive);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (live) return setLost(false);
    const timer = setTimeout(() => setLost(true), grace);
    return () => clearTimeout(timer);
  }, [live]);
  return lost && !live;
}

/** In the column beside the page, where there is room for a sentence. */
export function LostLine() {
  const { live } = useAdminMessages();
  const lost = useLost();
  return (
    <p role="status" className="px-3 pb-3 text-xs text-mist empty:hidden">
      {lost && (
        <span data-not-live className="flex items-start gap-2">
          <CloudOff className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>
            <strong className="block font-semibold text-cream">{live.lost}</strong>
            {live.lostMeans}
          </span>
        </span>
      )}
    </p>
  );
}

/** In the bar of a phone: touching it says what it means. */
export function LostButton() {
  const { live } = useAdminMessages();
  if (!useLost()) return null;
  return (
    <button
      type="button"
      data-not-live
      className="ms-auto inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-soft px-2 text-xs font-semibold text-ink-soft hover:bg-sand"
      onClick={() => notify({ title: live.lostTitle, description: live.lostText })}
    >
      <CloudOff className="size-4" aria-hidden="true" />
      {live.lost}
    </button>
  );
}
