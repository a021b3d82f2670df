import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { useAdminMessages } from '../messages';
import { type FollowUp, messagesOf, type ReadOnlyList } from '../resources/resource';
import { Action } from '../shell/Action';
import { exportColumns } from './columns';
import { download, exportCsv } from './export';

interface Props {
  resource: ReadOnlyList;
  followUp?: FollowUp;
  total: number;
}

/** Makes the file in the browser; with many rows it shows how far it is and can be stopped. */
export function ExportButton({ resource, followUp, total }: Props) {
  const { export: texts } = useAdminMessages().lists;
  const messages = messagesOf(resource);
  const [done, setDone] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const running = done !== undefined;

  async function run() {
    if (running) return;
    stop.current = new AbortController();
    const { signal } = stop.current;
    setDone(0);
    try {
      const columns = exportColumns(resource, followUp);
      const { file, rows } = await exportCsv(resource.table, columns, { signal, onProgress: setDone });
      download(file, resource.file);
      notify({ title: texts.done(rows) });
    } catch (error) {
      if (!signal.aborted)
        notify({ title: messages.cannotExport, description: errorMessage(error), destructive: true });
    }
    setDone(undefined);
    // "Cancel" is about to go, and focus must not go with it.
    if (document.activeElement?.closest('[data-exporting]')) button.current?.focus();
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      {running && (
        <div className="flex items-center gap-3" data-exporting>
          <div className="w-36">
            <p className="text-xs text-ink-soft">{texts.progress(done, total)}</p>
            <progress
              className="upload-progress"
              aria-label={texts.exporting(messages.many)}
              max={total}
              value={done}
            />
          </div>
          <Action variant="outline" onClick={() => stop.current?.abort()}>
            {texts.cancel}
          </Action>
        </div>
      )}
      {/* Not disabled while it works: a disabled button would lose focus. */}
      <Action
        ref={button}
        variant="primary"
        disabled={total === 0}
        aria-disabled={running || undefined}
        className={running ? 'cursor-progress opacity-60' : undefined}
        data-export
        onClick={run}
      >
        <Download className="size-4" aria-hidden="true" />
        {texts.button}
      </Action>
    </div>
  );
}
