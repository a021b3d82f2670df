// The gallery in parts. Each asks for one picture more than it shows: that there is one says that there is a next part.
import { pageData } from '../../lib/page-data';
import { type Answer, inOrder, type Query, rows } from '../../lib/query';

export const galleryStep = 24;
/** Room for 4,800 pictures. */
export const maxGalleryPages = 200;

export const galleryPath = (number: number) => (number === 1 ? '/gallery' : `/gallery/${number}`);

export const galleryNumber = (path: string) => Number(/\d+$/.exec(path)?.[0] ?? 1);

export const galleryWindow = (number: number) =>
  rows(
    'gallery_images',
    ['id', 'image_url', 'alt_text'],
    `${inOrder('created_at.desc,id.desc')}&limit=${galleryStep + 1}&offset=${(number - 1) * galleryStep}`,
  );

type Pictures = ReturnType<typeof galleryWindow> extends Query<infer T> ? T : never;
export type GalleryImage = Pictures[number];

export interface GalleryPart {
  images: GalleryImage[];
  more: boolean;
}

export function galleryPart(number: number, answered: GalleryImage[]): GalleryPart {
  return {
    images: answered.slice(0, galleryStep),
    more: answered.length > galleryStep && number < maxGalleryPages,
  };
}

/** The same data that the part's own page is made from, over the same road. */
export async function loadGalleryPart(number: number): Promise<GalleryPart> {
  const path = galleryPath(number);
  const { images } = await pageData(path, { images: galleryWindow(number) }).arriving;
  const answer = images as Answer<GalleryImage[]> | undefined;
  if (!answer?.ok) throw new Error(answer?.error.message ?? 'The answer holds no pictures');
  return galleryPart(number, answer.data);
}
