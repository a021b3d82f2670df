import { ArrowRight, BookOpen, HandHeart, HeartPulse } from 'lucide-react';
import { ComplexDrawing } from '../components/ComplexDrawing';
import { Failed } from '../components/Failed';
import { Picture } from '../components/Picture';
import { page, type ShellAnswers, type ViewProps } from '../lib/page';
import { content, contentOf } from '../lib/query';
import { siteName } from '../lib/site-name';
import { written } from '../lib/written';
import type texts from '../messages/en/pages/home';
import { pageTexts, useMessages } from '../messages/language';
import type { Documents } from '../schema.gen';
import { ButtonLink } from '../ui/Button';
import { Section } from '../ui/Section';

const messages = pageTexts<typeof texts>('home');
const queries = { homepage: content('homepage') };

type Homepage = Documents['homepage'];

export default page({
  path: '/',
  texts: messages,
  menu: { order: 10 },
  queries,
  meta: ({ homepage }) => {
    const hero = contentOf(homepage)?.hero;
    return { description: hero?.subheading, image: hero?.image_url };
  },
  View,
});

const programmes = [
  { icon: HeartPulse, key: 'health', url: '/projects' },
  { icon: BookOpen, key: 'education', url: '/projects' },
  { icon: HandHeart, key: 'community', url: '/volunteer' },
] as const;

function View({ answers }: ViewProps<typeof queries>) {
  const all = useMessages();
  const texts = messages.of(all);
  const home = contentOf(answers.homepage);
  const { settings } = answers as Partial<ShellAnswers>;
  if (!home) return <Failed page={texts.name}>{texts.failed}</Failed>;
  return (
    <>
      <Hero hero={home.hero ?? {}} fallback={siteName(contentOf(settings), all)} />
      <Summary summary={home.about_us_summary ?? {}} />
      <Hospital heading={home.our_work?.heading} />
    </>
  );
}

function Hero({ hero, fallback }: { hero: NonNullable<Homepage['hero']>; fallback: string }) {
  const heading = hero.heading?.trim() || fallback;
  const buttons = [
    { variant: 'donate', label: hero.button1_text, url: '/donate', className: 'max-sm:w-full' },
    { variant: 'onInk', label: hero.button2_text, url: '/volunteer', className: 'max-sm:flex-1' },
    { variant: 'onInk', label: hero.button3_text, url: '/projects', className: 'max-sm:flex-1' },
  ] as const;
  return (
    <section className="on-ink girih girih-foot overflow-hidden bg-ink text-cream">
      <div className="grid lg:grid-cols-2 lg:items-stretch">
        <div className="wrap flex flex-col justify-center py-14 md:py-20 lg:me-0 lg:max-w-[39rem] lg:py-28 lg:pe-6">
          <h1 {...written(heading, heroSize(heading))}>{heading}</h1>
          {hero.subheading && (
            <p dir="auto" className="mt-6 max-w-[52ch] text-lead text-mist">
              {hero.subheading}
            </p>
          )}
          {/* Wide letters, as in the font of a bare Linux, leave little room beside them: so the buttons take what is left. */}
          <div className="mt-9 flex flex-wrap gap-3 lg:gap-2">
            {buttons.map(
              ({ variant, label, url, className }) =>
                label && (
                  <ButtonLink
                    key={url}
                    variant={variant}
                    href={url}
                    dir="auto"
                    className={`lg:grow lg:px-1.5 ${className}`}
                  >
                    {label}
                  </ButtonLink>
                ),
            )}
          </div>
        </div>
        <div className="relative lg:min-h-[36rem]">
          <Picture
            src={hero.image_url}
            alt=""
            shape="wide"
            // Half as wide on a large screen, but cropped to its height.
            sizes="(min-width: 66rem) 75vw, 100vw"
            largest={1920}
            first
            className="object-[78%_50%] md:aspect-video lg:absolute lg:inset-0 lg:aspect-auto lg:h-full"
          />
        </div>
      </div>
    </section>
  );
}

/** A few words are set large; a whole sentence has to leave room for what follows. */
function heroSize(heading: string): string {
  if (heading.length > 120) return 'max-w-[32ch] text-h2';
  return heading.length > 60 ? 'max-w-[22ch] text-h1' : 'max-w-[16ch] text-hero';
}

function Summary({ summary }: { summary: NonNullable<Homepage['about_us_summary']> }) {
  const texts = messages.use();
  return (
    <Section>
      <div className="grid gap-6 lg:grid-cols-[1fr_1.2fr] lg:gap-16">
        {summary.heading?.trim() ? (
          <Heading className="max-w-[18ch]">{summary.heading}</Heading>
        ) : (
          <h2 className="sr-only">{texts.whatWeDo}</h2>
        )}
        <div>
          {summary.text && (
            <p dir="auto" className="max-w-[62ch] text-lead whitespace-pre-line text-ink-soft">
              {summary.text}
            </p>
          )}
          <a href="/about" className="link mt-4 inline-flex min-h-11 items-center gap-2 font-semibold">
            {texts.whoWeAre} <ArrowRight className="size-4 rtl:rotate-180" aria-hidden="true" />
          </a>
        </div>
      </div>
      <ul className="mt-14 grid border-t border-hairline md:mt-20 md:grid-cols-3">
        {programmes.map(({ icon: Icon, key, url }) => (
          <li
            key={key}
            className="relative border-b border-hairline py-8 md:border-s md:border-b-0 md:px-8 md:py-10 md:first:border-s-0 md:first:ps-0 md:last:pe-0"
          >
            <Icon className="size-8 text-emerald" strokeWidth={1.5} aria-hidden="true" />
            <h3 className="mt-5 text-h3">
              <a
                href={url}
                className="transition-colors duration-150 after:absolute after:inset-0 hover:text-emerald"
              >
                {texts.programmes[key].title}
              </a>
            </h3>
            <p className="mt-3 max-w-[44ch] text-ink-soft">{texts.programmes[key].text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Hospital({ heading }: { heading: string | null | undefined }) {
  const texts = messages.use();
  return (
    <Section ground="surface">
      <div className="grid items-center gap-10 lg:grid-cols-[1.1fr_1fr] lg:gap-20">
        <div className="girih rounded-soft bg-emerald-tint px-4 pt-10 text-emerald sm:px-8 lg:order-last">
          <ComplexDrawing className="mx-auto w-full max-w-[34rem]" />
        </div>
        <div>
          <Heading className="mb-5 max-w-[20ch]">{heading}</Heading>
          <p className="max-w-[60ch] text-ink-soft">{texts.hospital}</p>
          <ButtonLink variant="primary" href="/upcoming-projects" className="mt-8">
            {texts.seeUpcoming}
          </ButtonLink>
        </div>
      </div>
    </Section>
  );
}

/** A heading staff wrote; none where they have left it empty. */
function Heading({ children, className }: { children: string | null | undefined; className: string }) {
  if (!children?.trim()) return null;
  return <h2 {...written(children, `text-h2 ${className}`)}>{children}</h2>;
}
