// A stored picture with the means to change it. A chosen file shows at once and goes up by itself; it becomes part of
// the item only when the item is saved.
import { useId } from 'react';
import { Star } from '../../components/Star';
import { notify } from '../../lib/notices';
import { rendition } from '../../lib/picture';
import { classes } from '../../ui/classes';
import { inWords } from '../api/words';
import type { Editor } from '../edit/editor';
import { FileButton } from '../upload/FileButton';
import { Progress } from '../upload/Progress';
import { useUploads } from '../upload/uploads';
import type { PictureField } from './field';

const shapes = {
  wide: { box: 'aspect-[4/3] max-w-sm', fit: 'object-cover', width: 640 },
  square: { box: 'aspect-square max-w-56', fit: 'object-cover', width: 320 },
  mark: { box: 'size-24', fit: 'object-contain p-2', width: 160 },
};

interface Props {
  field: PictureField;
  editor: Editor;
  value: string;
  changed: boolean;
}

export function PictureInput({ field, editor, value, changed }: Props) {
  const id = useId();
  const { uploads, send } = useUploads(field.folder);
  const shape = shapes[field.shape];
  const upload = uploads.at(-1);
  const shown = upload?.preview ?? (value ? rendition(value, shape.width) : '');

  async function onFiles([file]: File[]) {
    if (!file) return;
    editor.uploads(1);
    const result = await send(file);
    editor.uploads(-1);
    if (result === 'cancelled') return;
    if ('failed' in result) {
      notify({ title: field.words.failed, description: inWords(result.failed), destructive: true });
      return;
    }
    editor.change(field.name, result.url);
    notify({ title: 'Image uploaded!', description: field.words.uploaded });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out beside its legend in all browsers
    <div role="group" aria-labelledby={`${id}-label`} className="min-w-0">
      <p id={`${id}-label`} className="mb-1 flex items-baseline gap-2 text-sm font-semibold">
        <span className="block first-letter:uppercase">{field.label}</span>
        {changed && <span aria-hidden="true" className="size-1.5 self-center rounded-full bg-emerald" />}
      </p>
      <div className={classes('overflow-hidden rounded-soft border border-hairline bg-sand', shape.box)}>
        {shown ? (
          <img
            src={shown}
            alt={`Current: ${field.label}`}
            loading="lazy"
            className={classes('size-full', shape.fit, upload && 'opacity-70')}
          />
        ) : (
          <div className="girih grid size-full place-items-center bg-emerald-tint text-emerald">
            <Star className="size-8 opacity-40" />
            <span className="sr-only">No picture yet</span>
          </div>
        )}
      </div>
      {field.help && (
        <p id={`${id}-help`} className="mt-1 text-xs text-ink-soft">
          {field.help}
        </p>
      )}
      <div className="mt-2">
        {upload ? (
          <Progress upload={upload} />
        ) : (
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            <FileButton accept={field.accept} describedBy={`${id}-label`} onFiles={onFiles}>
              {value ? 'Change picture' : 'Choose picture'}
            </FileButton>
            {value && (
              <button
                type="button"
                className="min-h-11 rounded-soft text-sm font-semibold text-ink-soft underline underline-offset-4 hover:text-danger"
                onClick={() => editor.change(field.name, null)}
              >
                Remove<span className="sr-only"> {field.label}</span>
              </button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
