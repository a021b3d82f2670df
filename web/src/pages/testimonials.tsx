import portrait from '../assets/portrait.svg';
import { Empty } from '../components/Empty';
import { PageIntro } from '../components/PageIntro';
import { Picture } from '../components/Picture';
import { Star } from '../components/Star';
import type { Testimonial, TestimonialsSection } from '../lib/content';
import { page } from '../lib/page';
import { type Answers, content, contentOf, rows } from '../lib/query';
import { Section } from '../ui/Section';

const queries = {
  section: content<TestimonialsSection>('testimonials_section'),
  testimonials: rows<Testimonial>(
    'testimonials',
    'select=id,quote,name,role,image_url&is_visible=is.true&order=created_at.desc',
  ),
};

const gratitude =
  'With gratitude to the people who let us share their words: patients, parents, students and friends.';

export const testimonials = page({
  path: '/testimonials',
  name: 'Testimonials',
  queries,
  meta: ({ section }) => ({ description: contentOf(section)?.subheading || gratitude }),
  View,
});

function View({ answers }: { answers: Answers<typeof queries> }) {
  const section = contentOf(answers.section);
  return (
    <>
      <PageIntro title={section?.heading || 'Voices of Impact'}>
        <p>{section?.subheading || gratitude}</p>
      </PageIntro>
      <Section>
        <Cards answer={answers.testimonials} />
      </Section>
      <Section ground="emerald" className="girih">
        <div className="mx-auto max-w-[44rem] text-center">
          <Star className="mx-auto size-8 opacity-70" />
          <h2 className="mt-6 text-h2">Thank you</h2>
          <p className="mt-4 text-lead">
            Behind each of these words stands someone who gave: an hour, a meal, a month’s school fees, a
            prayer. If that was you, these words are yours too.
          </p>
        </div>
      </Section>
    </>
  );
}

function Cards({ answer }: { answer: Answers<typeof queries>['testimonials'] }) {
  if (!answer.ok) return <Empty>The testimonials could not be loaded. Please try again later.</Empty>;
  if (answer.data.length === 0) return <Empty>The first voices will be heard here soon.</Empty>;
  return (
    <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
      {answer.data.map(testimonial => (
        <li key={testimonial.id} className="flex rounded-soft border border-hairline bg-surface p-7">
          <figure className="flex flex-1 flex-col">
            <blockquote className="mb-6 font-display text-h4 leading-snug">
              <p>“{testimonial.quote}”</p>
            </blockquote>
            <figcaption className="mt-auto flex items-center gap-4 border-t border-hairline pt-5">
              <Picture
                src={testimonial.image_url || portrait}
                alt=""
                shape="square"
                sizes="56px"
                largest={160}
                className="size-14! rounded-full"
              />
              <span>
                <span className="block font-semibold">{testimonial.name}</span>
                <span className="block text-sm text-ink-soft">{testimonial.role}</span>
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
