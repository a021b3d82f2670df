// What staff entered as success stories: a pair of pictures and what happened between them.
import type { SuccessStory } from '../lib/content';
import { Section } from '../ui/Section';
import { Picture } from './Picture';

export function SuccessStories({ stories }: { stories: SuccessStory[] }) {
  return (
    <Section ground="surface" aria-labelledby="before-and-after">
      <h2 id="before-and-after" className="text-h2">
        Before and after
      </h2>
      <ul className="mt-10 grid gap-14 lg:grid-cols-2 lg:gap-x-10">
        {stories.map(story => (
          <li key={story.id}>
            <div className="grid grid-cols-2 gap-1 overflow-hidden rounded-soft">
              <Moment label="Before" src={story.before_image_url} title={story.title} />
              <Moment label="After" src={story.after_image_url} title={story.title} />
            </div>
            <p className="mt-5 text-sm font-semibold text-emerald">{story.category}</p>
            <h3 className="mt-1 text-h3">{story.title}</h3>
            <p className="mt-3 max-w-[62ch] whitespace-pre-line text-ink-soft">{story.description}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Moment({ label, src, title }: { label: string; src: string | null; title: string }) {
  return (
    <figure className="relative">
      <Picture
        src={src}
        alt={`${label}: ${title}`}
        shape="square"
        sizes="(min-width: 66rem) 18rem, 46vw"
        largest={960}
      />
      <figcaption className="absolute bottom-0 start-0 bg-ink px-3 py-1 text-xs font-semibold text-cream">
        {label}
      </figcaption>
    </figure>
  );
}
