// Every stored picture goes through here: one fixed shape, so that nothing moves while it loads, and the right size.
import { rendition, renditions } from '../lib/picture';
import { cn } from '../ui/cn';
import { Star } from './Star';

const shapes = {
  wide: { className: 'aspect-[4/3]', width: 640, height: 480 },
  square: { className: 'aspect-square', width: 640, height: 640 },
  portrait: { className: 'aspect-[4/5]', width: 640, height: 800 },
};

interface Props {
  src: string | null | undefined;
  alt: string;
  shape: keyof typeof shapes;
  /** How wide it is drawn, in the words of the img element's sizes. */
  sizes: string;
  largest?: number;
  /** The page's main picture: fetched at once and before others. */
  first?: boolean;
  className?: string;
}

export function Picture({ src, alt, shape, sizes, largest = 1280, first, className }: Props) {
  const box = shapes[shape];
  if (!src) return <NoPicture className={cn(box.className, className)} />;
  return (
    <img
      src={rendition(src, 640)}
      srcSet={renditions(src, largest)}
      sizes={sizes}
      alt={alt}
      width={box.width}
      height={box.height}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding={first ? undefined : 'async'}
      className={cn('pictured block w-full bg-sand object-cover', box.className, className)}
    />
  );
}

function NoPicture({ className }: { className: string }) {
  return (
    <div
      className={cn('pictured girih grid w-full place-items-center bg-emerald-tint text-emerald', className)}
    >
      <Star className="size-12 opacity-40" />
    </div>
  );
}
