import { Empty } from '../components/Empty';
import { PageIntro } from '../components/PageIntro';
import { Picture } from '../components/Picture';
import { Star } from '../components/Star';
import type { TeamMember } from '../lib/content';
import { page } from '../lib/page';
import { type Answers, rows } from '../lib/query';
import { Section } from '../ui/Section';

const queries = {
  team: rows<TeamMember>('team_members', 'select=id,name,role,image_url&order=created_at.asc'),
};

export const team = page({
  path: '/team',
  name: 'Our Team',
  queries,
  meta: () => ({
    description:
      'The management committee that runs our work from day to day, and the patrons who stand behind it.',
  }),
  View,
});

const patrons = [
  { name: 'Chief Patron', role: 'Guides the foundation and chairs its annual meeting' },
  { name: 'Patron, Health', role: 'Advises our dispensaries and the hospital to come' },
  { name: 'Patron, Education', role: 'Stands behind the One Room Schools' },
  { name: 'Patron, Women Wing', role: 'Supports vocational training for women' },
  { name: 'Patron, Relief', role: 'Opens doors and warehouses when disaster strikes' },
];

function View({ answers }: { answers: Answers<typeof queries> }) {
  return (
    <>
      <PageIntro title="Our Team">
        <p>
          People who live where they work. All of them answer to the families we serve, and to those who give.
        </p>
      </PageIntro>
      <Section>
        <h2 className="text-h2">Management Committee</h2>
        <div className="mt-10">
          <Committee answer={answers.team} />
        </div>
      </Section>
      <Section ground="surface">
        <h2 className="text-h2">Patrons</h2>
        <ul className="mt-10 grid gap-px overflow-hidden rounded-soft border border-hairline bg-hairline sm:grid-cols-2 lg:grid-cols-3">
          {patrons.map((patron, index) => (
            <li
              key={patron.name}
              className={
                index === 0
                  ? 'bg-ink p-7 text-cream sm:col-span-2 lg:col-span-1 lg:row-span-2'
                  : 'bg-surface p-7'
              }
            >
              <Star className={index === 0 ? 'size-8 text-mist' : 'size-5 text-emerald'} />
              <h3 className={index === 0 ? 'mt-6 text-h2' : 'mt-4 text-h4'}>{patron.name}</h3>
              <p className={index === 0 ? 'mt-2 text-mist' : 'mt-1.5 text-ink-soft'}>{patron.role}</p>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function Committee({ answer }: { answer: Answers<typeof queries>['team'] }) {
  if (!answer.ok) return <Empty>The committee could not be loaded. Please try again later.</Empty>;
  if (answer.data.length === 0) return <Empty>The committee will be introduced here soon.</Empty>;
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-8 lg:grid-cols-4">
      {answer.data.map((member, index) => (
        <li key={member.id}>
          <Picture
            src={member.image_url}
            alt={`Portrait of ${member.name}`}
            shape="portrait"
            sizes="(min-width: 66rem) 18rem, (min-width: 48rem) 30vw, 45vw"
            largest={640}
            first={index < 2}
            className="rounded-soft"
          />
          <h3 className="mt-4 text-h4">{member.name}</h3>
          <p className="mt-1 text-sm text-ink-soft">{member.role}</p>
        </li>
      ))}
    </ul>
  );
}
