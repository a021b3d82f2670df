// The gallery is as long as the years; a page of it is not. It goes on at /gallery/2, /gallery/3 …: pages like any other,
// for visitors without scripts and for search engines. With scripts, what comes next is put below what is there.
import { Empty } from '../../components/Empty';
import { PageIntro } from '../../components/PageIntro';
import { type Page, page, type ViewProps } from '../../lib/page';
import { unmarked } from '../../lib/picture';
import { Section } from '../../ui/Section';
import { GalleryGrid } from './GalleryGrid';
import { messages } from './messages';
import { galleryNumber, galleryPath, galleryStep, galleryWindow, maxGalleryPages } from './parts';

type Queries = { images: ReturnType<typeof galleryWindow> };

export default {
  ...part(1),
  menu: { order: 40 },
  further: Array.from({ length: maxGalleryPages - 1 }, (_, index) => part(index + 2)),
};

function part(number: number): Page {
  const path = galleryPath(number);
  return page<Queries>({
    path,
    texts: {
      of: all => {
        const texts = messages.of(all);
        return number === 1 ? texts : { ...texts, name: texts.part(number) };
      },
    },
    queries: { images: galleryWindow(number) },
    meta: ({ images }) => ({
      image: images.ok ? images.data[0]?.image_url : undefined,
      structured: origin => ({
        '@context': 'https://schema.org',
        '@type': 'ImageGallery',
        url: origin + path,
        image: (images.ok ? images.data : []).slice(0, galleryStep).map(image => ({
          '@type': 'ImageObject',
          contentUrl: (image.image_url.startsWith('/') ? origin : '') + unmarked(image.image_url),
          caption: image.alt_text ?? undefined,
        })),
      }),
    }),
    missing: ({ images }) => number > 1 && images.ok && images.data.length === 0,
    View,
  });
}

function View({ answers, path, visit }: ViewProps<Queries>) {
  const texts = messages.use();
  return (
    <>
      <PageIntro title={texts.name}>
        <p>{texts.intro}</p>
      </PageIntro>
      <Section>
        <State number={galleryNumber(path)} answer={answers.images} visit={visit} />
      </Section>
    </>
  );
}

interface StateProps {
  number: number;
  answer: ViewProps<Queries>['answers']['images'];
  visit: string;
}

function State({ number, answer, visit }: StateProps) {
  const texts = messages.use();
  if (!answer.ok) return <Empty>{texts.failed}</Empty>;
  if (answer.data.length === 0) return <Empty>{texts.empty}</Empty>;
  return <GalleryGrid number={number} answered={answer.data} visit={visit} />;
}
