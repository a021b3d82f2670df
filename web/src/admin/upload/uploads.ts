// Files on their way, for the parts of a screen that show them: a preview at once, how far each is, and a way to cancel.
import { useCallback, useEffect, useRef, useState } from 'react';
import { makeLimit } from './limit';
import { Cancelled, sendPicture } from './send';

export interface Upload {
  id: number;
  name: string;
  preview: string;
  /** From 0 to 1; undefined while the picture is made ready. */
  share?: number;
  cancel(): void;
}

export type UploadResult = { url: string } | { failed: unknown } | 'cancelled';

let count = 0;
const acquire = makeLimit(3);

export function useUploads(folder: string) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const running = useRef(new Set<Upload>());

  // Leaving the screen was confirmed by then; the files have nowhere to go any more.
  useEffect(() => {
    const current = running.current;
    return () => {
      for (const upload of current) upload.cancel();
    };
  }, []);

  const send = useCallback(
    async (file: File): Promise<UploadResult> => {
      const stop = new AbortController();
      count += 1;
      const id = count;
      const upload = {
        id,
        name: file.name,
        preview: URL.createObjectURL(file),
        cancel: () => stop.abort(),
      };
      running.current.add(upload);
      setUploads(all => [...all, upload]);
      const onProgress = (share: number) =>
        setUploads(all => all.map(one => (one.id === id ? { ...one, share } : one)));
      const release = await acquire();
      try {
        return { url: await sendPicture(folder, file, { signal: stop.signal, onProgress }) };
      } catch (failed) {
        return stop.signal.aborted || failed instanceof Cancelled ? 'cancelled' : { failed };
      } finally {
        release();
        running.current.delete(upload);
        setUploads(all => all.filter(one => one.id !== id));
        URL.revokeObjectURL(upload.preview);
      }
    },
    [folder],
  );

  return { uploads, send };
}
