// A stored picture, cropped as the site crops it, with the means to change it. A chosen file shows at once and goes up by
// itself; it becomes part of the item only when the item is saved.
import { type SyntheticEvent, useId, useState } from 'react';
import { Star } from '../../components/Star';
import { buckets } from '../../schema.gen';
import { cn } from '../../ui/cn';
import type { Editor } from '../edit/editor';
import { useAdminMessages } from '../messages';
import { previewOf } from '../shell/local-previews';
import { StoredPicture } from '../shell/StoredPicture';
import { FileButton } from '../upload/FileButton';
import { useFieldUpload } from '../upload/field-upload';
import { LostUploads } from '../upload/LostUploads';
import { QueuedFile } from '../upload/QueuedFile';
import { type Crop, cropOf, isTooSmall, minHeight } from './crops';
import { FieldName, nameClass, Warning } from './FormField';
import type { PictureField } from './field';

const frames: Record<Crop['frame'], { box: string; fit: string }> = {
  // The public page keeps this part of a hero in sight.
  video: { box: 'aspect-video w-full max-w-md rounded-soft', fit: 'object-cover object-[78%_50%]' },
  wide: { box: 'aspect-[4/3] w-full max-w-sm rounded-soft', fit: 'object-cover' },
  square: { box: 'aspect-square w-full max-w-64 rounded-soft', fit: 'object-cover' },
  portrait: { box: 'aspect-[4/5] w-full max-w-56 rounded-soft', fit: 'object-cover' },
  circle: { box: 'size-28 rounded-full', fit: 'object-cover' },
  logo: { box: 'h-24 w-full max-w-56 rounded-soft', fit: 'object-contain p-2' },
  icon: { box: 'size-24 rounded-soft', fit: 'object-contain p-2' },
};

interface Props {
  field: PictureField;
  editor: Editor;
  value: string;
  changed: boolean;
}

export function PictureInput({ field, editor, value, changed }: Props) {
  const id = useId();
  const messages = useAdminMessages();
  const crop = cropOf(field.folder);
  const frame = frames[crop.frame];
  const [size, setSize] = useState<{ of: string; src: string; width: number; height: number }>();
  const said = field.messages ?? {
    failed: messages.uploads.uploadFailed,
    uploaded: messages.uploads.uploadedSave,
  };

  const { queue, item, underWay, choose, place } = useFieldUpload({
    editor,
    name: field.name,
    folder: field.folder,
    messages: { uploaded: messages.uploads.uploaded, uploadedHint: said.uploaded, failed: said.failed },
  });

  const shown = item && item.state !== 'failed' ? item.preview : value;
  const isDrawing = /\.(svg|ico)$/i.test((value ?? '').split(/[?#]/)[0] ?? '');
  // A resized picture that fills the width it was asked for says nothing about how large the original is.
  const isOriginal = size && (size.src.startsWith('blob:') || size.width < previewWidth(crop));
  const tooSmall =
    isOriginal &&
    (size.of === shown || size.of === previewOf(shown)) &&
    !isDrawing &&
    !underWay &&
    isTooSmall(crop, size.width, size.height)
      ? messages.fields.fewPixels(size.width, size.height)
      : undefined;

  return (
    <fieldset className="min-w-0">
      <legend id={`${id}-label`} className={nameClass}>
        <FieldName label={field.label} changed={changed} />
      </legend>
      <div className={cn('overflow-hidden border border-hairline bg-sand', frame.box)}>
        {shown ? (
          <StoredPicture
            url={shown}
            width={previewWidth(crop)}
            alt={messages.fields.currentPicture(field.label)}
            className={cn('size-full', frame.fit, underWay && 'opacity-70')}
            onLoad={({ currentTarget }: SyntheticEvent<HTMLImageElement>) =>
              setSize({
                of: shown,
                src: currentTarget.src,
                width: currentTarget.naturalWidth,
                height: currentTarget.naturalHeight,
              })
            }
          />
        ) : (
          <div className="girih grid size-full place-items-center bg-emerald-tint text-emerald">
            <Star className="size-8 opacity-40" />
            <span className="sr-only">{messages.fields.noPicture}</span>
          </div>
        )}
      </div>
      <p id={`${id}-help`} className="mt-1 text-xs text-ink-soft">
        {[field.help, hint(crop, messages.fields)].filter(Boolean).join(' ')}
      </p>
      <Warning id={id} text={tooSmall} />
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
              label={field.label}
              accept={crop.accept}
              describedBy={`${id}-label ${id}-help`}
              onFiles={choose}
            >
              {value ? messages.uploads.change : messages.uploads.choose}
            </FileButton>
            {value && (
              <button
                type="button"
                className="min-h-11 rounded-soft text-sm font-semibold text-ink-soft underline underline-offset-4 hover:text-danger"
                onClick={() => editor.change(field.name, null)}
              >
                {messages.fields.remove}
                <span className="sr-only"> {field.label}</span>
              </button>
            )}
          </div>
        )}
      </div>
    </fieldset>
  );
}

/** The smallest of the server's widths that still tells whether there are enough pixels. */
function previewWidth({ minWidth }: Crop): number {
  return buckets.website_images.widths.find(width => width >= minWidth) ?? 1280;
}

function hint(crop: Crop, messages: ReturnType<typeof useAdminMessages>['fields']): string {
  if (crop.frame === 'circle') return messages.round(crop.minWidth);
  if (!crop.ratio) return messages.whole(crop.minWidth);
  return messages.crop(crop.ratio.join(':'), crop.minWidth, minHeight(crop));
}
