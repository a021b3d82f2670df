import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import type { GalleryImage } from '../lib/content';
import { galleryPart, galleryPath, loadGalleryPart } from '../lib/gallery';
import { notify } from '../lib/notices';
import { ButtonLink } from '../ui/Button';
import { Spinner } from '../ui/Spinner';
import { Lightbox } from './Lightbox';
import { Picture } from './Picture';

const plainClick = (event: MouseEvent) => !event.metaKey && !event.ctrlKey && !event.shiftKey;

/** One part of the gallery, and below it those that were asked for since. */
export function GalleryGrid({ number, answered }: { number: number; answered: GalleryImage[] }) {
  const [shown, setShown] = useState({ ...galleryPart(number, answered), last: number });
  const [loading, setLoading] = useState(false);
  const [selected, setSelected] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const [arrived, setArrived] = useState<number>();
  const { images, more, last } = shown;

  // Whoever asked for more by keyboard goes on with the first of them; the link they used has moved away or is gone.
  useLayoutEffect(() => {
    if (arrived !== undefined) list.current?.querySelectorAll('a')[arrived]?.focus({ preventScroll: true });
  }, [arrived]);

  /** Puts the next part below; answers whether it came. */
  async function showMore(): Promise<boolean> {
    if (loading) return false;
    setLoading(true);
    try {
      const next = await loadGalleryPart(last + 1);
      // A picture that was added meanwhile has moved the rest by one.
      const fresh = next.images.filter(image => !images.some(known => known.id === image.id));
      setShown({ images: [...images, ...fresh], more: next.more, last: last + 1 });
      return fresh.length > 0;
    } catch (cause) {
      console.error(`Could not load more pictures: ${(cause as Error).message}`);
      notify({
        title: 'More pictures could not be loaded.',
        description: 'Please try again.',
        destructive: true,
      });
      return false;
    } finally {
      setLoading(false);
    }
  }

  async function onMore(event: MouseEvent) {
    if (!plainClick(event)) return;
    event.preventDefault();
    const before = images.length;
    if (await showMore()) setArrived(before);
  }

  async function onSelect(index: number) {
    if (index < images.length || (await showMore())) setSelected(index);
  }

  return (
    <>
      <ul ref={list} className="grid grid-cols-2 gap-2 sm:gap-3 md:grid-cols-3 lg:grid-cols-4">
        {images.map((image, index) => (
          <li key={image.id}>
            <a
              href={image.image_url}
              aria-haspopup="dialog"
              className="group block overflow-hidden rounded-soft"
              onClick={event => {
                if (!plainClick(event)) return;
                event.preventDefault();
                setSelected(index);
              }}
            >
              <Picture
                src={image.image_url}
                alt={image.alt_text || 'Gallery image'}
                shape="wide"
                sizes="(min-width: 66rem) 18rem, (min-width: 48rem) 31vw, 47vw"
                largest={640}
                first={index < 2}
                className="transition-opacity duration-150 group-hover:opacity-85"
              />
            </a>
          </li>
        ))}
      </ul>
      {(more || number > 1) && (
        <div className="mt-10 flex flex-wrap justify-center gap-3">
          {number > 1 && (
            <ButtonLink variant="outline" href={galleryPath(number - 1)}>
              Newer pictures
            </ButtonLink>
          )}
          {more && (
            <ButtonLink
              variant="outline"
              href={galleryPath(last + 1)}
              aria-busy={loading || undefined}
              onClick={onMore}
            >
              {loading && <Spinner label="Loading" small />}
              Show more
            </ButtonLink>
          )}
        </div>
      )}
      {selected !== undefined && (
        <Lightbox
          images={images}
          more={more}
          selected={selected}
          onSelect={onSelect}
          onClose={() => setSelected(undefined)}
        />
      )}
    </>
  );
}
