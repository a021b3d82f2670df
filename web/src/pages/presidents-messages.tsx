import { useId } from 'react';
import { PageIntro } from '../components/PageIntro';
import { Star } from '../components/Star';
import { page } from '../lib/page';
import type texts from '../messages/en/pages/presidents-messages';
import { pageTexts } from '../messages/language';
import { Section } from '../ui/Section';

const messages = pageTexts<typeof texts>('presidents-messages');

export default page({
  path: '/presidents-messages',
  texts: messages,
  menu: { order: 21, group: 'about' },
  queries: {},
  View,
});

function View() {
  const texts = messages.use();
  return (
    <>
      <PageIntro title={texts.name}>
        <p>{texts.intro}</p>
      </PageIntro>
      <Section>
        <div className="space-y-20 md:space-y-28">
          {texts.letters.map(letter => (
            <Letter key={letter.heading} letter={letter} />
          ))}
        </div>
      </Section>
    </>
  );
}

function Letter({ letter }: { letter: (typeof texts)['letters'][number] }) {
  const id = useId();
  return (
    <article aria-labelledby={id} className="grid gap-6 lg:grid-cols-[1fr_1.7fr] lg:gap-16">
      <h2 id={id} className="max-w-[14ch] text-h2 lg:sticky lg:top-28 lg:self-start">
        {letter.heading}
      </h2>
      <div className="max-w-[42rem]">
        <p className="font-display text-h3 text-emerald">{letter.opening}</p>
        <div className="mt-6 space-y-5">
          {letter.paragraphs.map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <p className="mt-8 flex items-center gap-3 border-t border-hairline pt-6 font-semibold">
          <Star className="size-4 text-emerald" />
          {letter.signature}
        </p>
      </div>
    </article>
  );
}
