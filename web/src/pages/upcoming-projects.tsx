import { Ambulance, Droplets, Hospital, HousePlus, LibraryBig, Scissors } from 'lucide-react';
import { ComplexDrawing } from '../components/ComplexDrawing';
import { PageIntro } from '../components/PageIntro';
import { page } from '../lib/page';
import type texts from '../messages/en/pages/upcoming-projects';
import { pageTexts } from '../messages/language';
import { ButtonLink } from '../ui/Button';
import { Section } from '../ui/Section';

const messages = pageTexts<typeof texts>('upcoming-projects');

export default page({
  path: '/upcoming-projects',
  texts: messages,
  menu: { order: 32, group: 'work' },
  queries: {},
  View,
});

const facilities = [
  { icon: Hospital, key: 'hospital' },
  { icon: HousePlus, key: 'homes' },
  { icon: Scissors, key: 'training' },
  { icon: Ambulance, key: 'ambulance' },
  { icon: Droplets, key: 'water' },
  { icon: LibraryBig, key: 'research' },
] as const;

function View() {
  const texts = messages.use();
  return (
    <>
      <PageIntro title={texts.name} ink>
        <p>{texts.intro}</p>
      </PageIntro>
      <Section>
        <div className="grid items-center gap-10 lg:grid-cols-2 lg:gap-20">
          <div>
            <h2 className="text-h2">{texts.complex}</h2>
            <p className="mt-5 max-w-[60ch] text-ink-soft">{texts.complexText}</p>
          </div>
          <div className="girih rounded-soft bg-emerald-tint px-4 pt-10 text-emerald sm:px-8">
            <ComplexDrawing className="mx-auto w-full max-w-[34rem]" />
          </div>
        </div>
        <ul className="mt-16 grid gap-px overflow-hidden rounded-soft border border-hairline bg-hairline sm:grid-cols-2 lg:grid-cols-3">
          {facilities.map(({ icon: Icon, key }) => (
            <li key={key} className="bg-surface p-7 md:p-8">
              <Icon className="size-8 text-emerald" strokeWidth={1.5} aria-hidden="true" />
              <h3 className="mt-5 text-h4">{texts.facilities[key].title}</h3>
              <p className="mt-2 text-ink-soft">{texts.facilities[key].text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section ground="sand">
        <div className="flex flex-col items-start gap-8 md:flex-row md:items-center md:justify-between">
          <h2 className="max-w-[24ch] text-h2">{texts.call}</h2>
          <ButtonLink variant="donate" href="/donate" className="shrink-0">
            {texts.contribute}
          </ButtonLink>
        </div>
      </Section>
    </>
  );
}
