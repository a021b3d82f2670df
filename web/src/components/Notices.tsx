// Draws the current notice. The two live regions are in the page from the start, or screen readers would miss the first.
import { X } from 'lucide-react';
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { dismiss, type Notice, noticeDuration, swipeThreshold, useNotice } from '../lib/notices';
import { useUiMessages } from '../messages/ui';
import { cn } from '../ui/cn';

export function Notices() {
  const notice = useNotice();
  const card = notice && <NoticeCard key={notice.id} notice={notice} />;
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-50 sm:start-auto sm:w-96">
      <div role="status" aria-live="polite">
        {!notice?.destructive && card}
      </div>
      <div role="alert">{notice?.destructive && card}</div>
    </div>
  );
}

function NoticeCard({ notice }: { notice: Notice }) {
  const messages = useUiMessages();
  const close = useCallback(() => dismiss(notice.id), [notice.id]);
  const clock = useClock(close);
  const swipe = useSwipe(close);
  const cameFrom = useRef<Element | null>(null);
  const goBack = () => {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is an extra; the button does the same
    <div
      data-notice
      className={cn(
        'notice pointer-events-auto flex touch-pan-y items-start gap-3 rounded-soft border bg-surface py-3 pe-2 ps-5 shadow-lift',
        notice.destructive ? 'border-danger text-danger' : 'border-hairline text-ink',
      )}
      onMouseEnter={clock.pause}
      onMouseLeave={clock.resume}
      onFocus={event => {
        cameFrom.current ??= event.relatedTarget;
        clock.pause();
      }}
      onBlur={clock.resume}
      {...swipe}
    >
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-semibold">{notice.title}</p>
        {notice.description && (
          <p dir="auto" className="mt-0.5 text-sm text-ink-soft">
            {notice.description}
          </p>
        )}
      </div>
      {notice.action && (
        <button
          type="button"
          className="min-h-11 shrink-0 rounded-soft px-3 font-semibold text-emerald hover:underline"
          onClick={() => {
            close();
            goBack();
            notice.action?.onAction();
          }}
        >
          {notice.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={messages.closeNotice}
        className="grid size-11 shrink-0 place-items-center rounded-soft text-ink-soft hover:text-ink"
        onClick={() => {
          close();
          goBack();
        }}
      >
        <X className="size-5" aria-hidden="true" />
      </button>
    </div>
  );
}

/** Counts the notice's time down, and stands still while someone is on it. */
function useClock(end: () => void) {
  const [paused, setPaused] = useState(false);
  const left = useRef(noticeDuration);
  useEffect(() => {
    if (paused) return;
    const started = Date.now();
    const timer = setTimeout(end, left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(left.current - (Date.now() - started), 1000);
    };
  }, [paused, end]);
  return { pause: () => setPaused(true), resume: () => setPaused(false) };
}

function useSwipe(end: () => void) {
  const start = useRef<number | undefined>(undefined);
  const move = (event: PointerEvent<HTMLDivElement>, by: number) => {
    event.currentTarget.style.transform = by ? `translateX(${by}px)` : '';
  };
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if ((event.target as Element).closest('button')) return;
      start.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (start.current !== undefined) move(event, event.clientX - start.current);
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      if (start.current === undefined) return;
      if (Math.abs(event.clientX - start.current) > swipeThreshold) end();
      else move(event, 0);
      start.current = undefined;
    },
    onPointerCancel(event: PointerEvent<HTMLDivElement>) {
      start.current = undefined;
      move(event, 0);
    },
  };
}
