import { Failed } from '../components/Failed';
import { introHeading, PageIntro } from '../components/PageIntro';
import { RichHeading, RichText } from '../components/RichText';
import { Star } from '../components/Star';
import type { AboutContent } from '../lib/content';
import { page } from '../lib/page';
import { type Answers, content, contentOf } from '../lib/query';
import { Section } from '../ui/Section';

const queries = { about: content<AboutContent>('about') };

export const about = page({
  path: '/about',
  name: 'Who We Are',
  queries,
  meta: ({ about }) => ({ description: contentOf(about)?.main_subheading }),
  View,
});

const journey = [
  {
    year: '2018',
    title: 'A small dispensary',
    text: 'A small dispensary is inaugurated: one doctor, one dispenser, and a queue on the first morning.',
  },
  {
    year: '2019',
    title: 'Dastarkhawan',
    text: 'The Dastarkhawan begins, serving daily meals to labourers, travellers and anyone who is hungry.',
  },
  {
    year: '2020',
    title: 'COVID-19 awareness and relief',
    text: 'Awareness in the villages, masks and soap, and ration delivered to families whose work had stopped.',
  },
  {
    year: '2021',
    title: 'One Room Schools',
    text: 'Education expands with ‘One Room Schools’: one teacher and one room where there was no school at all.',
  },
  {
    year: '2022',
    title: 'Women Empowerment wing',
    text: 'The Women Empowerment wing opens, with vocational training in stitching, embroidery and computing.',
  },
  {
    year: '2023',
    title: 'Ground broken on the main complex',
    text: 'Ground is broken on the main complex project, which will bring our work together in one place.',
  },
];

function View({ answers }: { answers: Answers<typeof queries> }) {
  const text = contentOf(answers.about);
  if (!text) return <Failed page="Who We Are">Could not load content.</Failed>;
  return (
    <>
      <PageIntro
        title={<RichHeading as="h1" html={text.main_heading || 'Who We Are'} className={introHeading} />}
      >
        <RichText html={text.main_subheading} level={2} />
      </PageIntro>
      <Section>
        <div className="grid gap-6 md:grid-cols-2 md:gap-8">
          <Aim heading={text.vision_heading || 'Our Vision'} text={text.vision_text} />
          <Aim heading={text.mission_heading || 'Our Mission'} text={text.mission_text} />
        </div>
      </Section>
      {text.annual_report_note && <Note html={text.annual_report_note} />}
      <Journey />
    </>
  );
}

function Aim({ heading, text }: { heading: string; text: string | undefined }) {
  return (
    <article className="rounded-soft border border-hairline bg-surface p-7 md:p-10">
      <Star className="size-6 text-emerald" />
      <RichHeading as="h2" html={heading} className="mt-5 text-h3" />
      <RichText html={text} className="mt-3 text-ink-soft" />
    </article>
  );
}

function Note({ html }: { html: string }) {
  return (
    <Section ground="ink" className="girih">
      <figure className="max-w-[46rem]">
        <figcaption>
          <h2 className="flex items-center gap-3 font-sans text-sm font-semibold tracking-normal text-mist">
            <Star className="size-3.5" />
            Note to Our Readers
          </h2>
        </figcaption>
        <blockquote className="mt-6">
          <RichText html={html} className="font-display text-h3 leading-snug" />
        </blockquote>
      </figure>
    </Section>
  );
}

function Journey() {
  return (
    <Section>
      <h2 className="text-h2">Our Journey Since 2018</h2>
      <ol className="mt-10 md:mt-14">
        {journey.map(step => (
          <li
            key={step.year}
            className="grid gap-x-10 gap-y-1 border-t border-hairline py-7 last:border-b md:grid-cols-[9rem_1fr] md:items-baseline lg:grid-cols-[9rem_16rem_1fr] md:py-9"
          >
            <span className="font-display text-h2 text-emerald">{step.year}</span>
            <h3 className="text-h4">{step.title}</h3>
            <p className="max-w-[56ch] text-ink-soft md:col-start-2 lg:col-start-3">{step.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
