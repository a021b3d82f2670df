import { Star } from '../components/Star';
import type { Page } from '../lib/page';
import { ButtonLink } from '../ui/Button';

/** Not one of the routes: what every other address shows. */
export const notFound: Page = { path: '', name: 'Page not found', queries: {}, meta: () => ({}), View };

function View() {
  return (
    <div className="girih text-emerald">
      <div className="wrap py-28 text-ink md:py-40">
        <Star className="size-8 text-emerald" />
        <h1 className="mt-6 text-h1">Page not found</h1>
        <p className="mt-5 max-w-[52ch] text-lead text-ink-soft">
          This address leads nowhere on our site. It may have been mistyped, or the page may have moved.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink variant="primary" href="/">
            Go to the home page
          </ButtonLink>
          <ButtonLink variant="outline" href="/contact">
            Contact us
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
