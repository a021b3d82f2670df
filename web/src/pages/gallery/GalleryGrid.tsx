import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { Picture } from '../../components/Picture';
import { notify } from '../../lib/notices';
import { unmarked } from '../../lib/picture';
import { ButtonLink } from '../../ui/Button';
import { cn } from '../../ui/cn';
import { Spinner } from '../../ui/Spinner';
import { Lightbox } from './Lightbox';
import { messages } from './messages';
import { type GalleryImage, galleryPath } from './parts';
import { useShownParts } from './useShownParts';

/** Fewer than four share the only row; a single one is cut to a band, or it would be as high as the screen. */
function columnsOf(count: number): string {
  if (count === 1) return 'md:grid-cols-1 md:[&_img]:aspect-[5/2]';
  return { 2: 'md:grid-cols-2', 3: 'md:grid-cols-3' }[count] ?? 'md:grid-cols-4';
}

/**
 * How a picture is fitted into two columns, and from the middle size on into four. So many of the last pictures are
 * shown larger as it takes to fill the last row: one when there is one too many, two for two, three for three.
 */
function fitOf(index: number, count: number) {
  const over = count % 4;
  const larger = count >= 4 + over && index >= count - 4 - over && index < count - 4;
  const wide = count % 2 === 1 && index === count - 1;
  /** Of the page's width, from the middle size on. */
  const share = larger ? 1 / 2 : 1 / Math.min(count, 4);
  return {
    larger,
    className: cn(wide && 'max-md:col-span-2', larger && 'md:relative md:col-span-2 md:row-span-2'),
    sizes: `(min-width: 66rem) ${share * 72}rem, (min-width: 48rem) ${share * 96}vw, ${wide ? 92 : 46}vw`,
  };
}

const plainClick = (event: MouseEvent) => !event.metaKey && !event.ctrlKey && !event.shiftKey;

interface Props {
  number: number;
  answered: GalleryImage[];
  visit: string;
}

/** One part of the gallery, and below it those that were asked for since. */
export function GalleryGrid({ number, answered, visit }: Props) {
  const texts = messages.use();
  const { images, more, last, loading, loadMore } = useShownParts(number, answered, visit);
  const [selected, setSelected] = useState<number>();
  /** Which picture is open now, for what comes back after a wait. */
  const open = useRef<number>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const [arrived, setArrived] = useState<number>();

  // After asking for more by keyboard the first of them is next; the link that was used has moved away or is gone.
  useLayoutEffect(() => {
    if (arrived !== undefined) list.current?.querySelectorAll('a')[arrived]?.focus({ preventScroll: true });
  }, [arrived]);

  function select(index: number | undefined) {
    open.current = index;
    setSelected(index);
  }

  async function showMore(): Promise<boolean> {
    try {
      return (await loadMore()) > 0;
    } catch (cause) {
      console.error(`Could not load more pictures: ${(cause as Error).message}`);
      notify({ ...texts.moreFailed, destructive: true });
      return false;
    }
  }

  async function onMore(event: MouseEvent) {
    if (!plainClick(event)) return;
    event.preventDefault();
    const before = images.length;
    if (await showMore()) setArrived(before);
  }

  async function onSelect(index: number) {
    if (index < images.length) return select(index);
    const from = open.current;
    // Closed, or moved on, while the next ones were on their way: then they stay in the grid.
    if ((await showMore()) && open.current === from) select(index);
  }

  return (
    <>
      <ul
        ref={list}
        className={cn('grid grid-flow-dense grid-cols-2 gap-2 sm:gap-3', columnsOf(images.length))}
      >
        {images.map((image, index) => (
          <Thumbnail
            key={image.id}
            image={image}
            fit={fitOf(index, images.length)}
            first={index < 2}
            onOpen={() => select(index)}
          />
        ))}
      </ul>
      {(more || number > 1) && (
        <div className="mt-10 flex flex-wrap justify-center gap-3">
          {number > 1 && (
            <ButtonLink variant="outline" href={galleryPath(number - 1)}>
              {texts.newer}
            </ButtonLink>
          )}
          {more && (
            <ButtonLink
              variant="outline"
              href={galleryPath(last + 1)}
              aria-busy={loading || undefined}
              onClick={onMore}
            >
              {loading && <Spinner small />}
              {texts.more}
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
          onClose={() => select(undefined)}
        />
      )}
    </>
  );
}

interface ThumbnailProps {
  image: GalleryImage;
  fit: ReturnType<typeof fitOf>;
  first: boolean;
  onOpen(): void;
}

function Thumbnail({ image, fit, first, onOpen }: ThumbnailProps) {
  const texts = messages.use();
  return (
    <li className={fit.className || undefined}>
      <a
        href={unmarked(image.image_url)}
        aria-haspopup="dialog"
        dir="auto"
        className={cn('group block overflow-hidden rounded-soft', fit.larger && 'md:absolute md:inset-0')}
        onClick={event => {
          if (!plainClick(event)) return;
          event.preventDefault();
          onOpen();
        }}
      >
        <Picture
          src={image.image_url}
          alt={image.alt_text || texts.picture}
          shape="wide"
          sizes={fit.sizes}
          largest={960}
          first={first}
          className={cn(
            'transition-opacity duration-150 group-hover:opacity-85',
            fit.larger && 'md:aspect-auto md:h-full',
          )}
        />
      </a>
    </li>
  );
}
