import { Empty } from '../components/Empty';
import { PageIntro } from '../components/PageIntro';
import { Picture } from '../components/Picture';
import { Star } from '../components/Star';
import { columnsFor } from '../lib/columns';
import { page, type ViewProps } from '../lib/page';
import { type Answers, inOrder, rows } from '../lib/query';
import { written } from '../lib/written';
import type texts from '../messages/en/pages/team';
import { pageTexts } from '../messages/language';
import { Section } from '../ui/Section';

const messages = pageTexts<typeof texts>('team');
const queries = {
  team: rows('team_members', ['id', 'name', 'role', 'image_url'], inOrder('created_at.asc')),
};

export default page({
  path: '/team',
  texts: messages,
  menu: { order: 22, group: 'about' },
  queries,
  View,
});

function View({ answers }: ViewProps<typeof queries>) {
  const texts = messages.use();
  return (
    <>
      <PageIntro title={texts.name}>
        <p>{texts.intro}</p>
      </PageIntro>
      <Section>
        <h2 className="text-h2">{texts.committee}</h2>
        <div className="mt-10">
          <Committee answer={answers.team} />
        </div>
      </Section>
      <Section ground="surface">
        <h2 className="text-h2">{texts.patronsTitle}</h2>
        <ul className="mt-10 grid gap-px overflow-hidden rounded-soft border border-hairline bg-hairline sm:grid-cols-2 lg:grid-cols-3">
          {texts.patrons.map((patron, index) => (
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

/** A few stand in one row; one or two have their words beside them. */
function columnsOf(count: number) {
  if (count < 3) return { 'data-tablet': 4, 'data-desktop': 4 };
  if (count === 3) return { 'data-tablet': 3, 'data-desktop': 3 };
  return { 'data-tablet': columnsFor(count, [3, 4], 5), 'data-desktop': columnsFor(count, [4, 5], 3) };
}

function Committee({ answer }: { answer: Answers<typeof queries>['team'] }) {
  const texts = messages.use();
  if (!answer.ok) return <Empty>{texts.failed}</Empty>;
  if (answer.data.length === 0) return <Empty>{texts.empty}</Empty>;
  return (
    <ul className="people gap-x-4 gap-y-10 md:gap-x-8" {...columnsOf(answer.data.length)}>
      {answer.data.map((member, index) => (
        <li key={member.id}>
          <Picture
            src={member.image_url}
            alt={member.name ? texts.portraitOf(member.name) : texts.portrait}
            shape="portrait"
            sizes="(min-width: 66rem) 18rem, (min-width: 48rem) 30vw, 45vw"
            largest={640}
            first={index < 2}
            className="rounded-soft"
          />
          <div className="pt-4">
            {member.name && <h3 {...written(member.name, 'text-h4')}>{member.name}</h3>}
            <p dir="auto" className="mt-1 text-sm text-ink-soft">
              {member.role}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
