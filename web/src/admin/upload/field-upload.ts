// The upload of one field: a chosen file goes up by itself and becomes part of the item when the item is saved. What came
// of it is told in a notice; how the field looks meanwhile is its own affair.
import { useEffect } from 'react';
import { notify } from '../../lib/notices';
import type { Editor } from '../edit/editor';
import { type QueueOptions, useUploadQueue } from './queue';

interface FieldUpload extends Pick<QueueOptions, 'folder' | 'bucket'> {
  editor: Editor;
  name: string;
  messages: { uploaded: string; uploadedHint: string; failed: string };
}

export function useFieldUpload({ editor, name, folder, bucket, messages }: FieldUpload) {
  const place = `${editor.name}/${name}`;
  const queue = useUploadQueue({
    folder,
    bucket,
    place,
    store: async url => editor.change(name, url),
    onSettled: ({ failed }) => {
      if (failed.length === 0) notify({ title: messages.uploaded, description: messages.uploadedHint });
      else
        notify({
          title: messages.failed,
          description: failed.map(({ message }) => message).join('\n'),
          destructive: true,
        });
    },
  });
  const item = queue.items.at(-1);
  const underWay = item !== undefined && item.state !== 'failed' && item.state !== 'done';
  useEffect(() => {
    if (!underWay) return;
    editor.uploads(1);
    return () => editor.uploads(-1);
  }, [editor, underWay]);

  function choose([file]: File[]) {
    if (!file) return;
    for (const before of queue.items) queue.dismiss(before.id);
    queue.add([file]);
  }

  return { queue, item, underWay, choose, place };
}
