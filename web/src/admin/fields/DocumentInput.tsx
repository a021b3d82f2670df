// A file that people download, with the means to change it. A chosen file goes up by itself; it becomes part of the item
// only when the item is saved. It is never shown here, only named: opening it is the browser's affair.
import { FileText } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { buckets } from '../../schema.gen';
import type { Editor } from '../edit/editor';
import { useAdminMessages } from '../messages';
import { FileButton } from '../upload/FileButton';
import { useFieldUpload } from '../upload/field-upload';
import { LostUploads } from '../upload/LostUploads';
import { QueuedFile } from '../upload/QueuedFile';
import { inMegabytes, storedSize } from '../upload/send';
import { documentName } from './document-name';
import { FieldName, nameClass } from './FormField';
import type { DocumentField } from './field';

interface Props {
  field: DocumentField;
  editor: Editor;
  value: string;
  changed: boolean;
}

const action =
  'inline-flex min-h-11 items-center rounded-soft text-sm font-semibold underline underline-offset-4';

export function DocumentInput({ field, editor, value, changed }: Props) {
  const id = useId();
  const messages = useAdminMessages().uploads;
  const { extensions, maxBytes } = buckets[field.bucket];
  const size = useSize(value, field.bucket);
  const { queue, item, underWay, choose, place } = useFieldUpload({
    editor,
    name: field.name,
    folder: field.folder,
    bucket: field.bucket,
    messages: {
      uploaded: messages.documentUploaded,
      uploadedHint: messages.uploadedSave,
      failed: messages.uploadFailed,
    },
  });

  const kinds = extensions.map(extension => extension.slice(1).toUpperCase());
  return (
    <fieldset className="min-w-0">
      <legend id={`${id}-label`} className={nameClass}>
        <FieldName label={field.label} changed={changed} />
      </legend>
      <p className="flex min-h-11 items-center gap-2 text-sm">
        <FileText className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
        {value ? (
          <span className="min-w-0 wrap-anywhere">
            <bdi>{documentName(value)}</bdi>
            {size !== undefined && <span className="text-ink-soft"> · {messages.fileSize(size)}</span>}
          </span>
        ) : (
          <span className="text-ink-soft">{messages.noFile}</span>
        )}
      </p>
      <p id={`${id}-help`} className="text-xs text-ink-soft">
        {[field.help, messages.fileHint(kinds, inMegabytes(maxBytes))].filter(Boolean).join(' ')}
      </p>
      <div className="mt-2">
        <LostUploads place={place} className="mb-2" />
        {item && (
          <QueuedFile
            item={item}
            onRetry={() => queue.retry(item.id)}
            onDismiss={() => queue.dismiss(item.id)}
          />
        )}
        {!underWay && (
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            <FileButton
              document
              label={field.label}
              accept={extensions.join(',')}
              describedBy={`${id}-label ${id}-help`}
              onFiles={choose}
            >
              {value ? messages.replaceFile : messages.chooseFile}
            </FileButton>
            {value && (
              <>
                <a href={value} target="_blank" rel="noreferrer" className={`${action} text-emerald`}>
                  {messages.openFile}
                  <span className="sr-only"> {field.label}</span>
                </a>
                <button
                  type="button"
                  className={`${action} text-ink-soft hover:text-danger`}
                  onClick={() => editor.change(field.name, null)}
                >
                  {messages.removeFile}
                  <span className="sr-only"> {field.label}</span>
                </button>
              </>
            )}
          </div>
        )}
      </div>
    </fieldset>
  );
}

/** The size of the stored file, once the server has told it. */
function useSize(url: string, bucket: keyof typeof buckets): number | undefined {
  const [known, setKnown] = useState<{ url: string; size: number }>();
  useEffect(() => {
    if (!url) return;
    let current = true;
    storedSize(url, bucket).then(
      size => current && size !== undefined && setKnown({ url, size }),
      () => undefined, // its size is not worth a word of failure
    );
    return () => {
      current = false;
    };
  }, [url, bucket]);
  return known?.url === url ? known.size : undefined;
}
