// The gallery is as long as the years; a page of it is not. It goes on at /gallery/2, /gallery/3 …: pages like any other,
// for whoever has no scripts and for search engines. With scripts, what comes next is put below what is there.
import { Empty } from '../components/Empty';
import { GalleryGrid } from '../components/GalleryGrid';
import { PageIntro } from '../components/PageIntro';
import type { GalleryImage } from '../lib/content';
import { galleryNumber, galleryPath, galleryStep, galleryWindow, mostGalleryPages } from '../lib/gallery';
import { type Page, page } from '../lib/page';
import type { Answer } from '../lib/query';
import { Section } from '../ui/Section';

export const gallery = part(1);
export const furtherGallery: Page[] = Array.from({ length: mostGalleryPages - 1 }, (_, index) =>
  part(index + 2),
);

function part(number: number): Page {
  const path = galleryPath(number);
  return page({
    path,
    name: number === 1 ? 'Gallery' : `Gallery, page ${number}`,
    queries: { images: galleryWindow(number) },
    meta: ({ images }) => ({
      description: 'Pictures from our dispensaries, schools, kitchens and relief camps around Faisalabad.',
      image: images.ok ? images.data[0]?.image_url : undefined,
      structured: origin => ({
        '@context': 'https://schema.org',
        '@type': 'ImageGallery',
        url: origin + path,
        image: (images.ok ? images.data : []).slice(0, galleryStep).map(image => ({
          '@type': 'ImageObject',
          contentUrl: image.image_url.startsWith('/') ? origin + image.image_url : image.image_url,
          caption: image.alt_text ?? undefined,
        })),
      }),
    }),
    missing: ({ images }) => number > 1 && images.ok && images.data.length === 0,
    View,
  });
}

type Pictures = Answer<GalleryImage[]>;

function View({ answers, path }: { answers: { images: Pictures }; path: string }) {
  return (
    <>
      <PageIntro title="Gallery">
        <p>Ordinary days, mostly. A queue, a lesson, a meal, a delivery.</p>
      </PageIntro>
      <Section>
        <State number={galleryNumber(path)} answer={answers.images} />
      </Section>
    </>
  );
}

function State({ number, answer }: { number: number; answer: Pictures }) {
  if (!answer.ok) return <Empty>The gallery could not be loaded. Please try again later.</Empty>;
  if (answer.data.length === 0) return <Empty>Pictures of our work will be shown here soon.</Empty>;
  return <GalleryGrid number={number} answered={answer.data} />;
}
