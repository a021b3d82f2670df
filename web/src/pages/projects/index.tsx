import { Empty } from '../../components/Empty';
import { PageIntro } from '../../components/PageIntro';
import { Picture } from '../../components/Picture';
import { RichText } from '../../components/RichText';
import { page, type ViewProps } from '../../lib/page';
import { type Answers, inOrder, rows } from '../../lib/query';
import { written } from '../../lib/written';
import { Section } from '../../ui/Section';
import { messages } from './messages';
import { SuccessStories, storyColumns } from './SuccessStories';

const queries = {
  projects: rows('projects', ['id', 'title', 'description', 'image_url'], inOrder('created_at.asc')),
  stories: rows('success_stories', storyColumns, 'order=created_at.desc'),
};

export default page({
  path: '/projects',
  texts: messages,
  menu: { order: 30, group: 'work' },
  queries,
  meta: ({ projects }) => ({
    image: projects.ok ? projects.data.find(project => project.image_url)?.image_url : undefined,
  }),
  View,
});

function View({ answers }: ViewProps<typeof queries>) {
  const texts = messages.use();
  const stories = answers.stories.ok ? answers.stories.data : [];
  return (
    <>
      <PageIntro title={texts.name}>
        <p>{texts.intro}</p>
      </PageIntro>
      <Section>
        <ProjectGrid answer={answers.projects} />
      </Section>
      {stories.length > 0 && <SuccessStories stories={stories} />}
    </>
  );
}

function ProjectGrid({ answer }: { answer: Answers<typeof queries>['projects'] }) {
  const texts = messages.use();
  if (!answer.ok) return <Empty>{texts.failed}</Empty>;
  if (answer.data.length === 0) return <Empty>{texts.empty}</Empty>;
  return (
    <ul className="cards gap-6 md:gap-8">
      {answer.data.map((project, index) => (
        <li
          key={project.id}
          className="flex flex-col overflow-hidden rounded-soft border border-hairline bg-surface"
        >
          <Picture
            src={project.image_url}
            alt=""
            shape="wide"
            sizes="(min-width: 66rem) 24rem, (min-width: 48rem) 46vw, 92vw"
            largest={960}
            first={index === 0}
          />
          <div className="min-w-0 p-6 md:p-7">
            {project.title && <h2 {...written(project.title, 'text-h3')}>{project.title}</h2>}
            <RichText html={project.description} className="mt-3 text-ink-soft" />
          </div>
        </li>
      ))}
    </ul>
  );
}
