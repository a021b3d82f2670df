import { ArrowRight, BookOpen, HandHeart, HeartPulse } from 'lucide-react';
import { ComplexDrawing } from '../components/ComplexDrawing';
import { Failed } from '../components/Failed';
import { Picture } from '../components/Picture';
import type { Homepage } from '../lib/content';
import { page } from '../lib/page';
import { type Answers, content, contentOf } from '../lib/query';
import { ButtonLink } from '../ui/Button';
import { Section } from '../ui/Section';

const queries = { homepage: content<Homepage>('homepage') };

export const home = page({
  path: '/',
  name: 'Home',
  queries,
  meta: ({ homepage }) => {
    const hero = contentOf(homepage)?.hero;
    return { description: hero?.subheading, image: hero?.image_url };
  },
  View,
});

const programmes = [
  {
    icon: HeartPulse,
    title: 'Health Programs',
    text: 'Dispensaries, a collection point and a mobile clinic that see every patient who comes, free of charge.',
    url: '/projects',
  },
  {
    icon: BookOpen,
    title: 'Education for All',
    text: 'One Room Schools in villages without one, and a nursing college for the young women who finish them.',
    url: '/projects',
  },
  {
    icon: HandHeart,
    title: 'Community Support',
    text: 'A daily Dastarkhawan, ration drives, vocational training for women, and help when disaster strikes.',
    url: '/volunteer',
  },
];

function View({ answers }: { answers: Answers<typeof queries> }) {
  const home = contentOf(answers.homepage);
  if (!home) return <Failed page="Home">Could not load page content. Please try again later.</Failed>;
  return (
    <>
      <Hero hero={home.hero ?? {}} />
      <Summary summary={home.about_us_summary ?? {}} />
      <Hospital heading={home.our_work?.heading} />
    </>
  );
}

function Hero({ hero }: { hero: Homepage['hero'] }) {
  return (
    <section className="on-ink girih girih-foot overflow-hidden bg-ink text-cream">
      <div className="grid lg:grid-cols-2 lg:items-stretch">
        <div className="wrap flex flex-col justify-center py-14 md:py-20 lg:me-0 lg:max-w-[39rem] lg:py-28 lg:pe-6">
          <h1 className="max-w-[16ch] text-hero">{hero.heading}</h1>
          {hero.subheading && <p className="mt-6 max-w-[52ch] text-lead text-mist">{hero.subheading}</p>}
          <div className="mt-9 flex flex-wrap gap-3">
            {hero.button1_text && (
              <ButtonLink variant="donate" href="/donate" className="max-sm:w-full">
                {hero.button1_text}
              </ButtonLink>
            )}
            {hero.button2_text && (
              <ButtonLink variant="onInk" href="/volunteer" className="max-sm:flex-1">
                {hero.button2_text}
              </ButtonLink>
            )}
            {hero.button3_text && (
              <ButtonLink variant="onInk" href="/projects" className="max-sm:flex-1">
                {hero.button3_text}
              </ButtonLink>
            )}
          </div>
        </div>
        <Picture
          src={hero.image_url}
          alt=""
          shape="wide"
          // Half as wide on a large screen, but cropped to its height.
          sizes="(min-width: 66rem) 75vw, 100vw"
          largest={1920}
          first
          className="object-[78%_50%] md:aspect-video! lg:aspect-auto! lg:h-full lg:max-h-[46rem]"
        />
      </div>
    </section>
  );
}

function Summary({ summary }: { summary: Homepage['about_us_summary'] }) {
  return (
    <Section>
      <div className="grid gap-6 lg:grid-cols-[1fr_1.2fr] lg:gap-16">
        <h2 className="max-w-[18ch] text-h2">{summary.heading}</h2>
        <div>
          <p className="max-w-[62ch] text-lead whitespace-pre-line text-ink-soft">{summary.text}</p>
          <a href="/about" className="link mt-4 inline-flex min-h-11 items-center gap-2 font-semibold">
            Who we are <ArrowRight className="size-4" aria-hidden="true" />
          </a>
        </div>
      </div>
      <ul className="mt-14 grid border-t border-hairline md:mt-20 md:grid-cols-3">
        {programmes.map(({ icon: Icon, title, text, url }) => (
          <li
            key={title}
            className="border-b border-hairline py-8 md:border-b-0 md:border-s md:px-8 md:py-10 md:first:border-s-0 md:first:ps-0 md:last:pe-0"
          >
            <Icon className="size-8 text-emerald" strokeWidth={1.5} aria-hidden="true" />
            <h3 className="mt-5 text-h3">
              <a href={url} className="transition-colors duration-150 hover:text-emerald">
                {title}
              </a>
            </h3>
            <p className="mt-3 max-w-[44ch] text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Hospital({ heading }: { heading: string | undefined }) {
  return (
    <Section ground="surface">
      <div className="grid items-center gap-10 lg:grid-cols-[1.1fr_1fr] lg:gap-20">
        <div className="girih rounded-soft bg-emerald-tint px-4 pt-10 text-emerald sm:px-8 lg:order-last">
          <ComplexDrawing className="mx-auto w-full max-w-[34rem]" />
        </div>
        <div>
          <h2 className="max-w-[20ch] text-h2">{heading}</h2>
          <p className="mt-5 max-w-[60ch] text-ink-soft">
            The nearest full hospital is too far for a mother in labour on a winter night. So we have broken
            ground on one of our own: a general hospital for the villages around Faisalabad, open day and
            night, where the poorest family is treated first and asked for nothing.
          </p>
          <ButtonLink variant="primary" href="/upcoming-projects" className="mt-8">
            See Our Upcoming Projects
          </ButtonLink>
        </div>
      </div>
    </Section>
  );
}
