import { Failed } from '../components/Failed';
import { introHeading, PageIntro } from '../components/PageIntro';
import { RichHeading, RichText } from '../components/RichText';
import { Star } from '../components/Star';
import { page, type ViewProps } from '../lib/page';
import { content, contentOf } from '../lib/query';
import { plainText } from '../lib/rich-text';
import type texts from '../messages/en/pages/about';
import { pageTexts } from '../messages/language';
import { Section } from '../ui/Section';

const messages = pageTexts<typeof texts>('about');
const queries = { about: content('about') };

export default page({
  path: '/about',
  texts: messages,
  menu: { order: 20, group: 'about' },
  queries,
  meta: ({ about }) => ({ description: contentOf(about)?.main_subheading }),
  View,
});

function View({ answers }: ViewProps<typeof queries>) {
  const texts = messages.use();
  const about = contentOf(answers.about);
  if (!about) return <Failed page={texts.name}>{texts.failed}</Failed>;
  return (
    <>
      <PageIntro
        title={
          <RichHeading as="h1" html={about.main_heading} fallback={texts.name} className={introHeading} />
        }
      >
        <RichText html={about.main_subheading} level={2} />
      </PageIntro>
      <Section>
        <div className="grid gap-6 md:grid-cols-2 md:gap-8">
          <Aim heading={about.vision_heading} fallback={texts.vision} text={about.vision_text} />
          <Aim heading={about.mission_heading} fallback={texts.mission} text={about.mission_text} />
        </div>
      </Section>
      {about.annual_report_note && plainText(about.annual_report_note) && (
        <Note html={about.annual_report_note} />
      )}
      <Journey />
    </>
  );
}

interface AimProps {
  heading: string | undefined;
  fallback: string;
  text: string | undefined;
}

function Aim({ heading, fallback, text }: AimProps) {
  const texts = messages.use();
  return (
    <article className="rounded-soft border border-hairline bg-surface p-7 md:p-10">
      <Star className="size-6 text-emerald" />
      <RichHeading as="h2" html={heading} fallback={fallback} className="mt-5 text-h3" />
      {text && plainText(text) ? (
        <RichText html={text} className="mt-3 text-ink-soft" />
      ) : (
        <p className="mt-3 text-ink-soft">{texts.soon}</p>
      )}
    </article>
  );
}

function Note({ html }: { html: string }) {
  const texts = messages.use();
  return (
    <Section ground="ink" className="girih">
      <figure className="max-w-[46rem]">
        <figcaption>
          <h2 className="flex items-center gap-3 font-sans text-sm font-semibold tracking-normal text-mist">
            <Star className="size-3.5" />
            {texts.note}
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
  const texts = messages.use();
  return (
    <Section>
      <h2 className="text-h2">{texts.journeyTitle}</h2>
      <ol className="mt-10 md:mt-14">
        {texts.journey.map(step => (
          <li
            key={step.year}
            className="grid gap-x-10 gap-y-1 border-t border-hairline py-7 last:border-b md:grid-cols-[9rem_1fr] md:items-baseline md:py-9 lg:grid-cols-[9rem_16rem_1fr]"
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
