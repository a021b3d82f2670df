import { Clock, HandHeart, MapPin } from 'lucide-react';
import { PageIntro } from '../components/PageIntro';
import { VolunteerForm } from '../components/VolunteerForm';
import { page } from '../lib/page';
import { Section } from '../ui/Section';

export const volunteer = page({
  path: '/volunteer',
  name: 'Volunteer',
  queries: {},
  meta: () => ({
    description:
      'Give an hour, a skill or a pair of hands. Tell us where you live and what you can do, and we will call you.',
  }),
  View,
});

const benefits = [
  {
    icon: HandHeart,
    title: 'See what you change',
    text: 'You will meet the child you teach and the family you feed. Few gifts come back to you as quickly.',
  },
  {
    icon: Clock,
    title: 'Give the time you have',
    text: 'An hour on Friday, a week in Ramadan, a call from abroad. We fit the work to your life, not the reverse.',
  },
  {
    icon: MapPin,
    title: 'Serve near home',
    text: 'We place you in your own town where we can, beside people who know it and will look after you.',
  },
];

function View() {
  return (
    <>
      <PageIntro title="Come and work beside us" ink>
        <p>
          Doctors and dispensers, teachers and students, drivers, cooks and good listeners: what we have built
          was built by people who came for an afternoon and stayed.
        </p>
      </PageIntro>
      <Section>
        <div className="grid gap-14 lg:grid-cols-[1fr_1.1fr] lg:gap-20">
          <ul className="border-t border-hairline lg:self-start">
            {benefits.map(({ icon: Icon, title, text }) => (
              <li key={title} className="grid grid-cols-[3.5rem_1fr] border-b border-hairline py-7">
                <Icon className="size-7 text-emerald" strokeWidth={1.5} aria-hidden="true" />
                <div>
                  <h2 className="text-h4">{title}</h2>
                  <p className="mt-1.5 text-ink-soft">{text}</p>
                </div>
              </li>
            ))}
          </ul>
          <div className="rounded-soft border border-hairline bg-surface p-6 sm:p-10">
            <h2 className="text-h3">Volunteer application</h2>
            <p className="mt-2 mb-7 text-ink-soft">Four questions. We will call you within a few days.</p>
            <VolunteerForm />
          </div>
        </div>
      </Section>
    </>
  );
}
