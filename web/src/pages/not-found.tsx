import { Star } from '../components/Star';
import { type Page, page } from '../lib/page';
import type texts from '../messages/en/pages/not-found';
import { pageTexts } from '../messages/language';
import { ButtonLink } from '../ui/Button';

const messages = pageTexts<typeof texts>('not-found');

/** Not one of the routes: what every other address shows. */
export const notFound: Page = page({ path: '', texts: messages, queries: {}, View: NotFound });

function NotFound() {
  const texts = messages.use();
  return (
    <div className="girih text-emerald">
      <div className="wrap py-28 text-ink md:py-40">
        <Star className="size-8 text-emerald" />
        <h1 className="mt-6 text-h1">{texts.name}</h1>
        <p className="mt-5 max-w-[52ch] text-lead text-ink-soft">{texts.text}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink variant="primary" href="/">
            {texts.home}
          </ButtonLink>
          <ButtonLink variant="outline" href="/contact">
            {texts.contact}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
