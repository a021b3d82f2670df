// A stored picture in a list or a form. A picture that the server still has to resize holds one of the about six connections
// a browser has to a server. So only pictures near the screen load, a few at a time, and a save or an upload never has to
// wait for a free connection.
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { rendition } from '../../lib/picture';
import { cn } from '../../ui/cn';
import { dropPreview, previewOf } from './local-previews';

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

interface Props extends Omit<ComponentProps<'img'>, 'src'> {
  /** The stored picture, or one that this browser has just been given. */
  url: string;
  /** One of the server's widths. */
  width: number;
  alt: string;
}

export function StoredPicture({ url, width, alt, className, onLoad, ...props }: Props) {
  const src = rendition(url, width);
  const isLocal = src.startsWith('blob:');
  const preview = usePreview(url);
  const element = useRef<HTMLElement>(null);
  /** The address whose turn has come; where a preview stands in for it, the one that has arrived. */
  const [ready, setReady] = useState<string>();
  const end = useRef(() => {});

  useEffect(() => {
    if (isLocal || !element.current) return;
    const ahead = preview ? new Image() : undefined;
    const begin = () => {
      if (!ahead) return setReady(src);
      ahead.onload = () => {
        end.current();
        setReady(src);
      };
      ahead.onerror = () => end.current();
      ahead.src = src;
    };
    const near = new IntersectionObserver(
      seen => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        near.disconnect();
        end.current = takeTurn(begin);
      },
      { rootMargin: '300px' },
    );
    near.observe(element.current);
    return () => {
      near.disconnect();
      end.current();
      end.current = () => {};
      // A picture that is no longer shown would go on loading, and hold its connection.
      if (ahead && !ahead.complete) ahead.removeAttribute('src');
      const image = element.current;
      // It may be showing another one by now.
      if (image instanceof HTMLImageElement && !image.complete && image.getAttribute('src') === src)
        image.removeAttribute('src');
    };
  }, [isLocal, src, preview]);

  // React takes the element away before the clean-up above, which still needs it.
  const keep = (node: HTMLElement | null) => {
    if (node) element.current = node;
  };
  const shown = isLocal || ready === src ? src : preview;
  // An img element without an address would be drawn as a broken picture.
  if (!shown) return <span ref={keep} className={cn('block', className)} />;
  return (
    <img
      {...props}
      ref={keep}
      src={shown}
      alt={alt}
      className={className}
      onLoad={event => {
        if (shown === src) {
          end.current();
          dropPreview(url);
        }
        onLoad?.(event);
      }}
      onError={() => shown === src && end.current()}
    />
  );
}

/** What stands in for a picture. It stays the same for the one who shows it, also after another has freed it. */
function usePreview(url: string): string | undefined {
  const [known, setKnown] = useState({ url, preview: previewOf(url) });
  if (known.url === url) return known.preview;
  const preview = previewOf(url);
  setKnown({ url, preview });
  return preview;
}
