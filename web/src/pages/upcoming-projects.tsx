import { Ambulance, Droplets, Hospital, HousePlus, LibraryBig, Scissors } from 'lucide-react';
import { ComplexDrawing } from '../components/ComplexDrawing';
import { PageIntro } from '../components/PageIntro';
import { page } from '../lib/page';
import { ButtonLink } from '../ui/Button';
import { Section } from '../ui/Section';

export const upcomingProjects = page({
  path: '/upcoming-projects',
  name: 'Upcoming Projects',
  queries: {},
  meta: () => ({
    description:
      'The Complex: a hospital, a home for the old and the orphaned, training, an ambulance, clean water and a library under one roof.',
  }),
  View,
});

const facilities = [
  {
    icon: Hospital,
    title: 'General Hospital',
    text: 'Outpatients, maternity, surgery and emergency care, for the villages that have none of it nearby.',
  },
  {
    icon: HousePlus,
    title: 'Old Age Home and Orphan Center',
    text: 'Grandparents without children and children without parents, under one roof and around one table.',
  },
  {
    icon: Scissors,
    title: 'Vocational Training Institute',
    text: 'Stitching, electrical work, plumbing and computing, with a certificate that an employer knows.',
  },
  {
    icon: Ambulance,
    title: '24/7 Ambulance Service',
    text: 'A trained crew and a working oxygen cylinder, at any hour, for anyone who calls.',
  },
  {
    icon: Droplets,
    title: 'Clean Water Filtration Plant',
    text: 'Safe drinking water for the campus, and a row of taps on the outside wall for everyone else.',
  },
  {
    icon: LibraryBig,
    title: 'Islamic Research Center',
    text: 'A library and reading rooms where students and scholars can study, teach and publish.',
  },
];

function View() {
  return (
    <>
      <PageIntro title="Upcoming Projects" ink>
        <p>What we have learned in small rooms, we are now building once and for good.</p>
      </PageIntro>
      <Section>
        <div className="grid items-center gap-10 lg:grid-cols-2 lg:gap-20">
          <div>
            <h2 className="text-h2">The Complex</h2>
            <p className="mt-5 max-w-[60ch] text-ink-soft">
              Ground was broken in 2023. When it is finished, a patient, a pupil, a widow learning a trade and
              an old man with nowhere to go will all come through the same gate. It is planned as six
              facilities, built one after another, each opened as soon as it can serve.
            </p>
          </div>
          <div className="girih rounded-soft bg-emerald-tint px-4 pt-10 text-emerald sm:px-8">
            <ComplexDrawing className="mx-auto w-full max-w-[34rem]" />
          </div>
        </div>
        <ul className="mt-16 grid gap-px overflow-hidden rounded-soft border border-hairline bg-hairline sm:grid-cols-2 lg:grid-cols-3">
          {facilities.map(({ icon: Icon, title, text }) => (
            <li key={title} className="bg-surface p-7 md:p-8">
              <Icon className="size-8 text-emerald" strokeWidth={1.5} aria-hidden="true" />
              <h3 className="mt-5 text-h4">{title}</h3>
              <p className="mt-2 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section ground="sand">
        <div className="flex flex-col items-start gap-8 md:flex-row md:items-center md:justify-between">
          <div>
            <h2 className="max-w-[24ch] text-h2">
              A brick, a bed, a tap: every part of it is given by someone.
            </h2>
          </div>
          <ButtonLink variant="donate" href="/donate" className="shrink-0">
            Contribute to Our Future
          </ButtonLink>
        </div>
      </Section>
    </>
  );
}
