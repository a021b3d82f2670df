// What staff entered as success stories: a pair of pictures and what happened between them.
import { Picture } from '../../components/Picture';
import { written } from '../../lib/written';
import type { Rows } from '../../schema.gen';
import { Section } from '../../ui/Section';
import { messages } from './messages';

export const storyColumns = [
  'id',
  'title',
  'description',
  'category',
  'before_image_url',
  'after_image_url',
] as const;

type Story = Pick<Rows['success_stories'], (typeof storyColumns)[number]>;

export function SuccessStories({ stories }: { stories: Story[] }) {
  const texts = messages.use();
  return (
    <Section ground="surface" aria-labelledby="before-and-after">
      <h2 id="before-and-after" className="text-h2">
        {texts.storiesTitle}
      </h2>
      <ul className="mt-10 grid gap-14 lg:grid-cols-2 lg:gap-x-10">
        {stories.map(story => (
          <li
            key={story.id}
            className="md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:items-center md:max-lg:gap-x-8 lg:last:odd:col-span-2 lg:last:odd:grid lg:last:odd:grid-cols-2 lg:last:odd:items-center lg:last:odd:gap-x-10"
          >
            <div className="grid grid-cols-2 gap-1 overflow-hidden rounded-soft">
              <Moment label={texts.before} src={story.before_image_url} title={story.title} />
              <Moment label={texts.after} src={story.after_image_url} title={story.title} />
            </div>
            <div>
              <p dir="auto" className="mt-5 text-sm font-semibold text-emerald">
                {story.category}
              </p>
              {story.title && <h3 {...written(story.title, 'mt-1 text-h3')}>{story.title}</h3>}
              <p dir="auto" className="mt-3 max-w-[62ch] whitespace-pre-line text-ink-soft">
                {story.description}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Moment({ label, src, title }: { label: string; src: string | null; title: string }) {
  const texts = messages.use();
  return (
    <figure className="relative">
      <Picture
        src={src}
        alt={texts.moment(label, title)}
        shape="square"
        sizes="(min-width: 66rem) 18rem, (min-width: 48rem) 23vw, 46vw"
        largest={960}
      />
      <figcaption className="absolute start-0 bottom-0 bg-ink px-3 py-1 text-xs font-semibold text-cream">
        {label}
      </figcaption>
    </figure>
  );
}
