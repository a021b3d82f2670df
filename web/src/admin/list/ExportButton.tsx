import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { notify } from '../../lib/notices';
import { errorMessage } from '../api/errors';
import { useAdminMessages } from '../messages';
import { Action } from '../shell/Action';
import { download, type Exported, type Exporting } from './export';

interface Props {
  /** What is exported: 'volunteers'. */
  many: string;
  file: string;
  failed: string;
  /** How many there are, where that is known. */
  total?: number;
  /** There is nothing to export. */
  empty: boolean;
  variant?: 'primary' | 'outline';
  run(exporting: Exporting): Promise<Exported>;
}

/** Makes the file in the browser; with many rows it shows how far it is and can be stopped. */
export function ExportButton({ many, file, failed, total, empty, variant = 'primary', run }: Props) {
  const { export: texts } = useAdminMessages().lists;
  const [done, setDone] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const running = done !== undefined;

  async function make() {
    if (running) return;
    stop.current = new AbortController();
    const { signal } = stop.current;
    setDone(0);
    try {
      const made = await run({ signal, onProgress: setDone });
      download(made.file, file);
      notify({ title: texts.done(made.rows) });
    } catch (error) {
      if (!signal.aborted) notify({ title: failed, description: errorMessage(error), destructive: true });
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
            <p className="text-xs text-ink-soft">
              {total === undefined ? texts.progressSoFar(done) : texts.progress(done, total)}
            </p>
            <progress
              className="upload-progress"
              aria-label={texts.exporting(many)}
              max={total}
              value={total === undefined ? undefined : done}
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
        variant={variant}
        disabled={empty}
        aria-disabled={running || undefined}
        className={running ? 'cursor-progress opacity-60' : undefined}
        data-export
        onClick={make}
      >
        <Download className="size-4" aria-hidden="true" />
        {texts.button}
      </Action>
    </div>
  );
}
