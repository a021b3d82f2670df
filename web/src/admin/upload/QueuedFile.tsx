// One file of a queue: how far it is, with a way to stop it; or why it failed, with a way to try again.
import { RotateCcw, X } from 'lucide-react';
import { useAdminMessages } from '../messages';
import type { QueueItem } from './queue';

const small = 'grid size-11 shrink-0 place-items-center rounded-soft text-ink-soft hover:text-danger';

interface QueuedProps {
  item: QueueItem;
  onRetry(): void;
  onDismiss(): void;
}

export function QueuedFile({ item, onRetry, onDismiss }: QueuedProps) {
  const messages = useAdminMessages().uploads;
  const { name, state, progress, message, final } = item;
  if (state !== 'failed') {
    const status = {
      waiting: messages.waiting,
      sending: progress === undefined ? messages.preparing : undefined,
      storing: messages.storing,
      done: messages.done,
    }[state];
    return <Bar name={name} progress={progress} status={status} onStop={onDismiss} />;
  }
  return (
    <div role="alert" className="flex items-start gap-1">
      <p className="min-w-0 flex-1 py-2 text-xs wrap-anywhere">
        <span className="block font-semibold text-danger">{messages.failed(name)}</span>
        {message}
      </p>
      {!final && (
        <button
          type="button"
          aria-label={messages.retryFile(name)}
          className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-soft px-2 text-sm font-semibold text-emerald hover:bg-emerald-tint"
          onClick={onRetry}
        >
          <RotateCcw className="size-4" aria-hidden="true" />
          {messages.retry}
        </button>
      )}
      <button type="button" aria-label={messages.dismissFile(name)} className={small} onClick={onDismiss}>
        <X className="size-5" aria-hidden="true" />
      </button>
    </div>
  );
}

interface BarProps {
  name: string;
  progress: number | undefined;
  /** Instead of the percentage. */
  status: string | undefined;
  onStop(): void;
}

function Bar({ name, progress, status, onStop }: BarProps) {
  const messages = useAdminMessages().uploads;
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <p className="truncate text-xs text-ink-soft">
          {status ?? messages.percent(percent)} · <bdi>{name}</bdi>
        </p>
        <progress
          className="upload-progress"
          aria-label={messages.uploading(name)}
          max={100}
          value={progress === undefined ? undefined : percent}
        />
      </div>
      <button type="button" aria-label={messages.cancel(name)} className={small} onClick={onStop}>
        <X className="size-5" aria-hidden="true" />
      </button>
    </div>
  );
}
