// A quiet mark while others' changes do not come by themselves. A short interruption is not worth a word.
import { CloudOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { notify } from '../../lib/notices';
import { cn } from '../../ui/cn';
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

/** Touching it says what it means. */
export function LostMark({ className }: { className?: string }) {
  const { live } = useAdminMessages();
  const lost = useLost();
  return (
    <span role="status" className={cn('empty:hidden', className)}>
      {lost && (
        <button
          type="button"
          data-not-live
          className="flex min-h-11 items-center gap-2 rounded-soft px-3 text-xs font-semibold hover:underline"
          onClick={() => notify({ title: live.lostTitle, description: live.lostText })}
        >
          <CloudOff className="size-4" aria-hidden="true" />
          {live.lost}
        </button>
      )}
    </span>
  );
}
