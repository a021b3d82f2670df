// One picture over the page, as large as the screen allows. A native modal: Escape closes it, and the focus returns.
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Notices } from '../../components/Notices';
import { useBackToClose } from '../../lib/back';
import { rendition, renditions } from '../../lib/picture';
import { Spinner } from '../../ui/Spinner';
import { messages } from './messages';
import type { GalleryImage } from './parts';

interface Props {
  images: GalleryImage[];
  /** Others follow that are not here yet: the one after the last may be asked for. */
  more: boolean;
  selected: number;
  onSelect(index: number): void;
  onClose(): void;
}

const control =
  'grid size-12 place-items-center rounded-soft bg-ink/80 text-cream transition-colors duration-150 hover:bg-ink disabled:opacity-30';

export function Lightbox({ images, more, selected, onSelect, onClose }: Props) {
  const texts = messages.use();
  const dialog = useRef<HTMLDialogElement>(null);
  const image = images[selected];
  /** The picture that is there: on a slow connection the next one takes a while. */
  const [arrived, setArrived] = useState<string>();

  useEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  useBackToClose(true, onClose);

  if (!image) return null;
  const move = (by: number) => {
    if (images[selected + by] || (by > 0 && more)) onSelect(selected + by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') move(event.key === forward ? 1 : -1);
  };
  // Everything that is neither the picture, a control nor a notice is outside.
  const onClick = (event: MouseEvent) => {
    if (!(event.target as Element).closest('img, button, [data-notice]')) onClose();
  };

  return (
    <dialog
      ref={dialog}
      aria-label={texts.enlarged}
      className="lightbox on-ink m-0 h-dvh max-h-none w-screen max-w-none bg-transparent p-0 text-cream"
      onClose={onClose}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <div className="relative grid h-full place-items-center p-4 pb-32 sm:p-16 sm:pb-28">
        {arrived !== image.id && (
          <span className="absolute">
            <Spinner />
          </span>
        )}
        <img
          key={image.id}
          src={rendition(image.image_url, 1280)}
          srcSet={renditions(image.image_url, 1920)}
          sizes="100vw"
          dir="auto"
          alt={image.alt_text || texts.picture}
          onLoad={() => setArrived(image.id)}
          onError={() => setArrived(image.id)}
          className="max-h-full min-h-0 max-w-full rounded-soft object-contain"
        />
      </div>
      <button
        type="button"
        aria-label={texts.close}
        className={`${control} absolute top-3 end-3`}
        onClick={onClose}
      >
        <X aria-hidden="true" />
      </button>
      {image.alt_text && image.alt_text !== texts.picture && (
        <p
          dir="auto"
          className="absolute inset-x-4 bottom-18 line-clamp-2 text-center text-sm"
          aria-hidden="true"
        >
          {image.alt_text}
        </p>
      )}
      <div className="absolute inset-x-0 bottom-4 flex items-center justify-center gap-4">
        <button
          type="button"
          aria-label={texts.previous}
          className={control}
          disabled={selected === 0}
          onClick={() => move(-1)}
        >
          <ChevronLeft className="rtl:rotate-180" aria-hidden="true" />
        </button>
        <p className="min-w-20 text-center text-sm" aria-live="polite">
          {texts.position(selected + 1, more ? undefined : images.length)}
        </p>
        <button
          type="button"
          aria-label={texts.next}
          className={control}
          disabled={selected === images.length - 1 && !more}
          onClick={() => move(1)}
        >
          <ChevronRight className="rtl:rotate-180" aria-hidden="true" />
        </button>
      </div>
      <Notices />
    </dialog>
  );
}
