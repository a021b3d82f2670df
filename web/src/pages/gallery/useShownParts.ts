// The pictures shown so far: the page's own part, and those that were asked for since. Coming back by the browser's Back
// shows as many as there were, so that the visitor is where they had been.
import { useState } from 'react';
import { type GalleryImage, type GalleryPart, galleryPart, loadGalleryPart } from './parts';

interface Shown extends GalleryPart {
  /** The number of the last part. */
  last: number;
}

const shownBefore = new Map<string, Shown>();

export function useShownParts(number: number, answered: GalleryImage[], visit: string) {
  const [shown, setShown] = useState<Shown>(
    () => shownBefore.get(visit) ?? { ...galleryPart(number, answered), last: number },
  );
  const [loading, setLoading] = useState(false);

  /** Puts the next part below; answers how many pictures came. Throws when they could not be had. */
  async function loadMore(): Promise<number> {
    if (loading) return 0;
    setLoading(true);
    try {
      const last = shown.last + 1;
      const next = await loadGalleryPart(last);
      // A picture that was added meanwhile has moved the rest by one.
      const added = next.images.filter(image => !shown.images.some(known => known.id === image.id));
      const all = { images: [...shown.images, ...added], more: next.more, last };
      shownBefore.set(visit, all);
      setShown(all);
      return added.length;
    } finally {
      setLoading(false);
    }
  }

  return { ...shown, loading, loadMore };
}
