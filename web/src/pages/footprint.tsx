import { MapFrame } from '../components/MapFrame';
import { PageIntro } from '../components/PageIntro';
import { faisalabad } from '../lib/map';
import { page } from '../lib/page';
import type texts from '../messages/en/pages/footprint';
import { pageTexts } from '../messages/language';
import { Section } from '../ui/Section';

const messages = pageTexts<typeof texts>('footprint');

export default page({
  path: '/footprint',
  texts: messages,
  menu: { order: 31, group: 'work' },
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
        <div className="grid gap-10 lg:grid-cols-[1fr_1.1fr] lg:gap-16">
          <ol className="border-t border-hairline">
            {texts.locations.map((location, index) => (
              <li key={location.name} className="grid grid-cols-[3rem_1fr] border-b border-hairline py-6">
                <span className="font-display text-h3 text-emerald" aria-hidden="true">
                  {index + 1}
                </span>
                <div>
                  <h2 className="text-h4">{location.name}</h2>
                  <p className="mt-1 text-sm font-semibold text-emerald">{location.type}</p>
                  <p className="mt-1 text-ink-soft">{location.address}</p>
                </div>
              </li>
            ))}
          </ol>
          <div className="lg:sticky lg:top-28 lg:self-start">
            <MapFrame title={texts.map} embed={faisalabad.embed} link={faisalabad.link} />
          </div>
        </div>
      </Section>
    </>
  );
}
