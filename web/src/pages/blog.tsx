import meal from '../assets/post-ration.svg';
import sewing from '../assets/post-sewing.svg';
import water from '../assets/post-water.svg';
import { PageIntro } from '../components/PageIntro';
import { longDate } from '../lib/dates';
import { notify } from '../lib/notices';
import { page } from '../lib/page';
import { Section } from '../ui/Section';

export const blog = page({
  path: '/blog',
  name: 'Blog & Updates',
  queries: {},
  meta: () => ({
    description:
      'News from the foundation: campaigns, success stories and new initiatives around Faisalabad.',
  }),
  View,
});

const posts = [
  {
    category: 'Campaigns',
    title: 'Before the first fog: the winter ration drive',
    date: '2026-10-18',
    excerpt:
      'Flour, lentils, oil and a quilt. How a family’s bag is packed, who decides where it goes, and why we knock on doors after dark.',
    image: meal,
    imageAlt: 'Sacks of flour and lentils stacked beside a scale',
  },
  {
    category: 'Success Stories',
    title: 'A sewing machine, and what it paid for',
    date: '2026-08-05',
    excerpt:
      'She came to the vocational centre to keep her sister company. Two years later her workshop employs three women from the same street.',
    image: sewing,
    imageAlt: 'A sewing machine with green cloth under the needle',
  },
  {
    category: 'Initiatives',
    title: 'Eight taps on an outside wall',
    date: '2026-05-22',
    excerpt:
      'The ground water here is brackish. The filtration plant of the new complex will serve the street before it serves the campus.',
    image: water,
    imageAlt: 'Water running from a tap into a clay pitcher',
  },
];

function announce() {
  notify({ title: 'Full Article Coming Soon!', description: 'The full article will be published shortly.' });
}

function View() {
  return (
    <>
      <PageIntro title="Blog & Updates">
        <p>What happened, what it cost and what we learned.</p>
      </PageIntro>
      <Section>
        <ul className="grid gap-10 md:grid-cols-2 lg:grid-cols-3 lg:gap-8">
          {posts.map((post, index) => (
            <li key={post.title} className="flex flex-col">
              <img
                src={post.image}
                alt={post.imageAlt}
                width="640"
                height="480"
                loading={index === 0 ? 'eager' : 'lazy'}
                className="aspect-[4/3] w-full rounded-soft bg-sand object-cover"
              />
              <p className="mt-5 flex flex-wrap gap-x-3 text-sm">
                <span className="font-semibold text-emerald">{post.category}</span>
                <time dateTime={post.date} className="text-ink-soft">
                  {longDate(post.date)}
                </time>
              </p>
              <h2 className="mt-2 text-h3">{post.title}</h2>
              <p className="mt-3 mb-2 text-ink-soft">{post.excerpt}</p>
              <button
                type="button"
                className="needs-script link mt-auto min-h-11 self-start font-semibold"
                onClick={announce}
              >
                Read More<span className="sr-only">: {post.title}</span>
              </button>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
