import { X } from 'lucide-react';
import type { Upload } from './uploads';

/** How far one file is, with a way to stop it. */
export function Progress({ upload }: { upload: Upload }) {
  const percent = Math.round((upload.share ?? 0) * 100);
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <p className="truncate text-xs text-ink-soft">
          {upload.share === undefined ? 'Preparing' : `${percent} %`} · {upload.name}
        </p>
        <progress
          className="upload-progress"
          aria-label={`Uploading ${upload.name}`}
          max={100}
          value={upload.share === undefined ? undefined : percent}
        />
      </div>
      <button
        type="button"
        aria-label={`Cancel uploading ${upload.name}`}
        className="grid size-11 shrink-0 place-items-center rounded-soft text-ink-soft hover:text-danger"
        onClick={upload.cancel}
      >
        <X className="size-5" aria-hidden="true" />
      </button>
    </div>
  );
}
