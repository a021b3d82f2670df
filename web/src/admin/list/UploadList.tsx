import { ImageOff, RotateCw, X } from 'lucide-react';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import type { QueueItem } from '../upload/queue';

interface Props {
  items: readonly QueueItem[];
  onRetry(id: number): void;
  onRetryAll(): void;
  onDismiss(id: number): void;
}

/** The files on their way, and those that failed, each with what to do about it. */
export function UploadList({ items, onRetry, onRetryAll, onDismiss }: Props) {
  const { uploads } = useAdminMessages();
  const shown = items.filter(item => item.state !== 'done');
  if (shown.length === 0) return null;
  const failures = shown.filter(item => item.state === 'failed' && !item.final).length;
  return (
    <div className="mb-5">
      {failures > 1 && (
        <p className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <span className="text-sm font-medium text-danger">{uploads.notUploaded(failures)}</span>
          <Action variant="outline" onClick={onRetryAll}>
            <RotateCw className="size-4" aria-hidden="true" />
            {uploads.retryAll}
          </Action>
        </p>
      )}
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2" aria-label={uploads.list}>
        {shown.map(item => {
          const failed = item.state === 'failed';
          return (
            <li
              key={item.id}
              className={`flex items-center gap-3 rounded-soft border bg-surface p-2 ${failed ? 'border-danger' : 'border-hairline'}`}
            >
              {item.final ? (
                <span className="grid size-16 shrink-0 place-items-center rounded-soft bg-sand text-ink-soft">
                  <ImageOff className="size-6" aria-hidden="true" />
                </span>
              ) : (
                <img
                  src={item.preview}
                  alt=""
                  className="size-16 shrink-0 rounded-soft bg-sand object-cover"
                />
              )}
              <div className="min-w-0 flex-1">
                <p className="truncate text-xs text-ink-soft" dir="auto">
                  {item.name}
                </p>
                {failed ? (
                  <p className="text-xs font-medium text-danger">{item.message}</p>
                ) : (
                  <>
                    <progress
                      className="upload-progress"
                      aria-label={uploads.uploading(item.name)}
                      max={1}
                      value={item.progress}
                    />
                    <p className="mt-0.5 text-xs text-ink-soft">
                      {item.state === 'sending'
                        ? uploads.percent(Math.round((item.progress ?? 0) * 100))
                        : item.state === 'storing'
                          ? uploads.storing
                          : uploads.waiting}
                    </p>
                  </>
                )}
                {failed && !item.final && (
                  <Action
                    variant="outline"
                    className="mt-1"
                    aria-label={uploads.retryFile(item.name)}
                    onClick={() => onRetry(item.id)}
                  >
                    <RotateCw className="size-4" aria-hidden="true" />
                    {uploads.retry}
                  </Action>
                )}
              </div>
              <button
                type="button"
                aria-label={failed ? uploads.dismissFile(item.name) : uploads.cancel(item.name)}
                className="grid size-11 shrink-0 place-items-center self-start rounded-soft text-ink-soft hover:text-danger"
                onClick={() => onDismiss(item.id)}
              >
                <X className="size-5" aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
