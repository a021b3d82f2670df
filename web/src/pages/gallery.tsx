import { useState } from 'react';
import { Empty } from '../components/Empty';
import { Lightbox } from '../components/Lightbox';
import { PageIntro } from '../components/PageIntro';
import { Picture } from '../components/Picture';
import type { GalleryImage } from '../lib/content';
import { page } from '../lib/page';
import { type Answers, rows } from '../lib/query';
import { Button } from '../ui/Button';
import { Section } from '../ui/Section';

const queries = {
  images: rows<GalleryImage>('gallery_images', 'select=id,image_url,alt_text&order=created_at.desc'),
};

export const gallery = page({
  path: '/gallery',
  name: 'Gallery',
  queries,
  meta: ({ images }) => ({
    description: 'Pictures from our dispensaries, schools, kitchens and relief camps around Faisalabad.',
    image: images.ok ? images.data[0]?.image_url : undefined,
    structured: origin => ({
      '@context': 'https://schema.org',
      '@type': 'ImageGallery',
      url: `${origin}/gallery`,
      image: (images.ok ? images.data : []).slice(0, step).map(image => ({
        '@type': 'ImageObject',
        contentUrl: image.image_url.startsWith('/') ? origin + image.image_url : image.image_url,
        caption: image.alt_text ?? undefined,
      })),
    }),
  }),
  View,
});

/** How many pictures are shown at first, and how many more each time. */
const step = 24;

function View({ answers }: { answers: Answers<typeof queries> }) {
  return (
    <>
      <PageIntro title="Gallery">
        <p>Ordinary days, mostly. A queue, a lesson, a meal, a delivery.</p>
      </PageIntro>
      <Section>
        <Grid answer={answers.images} />
      </Section>
    </>
  );
}

function Grid({ answer }: { answer: Answers<typeof queries>['images'] }) {
  const [shown, setShown] = useState(step);
  const [selected, setSelected] = useState<number>();
  if (!answer.ok) return <Empty>The gallery could not be loaded. Please try again later.</Empty>;
  if (answer.data.length === 0) return <Empty>Pictures of our work will be shown here soon.</Empty>;

  const images = answer.data;
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 sm:gap-3 md:grid-cols-3 lg:grid-cols-4">
        {images.slice(0, shown).map((image, index) => (
          <li key={image.id}>
            <a
              href={image.image_url}
              aria-haspopup="dialog"
              className="group block overflow-hidden rounded-soft"
              onClick={event => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
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
      {shown < images.length && (
        <div className="needs-script mt-10 text-center">
          <Button look="outline" onClick={() => setShown(shown + step)}>
            Show more ({images.length - shown})
          </Button>
        </div>
      )}
      {selected !== undefined && (
        <Lightbox
          images={images}
          selected={selected}
          onSelect={setSelected}
          onClose={() => setSelected(undefined)}
        />
      )}
    </>
  );
}
