import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { notify } from '../../lib/notices';
import { inWords } from '../api/words';
import { volunteers } from '../resources/volunteers';
import { Action } from '../shell/Action';
import { download, exportCsv } from './export';

/** Makes the file in the browser; with many rows it shows how far it is and can be stopped. */
export function ExportButton({ total }: { total: number }) {
  const [done, setDone] = useState<number>();
  const stop = useRef<AbortController>(undefined);

  async function run() {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setDone(0);
    try {
      const columns = [...volunteers.exported, ...volunteers.columns];
      download(await exportCsv(volunteers.table, columns, { signal, onProgress: setDone }), volunteers.file);
    } catch (error) {
      if (!signal.aborted)
        notify({ title: volunteers.words.cannotExport, description: inWords(error), destructive: true });
    }
    setDone(undefined);
  }

  if (done === undefined)
    return (
      <Action look="primary" disabled={total === 0} data-export onClick={run}>
        <Download className="size-4" aria-hidden="true" />
        Export to CSV
      </Action>
    );
  return (
    <div className="flex items-center gap-3">
      <div className="w-44">
        <p className="text-xs text-ink-soft">
          {done.toLocaleString('en')} of {total.toLocaleString('en')}
        </p>
        <progress className="upload-progress" aria-label="Exporting volunteers" max={total} value={done} />
      </div>
      <Action look="outline" onClick={() => stop.current?.abort()}>
        Cancel
      </Action>
    </div>
  );
}
