// A stored picture in a list or a form. A picture that the server still has to resize holds one of the about six connections
// a browser has to a server. So only pictures near the screen load, a few at a time, and a save or an upload never has to
// wait for a free connection.
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { cn } from '../../ui/cn';

const maxLoading = 3;

let loading = 0;
const waiting = new Set<() => void>();

/** Runs `start` when it is its turn. The answer gives the turn back, or leaves the line. */
function takeTurn(start: () => void): () => void {
  let state: 'waiting' | 'loading' | 'done' = 'waiting';
  const begin = () => {
    waiting.delete(begin);
    state = 'loading';
    loading += 1;
    start();
  };
  if (loading < maxLoading) begin();
  else waiting.add(begin);
  return () => {
    waiting.delete(begin);
    if (state === 'loading') {
      loading -= 1;
      const [next] = waiting;
      next?.();
    }
    state = 'done';
  };
}

interface Props extends ComponentProps<'img'> {
  src: string;
  alt: string;
}

export function StoredPicture({ src, alt, className, onLoad, ...props }: Props) {
  const element = useRef<HTMLElement>(null);
  const [turn, setTurn] = useState<string>();
  const end = useRef(() => {});
  const isLocal = src.startsWith('blob:');

  useEffect(() => {
    if (isLocal || !element.current) return;
    const near = new IntersectionObserver(
      seen => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        near.disconnect();
        end.current = takeTurn(() => setTurn(src));
      },
      { rootMargin: '300px' },
    );
    near.observe(element.current);
    return () => {
      near.disconnect();
      end.current();
      end.current = () => {};
      // A picture that is no longer shown would go on loading, and hold its connection.
      const image = element.current;
      // It may be showing another one by now.
      if (image instanceof HTMLImageElement && !image.complete && image.getAttribute('src') === src)
        image.removeAttribute('src');
    };
  }, [isLocal, src]);

  // React takes the element away before the clean-up above, which still needs it.
  const keep = (node: HTMLElement | null) => {
    if (node) element.current = node;
  };
  // An img element without an address would be drawn as a broken picture.
  if (!isLocal && turn !== src) return <span ref={keep} className={cn('block', className)} />;
  return (
    <img
      {...props}
      ref={keep}
      src={src}
      alt={alt}
      className={className}
      onLoad={event => {
        end.current();
        onLoad?.(event);
      }}
      onError={() => end.current()}
    />
  );
}
