import portrait from '../assets/portrait.svg';
import { Empty } from '../components/Empty';
import { PageIntro } from '../components/PageIntro';
import { Picture } from '../components/Picture';
import { Star } from '../components/Star';
import { page, type ViewProps } from '../lib/page';
import { type Answers, content, contentOf, rows } from '../lib/query';
import { script } from '../lib/written';
import type texts from '../messages/en/pages/testimonials';
import { pageTexts } from '../messages/language';
import { cn } from '../ui/cn';
import { Section } from '../ui/Section';

const messages = pageTexts<typeof texts>('testimonials');
const queries = {
  section: content('testimonials_section'),
  testimonials: rows(
    'testimonials',
    ['id', 'quote', 'name', 'role', 'image_url'],
    'is_visible=is.true&order=created_at.desc',
  ),
};

export default page({
  path: '/testimonials',
  texts: messages,
  queries,
  meta: ({ section }, all) => ({
    description: contentOf(section)?.subheading || messages.of(all).gratitude,
  }),
  View,
});

function View({ answers }: ViewProps<typeof queries>) {
  const texts = messages.use();
  const section = contentOf(answers.section);
  const heading = section?.heading?.trim();
  return (
    <>
      <PageIntro title={heading ? { written: heading } : texts.heading}>
        {section?.subheading ? <p dir="auto">{section.subheading}</p> : <p>{texts.gratitude}</p>}
      </PageIntro>
      <Section>
        <Cards answer={answers.testimonials} />
      </Section>
      <Section ground="emerald" className="girih">
        <div className="mx-auto max-w-[44rem] text-center">
          <Star className="mx-auto size-8 opacity-70" />
          <h2 className="mt-6 text-h2">{texts.thanks}</h2>
          <p className="mt-4 text-lead">{texts.thanksText}</p>
        </div>
      </Section>
    </>
  );
}

function Cards({ answer }: { answer: Answers<typeof queries>['testimonials'] }) {
  const texts = messages.use();
  if (!answer.ok) return <Empty>{texts.failed}</Empty>;
  if (answer.data.length === 0) return <Empty>{texts.empty}</Empty>;
  return (
    <ul className="cards gap-6">
      {answer.data.map(testimonial => (
        <li key={testimonial.id} className="flex rounded-soft border border-hairline bg-surface p-7">
          <figure className="flex min-w-0 flex-1 flex-col">
            <blockquote
              className={cn('mb-6 max-w-[60ch] font-display text-h4 leading-snug', script(testimonial.quote))}
            >
              <p dir="auto">“{testimonial.quote}”</p>
            </blockquote>
            <figcaption className="mt-auto flex items-center gap-4 border-t border-hairline pt-5">
              <span className="w-14 shrink-0">
                <Picture
                  src={testimonial.image_url || portrait}
                  alt=""
                  shape="square"
                  sizes="56px"
                  largest={160}
                  className="rounded-full"
                />
              </span>
              <span className="min-w-0">
                <span dir="auto" className="block font-semibold">
                  {testimonial.name}
                </span>
                <span dir="auto" className="block text-sm text-ink-soft">
                  {testimonial.role}
                </span>
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
