import { useId } from 'react';
import ration from '../assets/post-ration.svg';
import sewing from '../assets/post-sewing.svg';
import water from '../assets/post-water.svg';
import { PageIntro } from '../components/PageIntro';
import { notify } from '../lib/notices';
import { page } from '../lib/page';
import type texts from '../messages/en/pages/blog';
import { pageTexts } from '../messages/language';
import { Section } from '../ui/Section';

const messages = pageTexts<typeof texts>('blog');

export default page({ path: '/blog', texts: messages, menu: { order: 60 }, queries: {}, View });

const posts = [
  { key: 'ration', date: '2026-10-18', image: ration },
  { key: 'sewing', date: '2026-08-05', image: sewing },
  { key: 'water', date: '2026-05-22', image: water },
] as const;

function View() {
  const texts = messages.use();
  return (
    <>
      <PageIntro title={texts.name}>
        <p>{texts.intro}</p>
      </PageIntro>
      <Section>
        <ul className="cards gap-10 lg:gap-8">
          {posts.map((post, index) => (
            <Post key={post.key} post={post} first={index === 0} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function Post({ post, first }: { post: (typeof posts)[number]; first: boolean }) {
  const texts = messages.use();
  const { category, title, excerpt, imageAlt } = texts.posts[post.key];
  const id = useId();
  return (
    <li className="flex flex-col gap-x-8">
      <img
        src={post.image}
        alt={imageAlt}
        width="640"
        height="480"
        loading={first ? 'eager' : 'lazy'}
        className="pictured aspect-[4/3] w-full rounded-soft bg-sand object-cover"
      />
      <div className="flex flex-1 flex-col">
        <p className="mt-5 flex flex-wrap gap-x-3 text-sm">
          <span className="font-semibold text-emerald">{category}</span>
          <time dateTime={post.date} className="text-ink-soft">
            {texts.date(post.date)}
          </time>
        </p>
        <h2 id={id} className="mt-2 text-h3">
          {title}
        </h2>
        <p className="mt-3 mb-2 text-ink-soft">{excerpt}</p>
        <button
          type="button"
          aria-describedby={id}
          className="needs-script link mt-auto min-h-11 self-start font-semibold"
          onClick={() => notify(texts.soon)}
        >
          {texts.readMore}
        </button>
      </div>
    </li>
  );
}
