import { Empty } from '../components/Empty';
import { PageIntro } from '../components/PageIntro';
import { Picture } from '../components/Picture';
import { RichText } from '../components/RichText';
import { SuccessStories } from '../components/SuccessStories';
import type { Project, SuccessStory } from '../lib/content';
import { page } from '../lib/page';
import { type Answers, rows } from '../lib/query';
import { Section } from '../ui/Section';

const queries = {
  projects: rows<Project>('projects', 'select=id,title,description,image_url&order=created_at.asc'),
  stories: rows<SuccessStory>(
    'success_stories',
    'select=id,title,description,category,before_image_url,after_image_url&order=created_at.desc',
  ),
};

export const projects = page({
  path: '/projects',
  name: 'Our Projects',
  queries,
  meta: ({ projects }) => ({
    description:
      'Dispensaries, schools, meals, ration drives, training for women and relief: the work of the foundation around Faisalabad.',
    image: projects.ok ? projects.data.find(project => project.image_url)?.image_url : undefined,
  }),
  View,
});

function View({ answers }: { answers: Answers<typeof queries> }) {
  const stories = answers.stories.ok ? answers.stories.data : [];
  return (
    <>
      <PageIntro title="Our Projects">
        <p>
          Each of these began with one family’s need, and goes on because neighbours near and far keep it
          going.
        </p>
      </PageIntro>
      <Section>
        <ProjectGrid answer={answers.projects} />
      </Section>
      {stories.length > 0 && <SuccessStories stories={stories} />}
    </>
  );
}

function ProjectGrid({ answer }: { answer: Answers<typeof queries>['projects'] }) {
  if (!answer.ok) return <Empty>Our projects could not be loaded. Please try again later.</Empty>;
  if (answer.data.length === 0) return <Empty>Our projects will be described here soon.</Empty>;
  return (
    <ul className="grid gap-6 md:grid-cols-2 md:gap-8 lg:grid-cols-3">
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
          <div className="p-6 md:p-7">
            <h2 className="text-h3">{project.title}</h2>
            <RichText html={project.description} className="mt-3 text-ink-soft" />
          </div>
        </li>
      ))}
    </ul>
  );
}
